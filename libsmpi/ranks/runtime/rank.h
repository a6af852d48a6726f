// SPDX-License-Identifier: BSD-3-Clause
//
// One MPI process: what belongs to a rank and to nobody else.
//
// A rank runs in one or more strands: its main program, the threads it makes, and the schedules of
// its nonblocking collectives. A strand is one actor of the engine; the pointer to the running one
// is global, with the thread that it runs on, because the C API has no other way to know who calls.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "include/mpi.h"
#include "kernel/engine.h"
#include "libsmpi/ranks/runtime/fortran_sentinels.h"
#include "libsmpi/ranks/runtime/observers.h"
#include "libsmpi/ranks/runtime/reference.h"
#include "libsmpi/ranks/runtime/start_barrier.h"
#include "libsmpi/ranks/runtime/tuning.h"
#include "models/platform/ids.h"

namespace smpi {

namespace memory {
struct RankMemory;
}
namespace p2p {
class Mailbox;
struct ReceiveSpec;
struct SendBuffer;
}  // namespace p2p
namespace load {
struct LibcState;
class OpenmpState;
struct Thread;
}  // namespace load
class Simulation;
class Communicator;
class RankTypes;
class UserErrors;
struct RankInfo;
namespace tool {
struct State;
}
struct Request;
struct Rank;

// The MPI call a strand is in, for reports and traces. Filled by the door of each call.
struct CallRecord {
  const char* function = nullptr;        // such as "MPI_Send"; nullptr outside MPI
  const void* return_address = nullptr;  // in the program: names the source line
};

struct Strand {
  kernel::Actor* actor = nullptr;
  std::size_t awaited_count = 0;  // requests that must complete before it goes on
  Rank* rank = nullptr;
  load::Thread* thread = nullptr;  // that the rank made; nullptr: its main thread, or a schedule
  CallRecord call;
  int call_depth = 0;
  bool handles_receives = false;  // waits where each receive costs time when it completes
  // An error class that it received data with in the call that it is in (p2p/failures.h).
  std::int16_t collective_error = MPI_SUCCESS;
  std::unique_ptr<CallDetails> details;  // of the call, when it is observed
  double pending_burst_s = 0;            // small bursts that are not injected yet (MODELS 6)
  // What it waits for, for the deadlock report: requests of an MPI_Wait-like call.
  Request* const* waiting_for = nullptr;
  std::size_t waiting_count = 0;
  // When the receives that completed while it handles them will have been handled (MODELS 7.3).
  double handled_until_s = 0;
  // What a blocking probe looks for.
  const p2p::ReceiveSpec* probing = nullptr;
  // Any other reason to wait, such as "the other members of MPI_Comm_split".
  const char* waiting_reason = nullptr;
  // While another strand runs. Shared only to keep its definition out of here.
  std::shared_ptr<load::OpenmpState> openmp;
};

enum class Phase : std::uint8_t { before_init, running, finalized, ended };

// Counts what one rank did, for summaries.
struct RankCounters {
  std::uint64_t messages = 0;
  double bytes = 0;
};

// What the modules keep for a rank. They own it; assembly/assembled_simulation.h makes it.
struct RankParts {
  p2p::Mailbox& mailbox;
  p2p::SendBuffer& send_buffer;  // of its buffered sends
  memory::RankMemory& memory;    // what of its memory has no content
  UserErrors& user_errors;       // classes and codes that the program added
  RankInfo& info;
};

// Ordered by use: first what every call and every message looks at.
struct alignas(64) Rank : RankParts {
  Rank(Simulation& simulation_, std::uint32_t process_, models::HostId host_,
       const RankParts& parts)
      : RankParts(parts), simulation(simulation_), process(process_), host(host_) {}
  Rank(const Rank&) = delete;
  Rank& operator=(const Rank&) = delete;

  Simulation& simulation;
  std::uint32_t process;  // index in Simulation::ranks, unique in the simulation
  models::HostId host;
  int session_count = 0;  // of sessions that are not finalised
  Phase phase = Phase::before_init;
  // Polling (MODELS 10.3).
  std::uint64_t activity = 0;  // grows when something changed that a poll could see
  kernel::Actor* poll_sleeper = nullptr;
  const void* poll_frame = nullptr;  // of the program that polls (requests/poll_loop.h)
  // Injected and modelled work that is not executed yet (modeled/injection.h).
  double owed_flops = 0;

  Strand main;
  RankCounters counters;
  std::uint32_t poll_streak = 0;      // failed polls since the last other call
  std::uint64_t poll_state = 0;       // the program's at one of them
  const void* poll_site = nullptr;    // of the call at which it slept last, as it only polled
  PollKind streak_kind{};             // of its growing polls
  FailedPolls failed_polls{};         // since one succeeded
  std::uint64_t looked_activity = 0;  // when a growing poll looked last
  std::vector<Strand*> probers;       // strands in a blocking probe
  // Measured computation (MODELS 6).
  double burst_start_s = 0;  // real clock, when the last MPI call was left
  double measured_s = 0;     // all bursts so far

  std::uint32_t world_rank = 0;  // in its own MPI_COMM_WORLD (spawned programs have theirs)
  bool ended_without_finalize = false;
  bool lost_host = false;        // its host went off while it ran
  bool is_known_failed = false;  // and the other ranks know it
  int thread_level = MPI_THREAD_SINGLE;
  bool main_ended = false;                       // by pthread_exit, while its threads go on
  std::vector<std::unique_ptr<Strand>> threads;  // those it made; without `thread`: free
  std::uint32_t thread_count = 0;                // of them, running
  const Strand* init_strand = &main;             // that called MPI_Init
  load::LibcState* libc = nullptr;               // what the C library keeps for it; of the launcher
  Communicator* world = nullptr;
  Communicator* self = nullptr;
  // Of a spawned rank, until it is freed; and which rank of the other side spawned it.
  Communicator* parent = nullptr;
  int parent_root = 0;

  Ref<StartBarrier> start_barrier;  // shared by the ranks of a world

  const std::string* job = nullptr;  // name of the job it belongs to; borrowed
  int application_number = 0;        // MPI_APPNUM: which command of MPI_Comm_spawn_multiple
  fortran::SentinelPlaces fortran_sentinels;

  // Shared only to keep their definitions out of here.
  std::shared_ptr<RankTypes> types;
  std::shared_ptr<tool::State> tool;  // of MPI_T; made by MPI_T_init_thread

  int exit_status = 0;
  double end_s = 0;  // simulated time of the end of main

  // Any call that is not a failed poll.
  void end_poll_streak() { poll_streak = 0; }

  // May it call MPI: does the world or a session of it live?
  bool in_mpi() const { return phase == Phase::running || session_count > 0; }
};

// The running strand; nullptr in the run loop and outside a simulation.
extern constinit Strand* running_strand;

// The thread that runs all ranks, as __builtin_thread_pointer() has it; nullptr: any thread may
// call.
extern constinit const void* thread_of_ranks;

// The program's line when a Fortran name stands between it and the next door; the door takes it.
extern constinit const void* fortran_caller;

// Where the program's stack begins when a wrapper stands between it and the next poll, which takes
// it.
extern constinit const void* frame_of_poller;

inline Rank& current_rank() {
  return *running_strand->rank;
}
// Is the caller a rank of a simulation?
inline bool in_rank() {
  return running_strand != nullptr;
}

// "rank 3 on host-3 at 0.000125 s in MPI_Recv (pingpong.c:17)"
std::string describe_rank(const Rank& rank);
// Its number in its world; those of jobs and spawned programs count from 0 again: "2 of job b",
// "2 (spawned, process 5)".
std::string number_of(const Rank& rank);

}  // namespace smpi
