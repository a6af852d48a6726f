// SPDX-License-Identifier: BSD-3-Clause
//
// Reads the ops of a stream of values (value_stream.h) without expanding them: the common case, a
// value of a run, is an addition.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "libsmpi/watch/trace/action.h"
#include "libsmpi/watch/trace/compress/bytes.h"
#include "libsmpi/watch/trace/compress/wrapping.h"

namespace smpi::trace {

class ValueDecoder {
 public:
  ValueDecoder() = default;
  // The bytes must outlive the decoder.
  explicit ValueDecoder(std::string_view ops) : reader_(ops) {}

  // False at the end. Throws Damage.
  bool next(Word& value) {
    if (left_ == 0 && !next_op()) return false;
    left_--;
    if (kind_ == Kind::run) {
      value = value_;
      value_ = wrapped_sum(value_, step_);
    } else {
      value = kind_ == Kind::literals ? reader_.signed_number() : reader_.fixed<Word>();
    }
    return true;
  }
  // The next values as far as they are equal and in one op.
  bool next_run(Word& value, std::uint64_t& count);

 private:
  enum class Kind : std::uint8_t { literals, run, wide_literals };
  struct Frame {
    std::string_view body;
    ByteReader after;
    std::uint64_t turns_left = 0;
    std::uint64_t ops_before = 0;  // when the turn began
  };
  static constexpr std::size_t depth_most = 64;
  bool next_op();

  ByteReader reader_;
  Kind kind_ = Kind::run;
  Word value_ = 0;
  Word step_ = 0;
  std::uint64_t left_ = 0;  // values of the op
  std::uint64_t ops_ = 0;   // so far, to find loops without any
  std::vector<Frame> frames_;
};

}  // namespace smpi::trace
