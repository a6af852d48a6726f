// SPDX-License-Identifier: BSD-3-Clause
//
// Duplicates and communicators of given groups; splitting is in split.cpp. Who needs nothing from
// the others (all but split, and create on an intercommunicator) makes or finds the shared part at
// once and agrees on it through the new communicator itself.
#include "libsmpi/mpi/creation/creation.h"

#include <deque>
#include <vector>

#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/creation/agreement.h"
#include "libsmpi/mpi/creation/meeting.h"
#include "libsmpi/mpi/errors/errhandler.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::comm {
namespace {

// Numbers of keys that no creation on a communicator uses.
constexpr std::int64_t group_creation = -1;
constexpr std::int64_t parentless_creation = -2;

constexpr MPI_Count context_bytes = 4;

struct SharedPart : Meeting {
  Ref<CommunicatorShared> made;
};

struct SideGroups : Meeting {
  Ref<Group> groups[2];
  Ref<CommunicatorShared> made;
};

// Creations that the program tells apart by a tag, which it may use again. The k-th of a member
// meets the k-th of the others, also when one member failed and never comes, and others have been
// told so and are further on.
struct Rounds : Meeting {
  struct Round {
    Ref<CommunicatorShared> made;
    std::size_t came_count = 0;
  };
  std::deque<Round> open;               // some have not come yet
  std::size_t closed_count = 0;         // before them
  std::vector<std::size_t> came_count;  // by rank of the group: to how many
};

std::int64_t leader_of(const Group& group) {
  return group[0];
}

// A member may arrive for its group while others are still at an earlier one with the same leader
// and tag: only the members themselves tell the groups apart.
std::string text_of(const Group& group) {
  return {reinterpret_cast<const char*>(group.members().data()),
          group.members().size() * sizeof(ProcessId)};
}

// The shared part for `group`, made by whoever comes first.
Ref<CommunicatorShared> meet(Simulation& simulation, MeetingKey key, const Ref<Group>& group) {
  Attendance<SharedPart> meeting(simulation, std::move(key),
                                 static_cast<std::size_t>(group->size()));
  if (!meeting->made) meeting->made = make_intra(simulation, group);
  if (meeting->made->groups[0]->members() != group->members()) refuse_mismatch();
  return meeting->made;
}

Ref<CommunicatorShared> meet_by_tag(Simulation& simulation, const MeetingKey& key,
                                    const Ref<Group>& group) {
  const auto member_count = static_cast<std::size_t>(group->size());
  auto* rounds = meetings(simulation).enter<Rounds>(key, member_count);
  if (rounds == nullptr) refuse_mismatch();
  rounds->came_count.resize(member_count);
  const auto rank = static_cast<std::size_t>(*group->rank_of(current_rank().process));
  const std::size_t number = rounds->came_count[rank]++ - rounds->closed_count;
  if (number == rounds->open.size()) {
    rounds->open.push_back({.made = make_intra(simulation, group)});
  }
  Rounds::Round& round = rounds->open[number];
  const Ref<CommunicatorShared> made = round.made;
  if (++round.came_count == member_count) {
    rounds->open.pop_front();
    rounds->closed_count++;
    if (rounds->open.empty()) meetings(simulation).close(key);
  }
  return made;
}

Communicator* create_on_inter(Communicator& parent, Ref<Group> group) {
  const auto number = parent.next_creation();
  Simulation& simulation = parent.simulation();
  const auto member_count = static_cast<std::size_t>(parent.size() + parent.remote_size());
  const Attendance<SideGroups> meeting(simulation, {parent.shared().context, number}, member_count);
  meeting->groups[parent.side()] = group;
  agree(parent, context_bytes, static_cast<int>(number));
  if (p2p::has_failure()) return nullptr;
  const Ref<Group>* groups = meeting->groups;
  if (groups[0]->size() == 0 || groups[1]->size() == 0) return nullptr;
  if (!meeting->made) meeting->made = make_inter(simulation, groups[0], groups[1]);
  if (!group->contains(parent.owner().process)) return nullptr;
  return &adopt(parent, meeting->made);
}

}  // namespace

Ref<CommunicatorShared> make_intra(Simulation& simulation, Ref<Group> group) {
  Ref<CommunicatorShared> shared(new CommunicatorShared);
  shared->context = simulation.new_context();
  shared->groups[0] = std::move(group);
  return shared;
}

Ref<CommunicatorShared> make_inter(Simulation& simulation, Ref<Group> side_0, Ref<Group> side_1) {
  Ref<CommunicatorShared> shared(new CommunicatorShared);
  shared->context = simulation.new_context();
  shared->is_inter = true;
  shared->sides[0] = make_intra(simulation, side_0);
  shared->sides[1] = make_intra(simulation, side_1);
  shared->groups[0] = std::move(side_0);
  shared->groups[1] = std::move(side_1);
  return shared;
}

Communicator& adopt(const Errhandler& errhandler, Ref<CommunicatorShared> shared, int side) {
  Rank& rank = current_rank();
  auto* communicator = new Communicator(rank, std::move(shared), side);
  communicator->retain();  // by the handle
  communicator->errhandler = const_cast<Errhandler*>(&errhandler);
  communicator->made_at = running_strand->call.return_address;
  communicator->handle = rank.simulation.handles.communicators.add(communicator);
  return *communicator;
}

Communicator& adopt(const Communicator& parent, Ref<CommunicatorShared> shared) {
  const int side = shared->is_inter ? parent.side() : 0;
  Communicator& made = adopt(*parent.errhandler, std::move(shared), side);
  made.session = parent.session;
  return made;
}

Communicator& begin_duplicate(Communicator& parent) {
  Simulation& simulation = parent.simulation();
  const auto member_count =
      static_cast<std::size_t>(parent.size() + (parent.is_inter() ? parent.remote_size() : 0));
  const CommunicatorShared& old = parent.shared();
  Attendance<SharedPart> meeting(simulation, {old.context, parent.next_creation()}, member_count);
  if (!meeting->made) {
    meeting->made = old.is_inter ? make_inter(simulation, old.groups[0], old.groups[1])
                                 : make_intra(simulation, old.groups[0]);
    meeting->made->topology = old.topology;
    meeting->made->node_map = old.node_map;
  }
  return adopt(parent, meeting->made);
}

Communicator* create(Communicator& parent, Ref<Group> group) {
  if (parent.is_inter()) return create_on_inter(parent, std::move(group));
  const auto number = parent.next_creation();
  agree(parent, context_bytes, static_cast<int>(number));
  if (p2p::has_failure() || !group->contains(parent.owner().process)) return nullptr;
  return &adopt(parent, meet(parent.simulation(),
                             {parent.shared().context, number, leader_of(*group)}, group));
}

Communicator* create_group(Communicator& parent, Ref<Group> group, int tag) {
  if (!group->contains(parent.owner().process)) return nullptr;
  const MeetingKey key{parent.shared().context, group_creation - (std::int64_t{tag} << 8),
                       leader_of(*group), text_of(*group)};
  Communicator& made = adopt(parent, meet_by_tag(parent.simulation(), key, group));
  agree(made, context_bytes, 0);
  return unless_failed(made);
}

Communicator& begin_from_group(Ref<Group> group, const std::string& tag,
                               const Errhandler& errhandler) {
  const MeetingKey key{0, parentless_creation, leader_of(*group), text_of(*group) + tag};
  const Ref<Group> members(new Group(group->members()));  // the same for all, without a session
  Communicator& made = adopt(errhandler, meet_by_tag(current_rank().simulation, key, members), 0);
  agree(made, context_bytes, 0);
  return made;
}

Communicator* create_from_group(Ref<Group> group, const std::string& tag,
                                const Errhandler& errhandler) {
  return unless_failed(begin_from_group(std::move(group), tag, errhandler));
}

Communicator* unless_failed(Communicator& made) {
  if (!p2p::has_failure()) return &made;
  release_handle(made);
  return nullptr;
}

void release_handle(Communicator& communicator) {
  Rank& owner = communicator.owner();
  if (owner.parent == &communicator) owner.parent = nullptr;
  communicator.freed = true;
  communicator.simulation().handles.communicators.remove(communicator.handle);
  communicator.release();
}

int delete_attributes(Rank& rank) {
  for (Communicator* communicator : {rank.self, rank.world}) {
    const int error = communicator->attributes.clear(communicator->handle);
    if (error != MPI_SUCCESS) return error;
  }
  return MPI_SUCCESS;
}

}  // namespace smpi::comm
