// SPDX-License-Identifier: BSD-3-Clause
//
// The leaders of the two sides meet under a key made of their processes and the tag; then each
// announces the result inside its own side.
#include "libsmpi/mpi/creation/intercomm.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/creation/agreement.h"
#include "libsmpi/mpi/creation/creation.h"
#include "libsmpi/mpi/creation/meeting.h"
#include "libsmpi/mpi/errors/errhandler.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::comm {
namespace {

constexpr std::int64_t inter_creation = -3;
constexpr MPI_Count bytes_per_member = 4;
constexpr int leader_tag_bit = 0x40000000;  // apart from the tags of agreements

// What the two leaders share. The leader of the lower process is side 0.
struct Leaders : Meeting {
  Ref<Group> groups[2];
  Ref<CommunicatorShared> made;
  // Without a communicator that joins them:
  bool has_come[2] = {false, false};
  std::optional<std::uint32_t> taken_by;  // context of a side whose leader failed on its way
};

// What a leader tells its side.
struct Announced : Meeting {
  Ref<CommunicatorShared> shared;
  bool is_told = false;
  std::vector<int> waiting;  // ranks that were told of a failure before that
};

struct Sides : Meeting {
  bool high[2] = {false, false};
  Ref<CommunicatorShared> made;
};

bool overlap(const Group& left, const Group& right) {
  return std::any_of(left.members().begin(), left.members().end(),
                     [&](ProcessId process) { return right.contains(process); });
}

MeetingKey leaders_key(std::uint32_t context, int tag, ProcessId left, ProcessId right) {
  const auto [low, high] = std::minmax(left, right);
  return {context, inter_creation - (std::int64_t{tag} << 8),
          (static_cast<std::int64_t>(high) << 32) | low};
}

// nullptr when the groups overlap.
Ref<CommunicatorShared> make_once(Leaders& leaders, Simulation& simulation) {
  if (!leaders.made && !overlap(*leaders.groups[0], *leaders.groups[1])) {
    leaders.made = make_inter(simulation, leaders.groups[0], leaders.groups[1]);
  }
  return leaders.made;
}

Ref<CommunicatorShared> meet_remote_leader(const InterArguments& a) {
  Simulation& simulation = a.local.simulation();
  const ProcessId own = a.local.owner().process;
  const ProcessId remote = a.peer->peer(a.remote_leader).process;
  if (own == remote) return {};
  const Attendance<Leaders> meeting(simulation,
                                    leaders_key(a.peer->shared().context, a.tag, own, remote), 2);
  const int side = own < remote ? 0 : 1;
  meeting->groups[side] = const_cast<Group*>(&a.local.group());
  const MPI_Count sent_bytes = bytes_per_member * a.local.size();
  swap(*a.peer, a.remote_leader, sent_bytes, max_message_bytes, a.tag | leader_tag_bit);
  if (p2p::has_failure()) return {};
  return make_once(*meeting, simulation);
}

// Who is told of a failure before the leader has told him anything gives up, or waits for the
// leader.
enum class Untold { gives_up, waits };

// What the leader has found, when the messages have ended; with a failure nullptr or that.
Ref<CommunicatorShared> hear(Communicator& local, int leader, const Ref<CommunicatorShared>& shared,
                             Untold untold) {
  const auto number = local.next_creation();
  const int tag = static_cast<int>(number);
  const Attendance<Announced> meeting(local.simulation(), {local.shared().context, number},
                                      static_cast<std::size_t>(local.size()));
  const bool leads = local.rank() == leader;
  if (leads) {
    meeting->shared = shared;
    meeting->is_told = true;
  }
  const MPI_Count size_bytes =
      shared ? bytes_per_member * shared->groups[0]->size() : bytes_per_member;
  announce(local, leader, size_bytes, tag);
  if (leads) {
    for (const int rank : meeting->waiting) tell(local, rank, size_bytes, tag | leader_tag_bit);
  } else if (!meeting->is_told && untold == Untold::waits) {
    meeting->waiting.push_back(local.rank());
    listen(local, leader, tag | leader_tag_bit);
  }
  return meeting->shared;
}

Communicator& adopt_own_side(const Communicator& local, const Errhandler& errhandler,
                             const Ref<CommunicatorShared>& made) {
  return adopt(errhandler, made, made->groups[0]->contains(local.owner().process) ? 0 : 1);
}

// Returns when it is known that the leader of the other group has failed.
void await_failure(const InterFromGroups& a, Simulation& simulation, int side) {
  if (overlap(*a.local, *a.remote)) return;
  Communicator& both = adopt(a.errhandler,
                             side == 0 ? make_inter(simulation, a.local, a.remote)
                                       : make_inter(simulation, a.remote, a.local),
                             side);
  swap(both, a.remote_leader, bytes_per_member, bytes_per_member, 0);
  release_handle(both);
}

// nullptr when the groups overlap, or the leader of the other one has failed on its way: its side
// has nothing then, either.
Ref<CommunicatorShared> meet_leader_of_group(const InterFromGroups& a, const Communicator& local) {
  Simulation& simulation = local.simulation();
  const ProcessId own = local.owner().process;
  const ProcessId remote = (*a.remote)[a.remote_leader];
  const int side = own < remote ? 0 : 1;
  MeetingKey key = leaders_key(0, 0, own, remote);
  key.text = a.tag;
  const auto has_other_come = [&] {
    const Leaders* begun =
        meetings(simulation).find<Leaders>([&](const MeetingKey& open, const Leaders&) {
          return open == key;
        });
    return begun != nullptr && begun->has_come[1 - side];
  };
  if (simulation.ranks[remote]->lost_host && !has_other_come()) {
    await_failure(a, simulation, side);
    return {};
  }
  const Attendance<Leaders> meeting(simulation, std::move(key), 2);
  meeting->groups[side] = a.local;
  meeting->groups[1 - side] = a.remote;
  meeting->has_come[side] = true;
  return make_once(*meeting, simulation);
}

// What the other leader has made while the one of `local`, which has failed, was on its way.
// Without a communicator that joins them, neither knew of the other. nullptr when there is none.
Ref<CommunicatorShared> made_by_other_side(const Communicator& local, ProcessId leader,
                                           const std::string& tag) {
  const std::uint32_t context = local.shared().context;
  const auto is_for_us = [&](const MeetingKey& key, const Leaders& leaders) {
    const auto low = static_cast<ProcessId>(key.detail);
    const auto high = static_cast<ProcessId>(key.detail >> 32);
    if (key.context != 0 || key.text != tag || (leader != low && leader != high)) return false;
    return !leaders.has_come[leader == low ? 0 : 1] &&
           leaders.taken_by.value_or(context) == context;
  };
  Leaders* const found = meetings(local.simulation()).find<Leaders>(is_for_us);
  if (found == nullptr) return {};
  found->taken_by = context;
  return found->made;
}

}  // namespace

Communicator* tell_side(Communicator& local, int leader, const Ref<CommunicatorShared>& shared,
                        const Errhandler& errhandler) {
  const Ref<CommunicatorShared> made = hear(local, leader, shared, Untold::gives_up);
  if (!made || p2p::has_failure()) return nullptr;
  return &adopt_own_side(local, errhandler, made);
}

Communicator* create_inter(const InterArguments& a) {
  Ref<CommunicatorShared> shared;
  if (a.local.rank() == a.local_leader) shared = meet_remote_leader(a);
  return tell_side(a.local, a.local_leader, shared, *a.local.errhandler);
}

// Whoever can have the communicator takes part in its agreement, also with a failure, so that all
// others are told.
Communicator* create_inter_from_groups(const InterFromGroups& a) {
  Communicator& local = begin_from_group(a.local, a.tag, a.errhandler);
  Ref<CommunicatorShared> shared;
  if (local.rank() == a.local_leader) shared = meet_leader_of_group(a, local);
  Ref<CommunicatorShared> made = hear(local, a.local_leader, shared, Untold::waits);
  if (!made && p2p::has_failure()) {
    made = made_by_other_side(local, (*a.local)[a.local_leader], a.tag);
  }
  Communicator* const inter = made ? &adopt_own_side(local, a.errhandler, made) : nullptr;
  release_handle(local);
  if (inter == nullptr) return nullptr;
  agree(*inter, bytes_per_member, 0);
  return unless_failed(*inter);
}

Communicator* merge(Communicator& inter, bool high) {
  const auto number = inter.next_creation();
  Simulation& simulation = inter.simulation();
  const Attendance<Sides> meeting(simulation, {inter.shared().context, number},
                                  static_cast<std::size_t>(inter.size() + inter.remote_size()));
  meeting->high[inter.side()] = high;
  agree(inter, bytes_per_member, static_cast<int>(number));
  if (p2p::has_failure()) return nullptr;
  if (!meeting->made) {
    const int first = meeting->high[0] && !meeting->high[1] ? 1 : 0;
    std::vector<ProcessId> members = inter.shared().groups[first]->members();
    const auto& others = inter.shared().groups[1 - first]->members();
    members.insert(members.end(), others.begin(), others.end());
    meeting->made = make_intra(simulation, new Group(std::move(members)));
  }
  return &adopt(*inter.errhandler, meeting->made, 0);
}

}  // namespace smpi::comm
