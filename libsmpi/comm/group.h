// SPDX-License-Identifier: BSD-3-Clause
//
// An ordered set of processes (MPI 5.0, 7.2). One object is shared by all ranks of a communicator,
// counted by intrusive references; nothing is counted atomically, one thread runs everything.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "libsmpi/handle_pool.h"
#include "libsmpi/reference.h"

namespace smpi {

// Index of a process in Simulation::ranks.
using ProcessId = std::uint32_t;

class Group : public Counted {
 public:
  explicit Group(std::vector<ProcessId> members);

  int size() const { return static_cast<int>(members_.size()); }
  ProcessId operator[](int rank) const { return members_[static_cast<std::size_t>(rank)]; }
  const std::vector<ProcessId>& members() const { return members_; }
  // The rank of a process in this group, if it belongs to it. O(1).
  std::optional<int> rank_of(ProcessId process) const;

 private:
  std::vector<ProcessId> members_;
  bool consecutive_ = true;  // members_[i] == members_[0] + i: needs no table
  std::unordered_map<ProcessId, int> rank_by_process_;
};

// What an MPI_Group handle of one rank names.
struct GroupHandle {
  Ref<Group> group;
  HandleValue handle = 0;
};

}  // namespace smpi
