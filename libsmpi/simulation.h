// SPDX-License-Identifier: BSD-3-Clause
//
// One run: the engine, the machine, the models, the ranks and every table of handles.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kernel/engine.h"
#include "kernel/options.h"
#include "libsmpi/coll/selector.h"
#include "libsmpi/coll/trials.h"
#include "libsmpi/comm/communicator.h"
#include "libsmpi/comm/group.h"
#include "libsmpi/comm/meeting.h"
#include "libsmpi/handle_pool.h"
#include "libsmpi/object_pool.h"
#include "libsmpi/p2p/costs.h"
#include "libsmpi/p2p/folded_transfer.h"
#include "libsmpi/p2p/message.h"
#include "libsmpi/p2p/payload_pool.h"
#include "libsmpi/p2p/request.h"
#include "libsmpi/rank/rank.h"
#include "libsmpi/rma/operation.h"
#include "libsmpi/tuning.h"
#include "models/host/cpu.h"
#include "models/network/network.h"
#include "models/platform/platform.h"

namespace smpi {

namespace memory {
class SharedMemory;
}
namespace modeled {
class MachineState;
struct State;
}  // namespace modeled
namespace coll {
class SchedulePool;
}
namespace io {
struct State;
}
namespace process {
class Starter;
struct Directory;
}  // namespace process
struct Analysis;
class Datatype;
struct Keyval;
class Op;
class File;
class Session;

// Names of objects that programs hold handles of.
struct HandleTables {
  HandlePool<Communicator> communicators;
  HandlePool<GroupHandle> groups;
  HandlePool<Request> requests;
  HandlePool<p2p::Message> messages;
  HandlePool<Datatype> datatypes;
  HandlePool<Op> ops;
  HandlePool<Info> infos;
  HandlePool<Errhandler> errhandlers;
  HandlePool<Keyval> keyvals;
  HandlePool<Window> windows;
  HandlePool<File> files;
  HandlePool<Session> sessions;
};

// Why a run ended before all ranks returned from main.
struct EarlyEnd {
  enum class Why : std::uint8_t { none, aborted, mpi_error, deadlock, exited } why = Why::none;
  int exit_status = 0;
  std::string report;
};

// Something a part of the library does when a rank calls MPI_Finalize; returns an MPI error code.
using FinalizeHook = int (*)(Rank& rank);

// Exit status of a simulation in which ranks wait for ever.
inline constexpr int deadlock_exit_status = 3;

class Simulation {
 public:
  // `platform` is moved in; `options` must know the tables of declare_options().
  // Both the options and this object stay where they are for the whole run.
  Simulation(models::Platform platform, const kernel::Options& options);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  // All options of the kernel, the models and this layer.
  static void declare_options(kernel::Options& options);

  // Adds a rank on `host`. Ranks of one program are added in order.
  Rank& add_rank(models::HostId host);
  // Makes MPI_COMM_WORLD and MPI_COMM_SELF of the ranks first .. first + count - 1.
  void make_world(std::uint32_t first, std::uint32_t count);
  // Starts a rank: body(rank) runs in its own context and returns the exit status of the rank.
  void start(Rank& rank, std::function<int(Rank&)> body);
  // Ends the running rank without returning from its body, and its threads. The schedules of its
  // nonblocking collectives go on.
  [[noreturn]] void end_rank(Rank& rank, int exit_status);
  // Runs until every rank ended, or early.
  const EarlyEnd& run();
  // Ends the run from a rank: prints nothing, records why. Does not return.
  [[noreturn]] void end_early(EarlyEnd end);

  // The simulation of this process, or nullptr.
  static Simulation* instance();

  kernel::Engine engine;
  models::Platform platform;
  const kernel::Options& options;
  models::Network network;
  models::Cpu cpu;
  Tuning tuning;
  p2p::OverheadTables overheads;
  coll::Selector collectives;
  coll::Trials trials;  // of all algorithms, where the selector is automatic
  HandleTables handles;
  comm::MeetingTable meetings;  // collective creations in progress
  std::vector<std::unique_ptr<Rank>> ranks;
  std::unique_ptr<coll::SchedulePool> schedules;  // outlives the requests that use them
  ObjectPool<Request> request_pool;
  ObjectPool<p2p::Message> message_pool;
  ObjectPool<rma::Operation> rma_pool;
  p2p::PayloadPool payloads;
  p2p::ContentPool contents;
  bool folds_memory = false;          // may any memory of a rank be without content?
  std::uint32_t folded_messages = 0;  // messages from memory without content
  std::unique_ptr<memory::SharedMemory> shared_memory;
  std::unique_ptr<modeled::State> modeled;
  std::unique_ptr<modeled::MachineState> machine;  // its energy and its trace files
  std::unique_ptr<io::State> io;
  process::Starter* process_starter = nullptr;  // of the launcher; nullptr: ranks cannot start more
  std::unique_ptr<Analysis> analysis;           // with smpirun --analyze; else nullptr
  std::unique_ptr<process::Directory> directory;  // ports and published names
  int universe_size = 0;  // MPI_UNIVERSE_SIZE: how many ranks the machine has cores for
  std::vector<FinalizeHook> finalize_hooks;  // in the order they run
  bool is_singleton = false;                 // its clocks are the machine's, and so is MPI_Wtime
  std::function<void()> before_first_end;    // called once, while all ranks have their memory
  EarlyEnd early_end;
  int first_failed_status = 0;          // exit status of the first rank that failed
  std::uint32_t standstill_rounds = 0;  // rounds of polls since anything else happened
  FailedPolls failed_polls{};           // of all ranks, since one succeeded (PollGrowth::shared)

  std::uint32_t new_context() { return next_context_++; }

 private:
  std::uint32_t next_context_ = 1;
};

}  // namespace smpi
