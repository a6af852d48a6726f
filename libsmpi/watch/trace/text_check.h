// SPDX-License-Identifier: BSD-3-Clause
//
// What makes an action impossible although its line can be read: ranks that do not exist, negative
// counts, a root that nobody is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "libsmpi/watch/trace/text_format.h"

namespace smpi::trace {

class ActionCheck {
 public:
  explicit ActionCheck(const TextContext& context) : context_(context) {}
  std::optional<LineError> find_error(const LineParser::Line& line);
  // What is odd, but can be replayed: once each.
  void add_warnings(std::vector<std::string>& warnings) const;

 private:
  bool has_null_type_ = false;
  bool has_wait_any_ = false;
  bool has_test_any_ = false;
  const TextContext& context_;
};

}  // namespace smpi::trace
