// SPDX-License-Identifier: BSD-3-Clause
//
// The number of a transfer decides whether it is kept, so a start and its end agree.
#include "libsmpi/watch/record/report/arrows.h"

#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::record {

void Arrows::start(const Transfer& transfer, double now_s) {
  if (is_kept(transfer.number)) started_s_[transfer.number] = now_s;
}

void Arrows::end(const Transfer& transfer, double now_s) {
  const auto started = started_s_.find(transfer.number);
  if (started == started_s_.end()) return;
  if (is_kept(transfer.number)) {
    arrows_.push_back({.number = transfer.number,
                       .sender = transfer.sender->process,
                       .receiver = transfer.receiver->process,
                       .start_s = started->second,
                       .end_s = now_s,
                       .bytes = static_cast<std::uint64_t>(transfer.size_bytes)});
  }
  started_s_.erase(started);
  if (arrows_.size() <= 2 * budget_) return;
  while (arrows_.size() > budget_) {
    stride_ *= 2;
    std::erase_if(arrows_, [&](const Arrow& arrow) { return !is_kept(arrow.number); });
  }
}

}  // namespace smpi::record
