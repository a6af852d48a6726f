// SPDX-License-Identifier: BSD-3-Clause
//
// The table from process to rank, made only for groups that are not a run of processes.
#include "libsmpi/comm/group.h"

namespace smpi {

Group::Group(std::vector<ProcessId> members) : members_(std::move(members)) {
  for (std::size_t i = 0; i < members_.size(); i++) {
    if (members_[i] != members_[0] + i) consecutive_ = false;
  }
  if (consecutive_) return;
  rank_by_process_.reserve(members_.size());
  for (std::size_t i = 0; i < members_.size(); i++) {
    rank_by_process_.emplace(members_[i], static_cast<int>(i));
  }
}

std::optional<int> Group::rank_of(ProcessId process) const {
  if (consecutive_) {
    if (members_.empty() || process < members_[0]) return std::nullopt;
    const std::size_t rank = process - members_[0];
    return rank < members_.size() ? std::optional<int>(static_cast<int>(rank)) : std::nullopt;
  }
  const auto found = rank_by_process_.find(process);
  return found == rank_by_process_.end() ? std::nullopt : std::optional<int>(found->second);
}

}  // namespace smpi
