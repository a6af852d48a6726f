// SPDX-License-Identifier: BSD-3-Clause
//
// smpi_replay_run() and its parts (include/smpi/smpi.h): a program replays a trace itself, as the
// replayers of SimGrid do. The run then is a replay, as with smpirun -replay.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "include/smpi/smpi.h"
#include "kernel/error.h"
#include "libsmpi/cost/modeled/injection.h"
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/caller.h"
#include "libsmpi/doors/assembly/assembled_simulation.h"
#include "libsmpi/run/replay/replayed_traces.h"

namespace smpi::replay {
namespace {

// Of this run; nullptr: no program has replayed anything.
std::unique_ptr<ReplayedTraces> replay_of_programs;

void refuse(const char* function, const std::string& problem) {
  const api::AnyTimeCall call(function, __builtin_return_address(0));
  end_with_error(MPI_ERR_OTHER, function, problem);
}

void play(Rank& rank, std::uint32_t rank_in_trace, const std::string& path) {
  constexpr const char* function = "smpi_replay_main";
  if (rank.phase != Phase::before_init) {
    refuse(function, "the trace has MPI_Init, so the program cannot call it before");
  }
  std::string problem;
  try {
    if (replay_of_programs == nullptr) {
      replay_of_programs =
          std::make_unique<ReplayedTraces>(static_cast<AssembledSimulation&>(rank.simulation));
    }
    return replay_of_programs->play_here(rank, path, rank_in_trace);
  } catch (const kernel::InputError& error) {
    problem = error.what();
  }
  refuse(function, problem);  // outside the handler: it switches
}

}  // namespace
}  // namespace smpi::replay

using namespace smpi;  // NOLINT: the definitions below are C functions

#pragma GCC visibility push(default)
extern "C" {

void smpi_replay_init(const char*, int, double start_delay_flops) {
  api::calling_rank();
  if (start_delay_flops > 0) modeled::inject_flops(start_delay_flops);
}

void smpi_replay_main(int rank, const char* trace_file) {
  Rank& caller = api::calling_rank();
  if (rank < 0 || trace_file == nullptr) {
    replay::refuse("smpi_replay_main", fmt::format("rank {} of no trace", rank));
  }
  replay::play(caller, static_cast<std::uint32_t>(rank), trace_file);
}

void smpi_replay_run(const char* instance_id, int rank, double start_delay_flops,
                     const char* trace_file) {
  smpi_replay_init(instance_id, rank, start_delay_flops);
  smpi_replay_main(rank, trace_file);
}

}  // extern "C"
#pragma GCC visibility pop
