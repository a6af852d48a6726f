// SPDX-License-Identifier: BSD-3-Clause
//
// Two kinds of failure that the whole project shares: InputError for what a user gave us (reported
// with file, line, text and a hint, exit status 2), and SIM_ASSERT for our own bugs (loud in every
// build). Wrong calls by the program and simulated failures are results and live above.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace smpi::kernel {

// A problem in something the user gave. Thrown during set-up only.
class InputError : public std::runtime_error {
 public:
  struct Where {
    std::string file = {};  // empty when the text came from the command line
    int line = 0;           // 1-based; 0 when there is no line
    std::string text = {};  // the offending text, as the user wrote it
    std::string hint = {};  // what to do about it; may be empty
  };
  explicit InputError(std::string message);
  InputError(std::string message, Where where);

  const Where& where() const { return where_; }

 private:
  Where where_;
};

// The candidate closest to `word` by edit distance, or an empty string when none is near.
std::string nearest_name(std::string_view word, std::span<const std::string_view> candidates);

// The hint about a wrong name: "did you mean 'X'?" where a candidate is near, else `otherwise`.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates,
                         std::string_view otherwise = "");

// Text that an assertion adds to its message (simulated time, rank, call). The floors above set it;
// null: nothing.
using AssertionContext = std::string (*)();
void set_assertion_context(AssertionContext describe);

[[noreturn]] void assertion_failed(const char* expression, const char* file, int line,
                                   std::string_view message);

}  // namespace smpi::kernel

// Checks an invariant of ours, in every build type.
#define SIM_ASSERT(condition, message)               \
  (__builtin_expect(static_cast<bool>(condition), 1) \
       ? static_cast<void>(0)                        \
       : ::smpi::kernel::assertion_failed(#condition, __FILE__, __LINE__, message))
