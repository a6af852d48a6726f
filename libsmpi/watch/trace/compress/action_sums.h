// SPDX-License-Identifier: BSD-3-Clause
//
// Actions of a rank, and the messages that its program sends, counted while they go by.
#pragma once

#include "libsmpi/watch/trace/compress/parts.h"
#include "libsmpi/watch/trace/message_fields.h"

namespace smpi::trace {

class ActionSums {
 public:
  void add(const Action& action);
  // As often again what was added between these sums and now.
  void repeat(const RankSums& before, std::uint64_t times);
  const RankSums& sums() const { return sums_; }

 private:
  void start(Word request);
  std::uint64_t bytes_of(Word count, Word type);

  const CallFields* fields_ = &call_fields(Code{});  // by code
  RankSums sums_;
  TypeSizes types_;
  Word last_type_ = -1;
  std::uint64_t last_size_bytes_ = 0;                   // of it
  std::unordered_map<Word, std::uint64_t> persistent_;  // bytes by request
};

}  // namespace smpi::trace
