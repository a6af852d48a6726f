// SPDX-License-Identifier: BSD-3-Clause
//
// The leaders of the two sides meet under a key made of their processes and the tag; then each
// announces the result inside its own side.
#include "libsmpi/mpi/creation/intercomm.h"

#include <algorithm>

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
};

// What a leader tells its side.
struct Announced : Meeting {
  Ref<CommunicatorShared> shared;
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

}  // namespace

Communicator* tell_side(Communicator& local, int leader, const Ref<CommunicatorShared>& shared,
                        const Errhandler& errhandler) {
  const auto number = local.next_creation();
  const Attendance<Announced> meeting(local.simulation(), {local.shared().context, number},
                                      static_cast<std::size_t>(local.size()));
  if (local.rank() == leader) meeting->shared = shared;
  const MPI_Count size_bytes =
      shared ? bytes_per_member * shared->groups[0]->size() : bytes_per_member;
  announce(local, leader, size_bytes, static_cast<int>(number));
  const Ref<CommunicatorShared> made = meeting->shared;
  if (!made || p2p::has_failure()) return nullptr;
  const int side = made->groups[0]->contains(local.owner().process) ? 0 : 1;
  return &adopt(errhandler, made, side);
}

Communicator* create_inter(const InterArguments& a) {
  Ref<CommunicatorShared> shared;
  if (a.local.rank() == a.local_leader) shared = meet_remote_leader(a);
  return tell_side(a.local, a.local_leader, shared, *a.local.errhandler);
}

Communicator* create_inter_from_groups(const InterFromGroups& a) {
  Communicator& local = begin_from_group(a.local, a.tag, a.errhandler);
  Simulation& simulation = local.simulation();
  Ref<CommunicatorShared> shared;
  if (local.rank() == a.local_leader) {
    const ProcessId own = local.owner().process;
    const ProcessId remote = (*a.remote)[a.remote_leader];
    MeetingKey key = leaders_key(0, 0, own, remote);
    key.text = a.tag;
    const Attendance<Leaders> meeting(simulation, std::move(key), 2);
    meeting->groups[own < remote ? 0 : 1] = a.local;
    meeting->groups[own < remote ? 1 : 0] = a.remote;
    shared = make_once(*meeting, simulation);
  }
  Communicator* made = tell_side(local, a.local_leader, shared, a.errhandler);
  release_handle(local);
  if (made == nullptr) return nullptr;
  agree(*made, bytes_per_member, 0);
  return unless_failed(*made);
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
