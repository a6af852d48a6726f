// SPDX-License-Identifier: BSD-3-Clause
//
// Actions of a rank, and the messages that its program sends, counted while they go by.
#pragma once

#include "libsmpi/trace/compress/parts.h"
#include "libsmpi/trace/message_fields.h"

namespace smpi::trace {

class ActionSums {
 public:
  void add(const Action& action);
  const RankSums& sums() const { return sums_; }

 private:
  void start(Word request);
  RankSums sums_;
  TypeSizes types_;
  std::unordered_map<Word, std::uint64_t> persistent_;  // bytes by request
};

}  // namespace smpi::trace
