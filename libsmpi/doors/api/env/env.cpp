// SPDX-License-Identifier: BSD-3-Clause
//
// Starting and ending MPI, time, abort (MPI 5.0, 11.2, 9.6, 9.3.2) and who am I (7.4.1).
#include <fmt/format.h>

#include <algorithm>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/doors/api/foreign_thread.h"
#include "libsmpi/mpi/process/spawn.h"
#include "libsmpi/ranks/load/real_clock.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/start_barrier.h"
#include "libsmpi/ranks/runtime/work_observer.h"

namespace smpi::api {
namespace {

int init(int required, int* provided) {
  Rank& rank = current_rank();
  if (rank.phase != Phase::before_init) {
    return raise(nullptr, MPI_ERR_OTHER, "MPI is initialised already");
  }
  rank.phase = Phase::running;
  rank.thread_level = std::min(required, highest_thread_level());
  rank.init_strand = running_strand;
  if (provided != nullptr) *provided = rank.thread_level;
  wait_for_world(rank);
  if (rank.parent != nullptr) process::greet_parent(rank);
  rank.simulation.engine.sleep(rank.simulation.tuning.init_s);
  return MPI_SUCCESS;
}

bool is_thread_level(int level) {
  return level == MPI_THREAD_SINGLE || level == MPI_THREAD_FUNNELED ||
         level == MPI_THREAD_SERIALIZED || level == MPI_THREAD_MULTIPLE;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Init(int*, char***) {
  const AnyTimeCall call;
  return init(MPI_THREAD_SINGLE, nullptr);
}

int PMPI_Init_thread(int*, char***, int required, int* provided) {
  const AnyTimeCall call;
  Check check;
  check.pointer(provided, "provided")
      .require(is_thread_level(required), MPI_ERR_ARG, "not a level of thread support");
  if (check.failed()) return check.raise();
  return init(required, provided);
}

int PMPI_Finalize(void) {
  const Call call;
  Rank& rank = current_rank();
  if (rank.phase != Phase::running) {
    return raise(nullptr, MPI_ERR_OTHER, "sessions are ended by MPI_Session_finalize");
  }
  if (rank.simulation.options.boolean("smpi/barrier-finalization")) PMPI_Barrier(MPI_COMM_WORLD);
  const int error = run_finalize_hooks(rank);
  rank.phase = Phase::finalized;
  return error == MPI_SUCCESS ? error : raise(nullptr, error);
}

int PMPI_Initialized(int* flag) {
  const AnyTimeCall call;
  *flag = current_rank().phase != Phase::before_init ? 1 : 0;
  return MPI_SUCCESS;
}

int PMPI_Finalized(int* flag) {
  const AnyTimeCall call;
  *flag = current_rank().phase >= Phase::finalized ? 1 : 0;
  return MPI_SUCCESS;
}

int PMPI_Query_thread(int* provided) {
  const Call call;
  *provided = current_rank().thread_level;
  return MPI_SUCCESS;
}

int PMPI_Is_thread_main(int* flag) {
  const Call call;
  *flag = running_strand == current_rank().init_strand ? 1 : 0;
  return MPI_SUCCESS;
}

double PMPI_Wtime(void) {
  const AnyTimeCall call;
  Simulation& simulation = current_rank().simulation;
  if (simulation.is_singleton) return load::real_clock_s();
  const double time_s = simulation.engine.now_s();  // read first, paid afterwards
  if (running_strand->call_depth == 1) tell_sleep(current_rank(), simulation.tuning.wtime_s);
  simulation.engine.sleep(simulation.tuning.wtime_s);
  return time_s;
}

double PMPI_Wtick(void) {
  const AnyTimeCall call;
  return 1e-9;
}

int PMPI_Abort(MPI_Comm comm, int errorcode) {
  const Call call;
  const Check check(comm);
  if (check.failed()) return check.raise();
  Rank& rank = current_rank();
  rank.simulation.end_early({.why = EarlyEnd::Why::aborted,
                             .exit_status = (errorcode & 0xff) != 0 ? errorcode & 0xff : 1,
                             .report = fmt::format("{}: the program aborted with code {}",
                                                   describe_rank(rank), errorcode)});
}

int PMPI_Comm_rank(MPI_Comm comm, int* rank) {
  const LocalCall call;
  Check check(comm);
  check.pointer(rank, "rank");
  if (check.failed()) return check.raise();
  *rank = check.communicator()->rank();
  return MPI_SUCCESS;
}

int PMPI_Comm_size(MPI_Comm comm, int* size) {
  const LocalCall call;
  Check check(comm);
  check.pointer(size, "size");
  if (check.failed()) return check.raise();
  *size = check.communicator()->size();
  return MPI_SUCCESS;
}

}  // extern "C"
