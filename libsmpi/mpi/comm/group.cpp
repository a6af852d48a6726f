// SPDX-License-Identifier: BSD-3-Clause
//
// Look-up of processes in groups, and the handles of groups.
#include "libsmpi/mpi/comm/group.h"

#include <algorithm>

#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi {
namespace {

Group& empty_group() {
  static Group* group = [] {
    auto* made = new Group({});
    made->retain();
    return made;
  }();
  return *group;
}

}  // namespace

Group::Group(std::vector<ProcessId> members) : members_(std::move(members)) {
  if (members_.size() > 1) stride_ = std::int64_t{members_[1]} - std::int64_t{members_[0]};
  for (std::size_t i = 1; i < members_.size() && regular_; i++) {
    regular_ = std::int64_t{members_[i]} - std::int64_t{members_[i - 1]} == stride_;
  }
}

std::optional<int> Group::rank_of(ProcessId process) const {
  if (members_.empty()) return std::nullopt;
  if (regular_) {
    const std::int64_t distance = std::int64_t{process} - std::int64_t{members_[0]};
    const std::int64_t rank = distance / stride_;
    if (distance % stride_ != 0 || rank < 0 || rank >= size()) return std::nullopt;
    return static_cast<int>(rank);
  }
  if (sorted_.empty()) {
    sorted_.reserve(members_.size());
    for (std::size_t i = 0; i < members_.size(); i++) {
      sorted_.emplace_back(members_[i], static_cast<int>(i));
    }
    std::sort(sorted_.begin(), sorted_.end());
  }
  const auto found = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair(process, 0));
  if (found == sorted_.end() || found->first != process) return std::nullopt;
  return found->second;
}

Group* find_group(MPI_Group handle) {
  if (handle == MPI_GROUP_EMPTY) return &empty_group();
  Rank& rank = current_rank();
  GroupHandle* found =
      rank.simulation.handles.groups.find(reinterpret_cast<std::uintptr_t>(handle));
  return found == nullptr || found->owner != &rank ? nullptr : found->group.get();
}

MPI_Group make_group_handle(Ref<Group> group) {
  if (group->size() == 0) return MPI_GROUP_EMPTY;
  Rank& rank = current_rank();
  auto* named = new GroupHandle{
      .group = std::move(group), .owner = &rank, .made_at = running_strand->call.return_address};
  named->handle = rank.simulation.handles.groups.add(named);
  return reinterpret_cast<MPI_Group>(static_cast<std::uintptr_t>(named->handle));
}

void free_group_handle(MPI_Group handle) {
  if (handle == MPI_GROUP_EMPTY) return;
  auto& groups = current_rank().simulation.handles.groups;
  GroupHandle* named = groups.find(reinterpret_cast<std::uintptr_t>(handle));
  groups.remove(named->handle);
  delete named;
}

int compare_groups(const Group& left, const Group& right) {
  if (left.members() == right.members()) return MPI_IDENT;
  if (left.size() != right.size()) return MPI_UNEQUAL;
  const bool same_set = std::all_of(left.members().begin(), left.members().end(),
                                    [&](ProcessId process) { return right.contains(process); });
  return same_set ? MPI_SIMILAR : MPI_UNEQUAL;
}

}  // namespace smpi
