// SPDX-License-Identifier: BSD-3-Clause
//
// Ops are read where they lie; a loop goes back to its first byte.
#include "libsmpi/watch/trace/compress/value_decoder.h"

#include <limits>

#include "libsmpi/watch/trace/compress/value_stream.h"

namespace smpi::trace {

bool ValueDecoder::next_op() {
  for (;;) {
    while (reader_.at_end()) {
      if (frames_.empty()) return false;
      Frame& frame = frames_.back();
      if (frame.ops_before == ops_) throw Damage("a loop has nothing in it");
      frame.ops_before = ops_;
      if (--frame.turns_left > 0) {
        reader_ = ByteReader(frame.body);
      } else {
        reader_ = frame.after;
        frames_.pop_back();
      }
    }
    const std::uint64_t header = reader_.number();
    left_ = header >> 2;
    const auto kind = static_cast<OpKind>(header & 3);
    if (left_ == 0) {
      const bool may_be_open = kind == OpKind::run || kind == OpKind::loop;
      if (!may_be_open || !frames_.empty()) throw Damage("a repetition of nothing");
      left_ = std::numeric_limits<std::uint64_t>::max();
    }
    switch (kind) {
      case OpKind::literals:
        kind_ = Kind::literals;
        break;
      case OpKind::wide_literals:
        kind_ = Kind::wide_literals;
        break;
      case OpKind::run:
        kind_ = Kind::run;
        value_ = reader_.signed_number();
        step_ = reader_.signed_number();
        break;
      case OpKind::loop: {
        const std::string_view body = reader_.text();
        if (frames_.size() == depth_most) throw Damage("loops are nested too deep");
        frames_.push_back({body, reader_, left_, ops_});
        reader_ = ByteReader(body);
        left_ = 0;
        continue;
      }
    }
    ops_++;
    return true;
  }
}

bool ValueDecoder::next_run(Word& value, std::uint64_t& count) {
  if (!next(value)) return false;
  count = 1;
  if (kind_ == Kind::run && step_ == 0) {
    count += left_;
    left_ = 0;
  }
  return true;
}

}  // namespace smpi::trace
