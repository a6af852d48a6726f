// SPDX-License-Identifier: BSD-3-Clause
//
// An ordered set of processes (MPI 5.0, 7.2). One object is shared by all ranks of a communicator,
// counted by intrusive references; nothing is counted atomically, one thread runs everything.
//
// Most groups are a run of processes with a constant stride (the world, rows and columns of a
// grid): those need no table to find the rank of a process. The others get a sorted table the
// first time somebody asks.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "include/mpi.h"
#include "libsmpi/mpi/session/session.h"
#include "libsmpi/ranks/runtime/handle_pool.h"
#include "libsmpi/ranks/runtime/reference.h"

namespace smpi {

struct Rank;

// Index of a process in Simulation::ranks.
using ProcessId = std::uint32_t;

class Group : public Counted {
 public:
  // REQUIRES: no process appears twice.
  explicit Group(std::vector<ProcessId> members);

  int size() const { return static_cast<int>(members_.size()); }
  ProcessId operator[](int rank) const { return members_[static_cast<std::size_t>(rank)]; }
  const std::vector<ProcessId>& members() const { return members_; }
  // The rank of a process in this group, if it belongs to it.
  std::optional<int> rank_of(ProcessId process) const;
  bool contains(ProcessId process) const { return rank_of(process).has_value(); }

  // The session that the group comes from; nullptr for groups of communicators, which ranks share.
  Ref<Session> session;

 private:
  std::vector<ProcessId> members_;
  bool regular_ = true;      // members_[i] == members_[0] + i * stride_: needs no table
  std::int64_t stride_ = 1;  // not 0
  mutable std::vector<std::pair<ProcessId, int>> sorted_;  // made by the first rank_of()
};

// What an MPI_Group handle of one rank names.
struct GroupHandle {
  Ref<Group> group;
  Rank* owner = nullptr;
  HandleValue handle = 0;
  const void* made_at = nullptr;  // return address of the call that made it
};

// The group of a handle, or nullptr (MPI_GROUP_NULL, freed, or never valid).
Group* find_group(MPI_Group handle);
// A new handle of the running rank; MPI_GROUP_EMPTY for a group without members.
MPI_Group make_group_handle(Ref<Group> group);
void free_group_handle(MPI_Group handle);

// MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL.
int compare_groups(const Group& left, const Group& right);

}  // namespace smpi
