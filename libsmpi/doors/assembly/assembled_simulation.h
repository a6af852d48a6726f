// SPDX-License-Identifier: BSD-3-Clause
//
// A simulation with all its modules: owns what each keeps for the run and for its ranks, makes
// ranks and worlds, and runs them.
//
// A new module that keeps something for the run: a member of OwnedParts here, a reference in
// SimulationParts (runtime/simulation.h), its options in declare_options().
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "kernel/engine.h"
#include "kernel/options.h"
#include "libsmpi/cost/devices/state.h"
#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/cost/modeled/state.h"
#include "libsmpi/doors/assembly/host_failures.h"
#include "libsmpi/mpi/coll/choice/selector.h"
#include "libsmpi/mpi/coll/choice/trials.h"
#include "libsmpi/mpi/coll/schedule.h"
#include "libsmpi/mpi/creation/meeting.h"
#include "libsmpi/mpi/errors/user_errors.h"
#include "libsmpi/mpi/info/rank_info.h"
#include "libsmpi/mpi/io/state.h"
#include "libsmpi/mpi/p2p/folded_transfer.h"
#include "libsmpi/mpi/p2p/mailbox.h"
#include "libsmpi/mpi/p2p/payload_pool.h"
#include "libsmpi/mpi/process/directory.h"
#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/mpi/requests/overheads.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/mpi/rma/operation.h"
#include "libsmpi/ranks/memory/folding.h"
#include "libsmpi/ranks/memory/shared_memory.h"
#include "libsmpi/ranks/runtime/checks.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "models/host/cpu.h"
#include "models/network/network.h"
#include "models/platform/platform.h"

namespace smpi {

struct OwnedRankParts {
  p2p::Mailbox mailbox;
  p2p::SendBuffer send_buffer;
  memory::RankMemory memory;
  UserErrors user_errors;
  RankInfo info;
};

// Made before the Rank that refers to them.
struct RankPartsHolder {
  OwnedRankParts owned;
};

struct AssembledRank final : private RankPartsHolder, public Rank {
  AssembledRank(Simulation& simulation_, std::uint32_t process_, models::HostId host_)
      : Rank(simulation_, process_, host_,
             {.mailbox = owned.mailbox,
              .send_buffer = owned.send_buffer,
              .memory = owned.memory,
              .user_errors = owned.user_errors,
              .info = owned.info}) {}
};

struct OwnedParts {
  OwnedParts(models::Platform hardware, const kernel::Options& options);

  kernel::Engine engine;
  models::Platform platform;
  std::unique_ptr<models::Network> network;
  models::Cpu cpu;
  p2p::OverheadTables overheads;
  coll::Selector collectives;
  coll::Trials trials;
  comm::MeetingTable meetings;
  std::deque<AssembledRank> ranks;
  coll::SchedulePool schedules;  // outlives the requests that use them
  ObjectPool<Request> request_pool;
  ObjectPool<p2p::Message> message_pool;
  ObjectPool<rma::Operation> rma_pool;
  p2p::PayloadPool payloads;
  p2p::ContentPool contents;
  memory::SharedMemory shared_memory;
  modeled::State modeled;
  process::Directory directory;
};

struct PartsHolder {
  PartsHolder(models::Platform hardware, const kernel::Options& options);
  SimulationParts references();
  OwnedParts owned;
};

class AssembledSimulation final : private PartsHolder, public Simulation {
 public:
  // `platform` is moved in; `options` must know the tables of declare_options().
  // Both the options and this object stay where they are for the whole run.
  AssembledSimulation(models::Platform platform, const kernel::Options& options);
  ~AssembledSimulation();

  // All options of the kernel, the models and this layer.
  static std::vector<std::span<const kernel::OptionSpec>> option_tables();
  static void declare_options(kernel::Options& options);

  // Adds a rank on `host`. Ranks of one program are added in order.
  Rank& add_rank(models::HostId host);
  // Makes MPI_COMM_WORLD and MPI_COMM_SELF of the ranks first .. first + count - 1.
  void make_world(std::uint32_t first, std::uint32_t count);
  // Starts a rank: body(rank) runs in its own context and returns the exit status of the rank.
  void start(Rank& rank, std::function<int(Rank&)> body);
  // Ends the running rank without returning from its body, and its threads. The schedules of its
  // nonblocking collectives go on.
  [[noreturn]] static void end_rank(Rank& rank, int exit_status);
  // Runs until every rank ended, or early.
  const EarlyEnd& run();

  // Called where the engine pauses; must be set if it may.
  std::function<void()> at_pause;

  // The program is checked from now on.
  void set_checks(std::unique_ptr<Checks> checks);
  // Hosts have devices from now on.
  void set_devices(std::unique_ptr<devices::State> devices);

 private:
  void follow_network(const kernel::Options& run_options);
  std::unique_ptr<modeled::MachineState> owned_machine_;
  HostFailures host_failures_;
  std::unique_ptr<io::State> owned_io_;
  std::unique_ptr<Checks> owned_checks_;
  std::unique_ptr<devices::State> owned_devices_;
  std::unique_ptr<p2p::PairTurns> owned_turns_;
  std::unique_ptr<p2p::Sockets> owned_sockets_;
};

}  // namespace smpi
