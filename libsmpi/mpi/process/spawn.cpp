// SPDX-License-Identifier: BSD-3-Clause
//
// The intercommunicator is made before the children run: each finds its side in Rank::parent.
#include "libsmpi/mpi/process/spawn.h"

#include <numeric>
#include <utility>

#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/creation/agreement.h"
#include "libsmpi/mpi/creation/creation.h"
#include "libsmpi/mpi/creation/intercomm.h"
#include "libsmpi/mpi/creation/meeting.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/waiting.h"

namespace smpi::process {
namespace {

constexpr MPI_Count greeting_bytes = 64;  // a port name, more or less
constexpr int greeting_tag = 0x20000000;  // apart from the tags of agreements
constexpr int parent_side = 0;
constexpr int child_side = 1;

// What the root tells the others, whatever becomes of its commands.
struct Request : comm::Meeting {
  std::uint32_t process_count = 0;
};

std::uint32_t processes_in(std::span<const Command> commands) {
  std::uint32_t count = 0;
  for (const Command& command : commands) count += command.count;
  return count;
}

Ref<Group> group_of(const StartedRanks& ranks) {
  std::vector<ProcessId> members(ranks.count);
  std::iota(members.begin(), members.end(), ranks.first);
  return new Group(std::move(members));
}

void introduce_parent(Rank& child, const Ref<CommunicatorShared>& shared, int root) {
  child.parent_root = root;
  child.parent = new Communicator(child, shared, child_side);
  child.parent->retain();
  child.parent->name = "MPI_COMM_PARENT";
  child.parent->handle = child.simulation.handles.communicators.add(child.parent);
}

void greet(Communicator& inter, int peer) {
  const WaitingReason reason("the spawned processes to call MPI_Init");
  comm::swap(inter, peer, greeting_bytes, greeting_bytes, greeting_tag);
}

// The root's part; nullptr when nothing was started.
Ref<CommunicatorShared> start_children(Communicator& local, std::span<const Command> commands,
                                       std::string& failure) {
  Simulation& simulation = local.simulation();
  if (simulation.process_starter == nullptr) {
    failure = "a program that smpirun did not start cannot start processes";
    return {};
  }
  const auto result = simulation.process_starter->start(commands);
  if (const auto* why = std::get_if<std::string>(&result)) {
    failure = *why;
    return {};
  }
  const auto& ranks = std::get<StartedRanks>(result);
  Ref<CommunicatorShared> shared =
      comm::make_inter(simulation, new Group(local.group().members()), group_of(ranks));
  for (std::uint32_t i = 0; i < ranks.count; i++) {
    introduce_parent(*simulation.ranks[ranks.first + i], shared, local.rank());
  }
  const Ref<Communicator> own(new Communicator(local.owner(), shared, parent_side));
  greet(*own, 0);
  return shared;
}

}  // namespace

Spawned spawn(Communicator& local, int root, std::span<const Command> commands) {
  Spawned result;
  Ref<CommunicatorShared> shared;
  const comm::Attendance<Request> request(local.simulation(),
                                          {local.shared().context, local.next_creation()},
                                          static_cast<std::size_t>(local.size()));
  if (local.rank() == root) {
    request->process_count = processes_in(commands);
    shared = start_children(local, commands, result.failure);
  }
  const WaitingReason reason("the root to start the processes");
  result.children = comm::tell_side(local, root, shared, *local.errhandler);
  result.requested_count = request->process_count;
  return result;
}

void greet_parent(Rank& rank) {
  Communicator& world = *rank.world;
  if (world.rank() == 0) greet(*rank.parent, rank.parent_root);
  comm::announce(world, 0, greeting_bytes, static_cast<int>(world.next_creation()));
}

}  // namespace smpi::process
