// SPDX-License-Identifier: BSD-3-Clause
//
// One run as its modules see it: the engine, the machine, the models, the ranks, every table of
// handles, and by reference what each module keeps for the run. Modules own their parts; they are
// put together above all of them (assembly/assembled_simulation.h), so that this header stands
// below all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernel/engine.h"
#include "kernel/options.h"
#include "libsmpi/ranks/runtime/handle_pool.h"
#include "libsmpi/ranks/runtime/object_pool.h"
#include "libsmpi/ranks/runtime/observers.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/ranks/runtime/tuning.h"

namespace smpi {

namespace models {
class Cpu;
class Network;
class Platform;
}  // namespace models
namespace coll {
class SchedulePool;
class Selector;
class Trials;
}  // namespace coll
namespace comm {
struct ConsensusTable;
class MeetingTable;
}  // namespace comm
namespace devices {
class State;
}
namespace io {
struct State;
}
namespace memory {
class SharedMemory;
}
namespace modeled {
class MachineState;
struct State;
}  // namespace modeled
namespace p2p {
class ContentPool;
struct Failures;
struct Message;
struct OverheadTables;
class PayloadPool;
}  // namespace p2p
namespace process {
class Starter;
struct Directory;
}  // namespace process
namespace rma {
struct Operation;
}
class Checks;
class Communicator;
class Datatype;
class Errhandler;
class File;
class Info;
class Op;
class Session;
class Window;
struct GroupHandle;
struct Keyval;
struct Request;

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

// A persistent send or receive that the program freed and never started: others may wait for it.
struct ForgottenStart {
  const Rank* rank = nullptr;
  bool is_send = false;
  int peer = 0;
  int tag = 0;
  std::string communicator;       // its name
  const void* made_at = nullptr;  // return address of the call that made it
};

// Something a part of the library does when a rank calls MPI_Finalize; returns an MPI error code.
using FinalizeHook = int (*)(Rank& rank);

// Exit status of a simulation in which ranks wait for ever.
inline constexpr int deadlock_exit_status = 3;

// What the modules keep for a run.
struct SimulationParts {
  kernel::Engine& engine;
  models::Platform& platform;
  models::Network& network;
  models::Cpu& cpu;
  ObjectPool<Request>& request_pool;
  ObjectPool<p2p::Message>& message_pool;
  ObjectPool<rma::Operation>& rma_pool;
  p2p::OverheadTables& overheads;
  p2p::PayloadPool& payloads;
  p2p::ContentPool& contents;
  coll::Selector& collectives;
  coll::Trials& trials;  // of all algorithms, where the selector is automatic
  coll::SchedulePool* schedules;
  comm::MeetingTable& meetings;  // collective creations in progress
  memory::SharedMemory* shared_memory;
  modeled::State* modeled;
  modeled::MachineState* machine;  // its energy and its trace files
  io::State* io;
  process::Directory* directory;  // ports and published names
};

class Simulation : public SimulationParts {
 public:
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  // Ends the run from a rank: prints nothing, records why. Does not return.
  [[noreturn]] void end_early(EarlyEnd end);

  // The simulation of this process, or nullptr.
  static Simulation* instance();

  const kernel::Options& options;
  Tuning tuning;
  HandleTables handles;
  std::vector<Rank*> ranks;
  bool folds_memory = false;                    // may any memory of a rank be without content?
  std::uint32_t folded_messages = 0;            // messages from memory without content
  process::Starter* process_starter = nullptr;  // of the launcher; nullptr: ranks cannot start more
  devices::State* devices = nullptr;            // of smpirun --devices; else nullptr
  Checks* checks = nullptr;                     // of smpirun -analyze; else nullptr
  Observers observers;
  bool is_watched = false;  // by checks or observers: one question for both where messages pass
  // By a trace, or by a tool that wraps MPI calls: an overlay then makes all calls that it stands
  // for.
  bool are_calls_seen = false;
  int universe_size = 0;  // MPI_UNIVERSE_SIZE: how many ranks the machine has cores for
  std::vector<FinalizeHook> finalize_hooks;  // in the order they run
  bool is_singleton = false;                 // its clocks are the machine's, and so is MPI_Wtime
  std::function<void()> before_first_end;    // called once, while all ranks have their memory
  EarlyEnd early_end;
  int first_failed_status = 0;                   // exit status of the first rank that failed
  std::vector<ForgottenStart> forgotten_starts;  // the first of them, for a deadlock report
  std::uint32_t standstill_rounds = 0;           // rounds of polls since anything else happened
  FailedPolls failed_polls{};  // of all ranks, since one succeeded (PollGrowth::shared)
  // Has each rank a core to itself, of one speed, and a host? Of those at the first question
  // (exchange.h).
  std::optional<bool> computes_alone;
  std::optional<bool> ranks_have_hosts;

  std::uint32_t new_context() { return next_context_++; }
  void add_observer(Observer& observer) {
    observers.add(observer);
    is_watched = true;
  }

 protected:
  // `options_` must know the tables of all modules and stay where they are for the whole run.
  Simulation(const kernel::Options& options_, const SimulationParts& parts);
  ~Simulation();

 private:
  std::uint32_t next_context_ = 1;

 public:
  // What few runs have. Shared only to keep their definitions out of here.
  // Processes that are known to have failed, and revoked communicators; nullptr: there are none.
  std::shared_ptr<p2p::Failures> failures;
  std::shared_ptr<comm::ConsensusTable> consensuses;  // in progress; made with the first
};

// The arguments of the call that the running strand is in, to be filled in; nullptr when nobody
// wants to know.
inline CallDetails* details_of_call(const Simulation& simulation) {
  if (!simulation.is_watched || !simulation.observers.any()) [[likely]]
    return nullptr;
  return running_strand == nullptr ? nullptr : running_strand->details.get();
}

}  // namespace smpi
