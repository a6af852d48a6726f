// SPDX-License-Identifier: BSD-3-Clause
//
// Starting and ending MPI, time, abort (MPI 5.0, 11.2, 9.6, 9.3.2) and who am I (7.4.1).
#include <fmt/format.h>

#include <algorithm>

#include "libsmpi/api/call.h"
#include "libsmpi/api/check.h"
#include "libsmpi/api/foreign_thread.h"
#include "libsmpi/load/real_clock.h"
#include "libsmpi/process/spawn.h"
#include "libsmpi/rank/start_barrier.h"
#include "libsmpi/reports/deadlock.h"
#include "libsmpi/simulation.h"

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

#define CALL(name) const Call call(name, __builtin_return_address(0))
#define LOCAL_CALL(name) const LocalCall call(name, __builtin_return_address(0))
#define CALL_ANY_TIME(name) const Call call(name, __builtin_return_address(0), Allowed::any_time)

extern "C" {

int PMPI_Init(int*, char***) {
  CALL_ANY_TIME("MPI_Init");
  return init(MPI_THREAD_SINGLE, nullptr);
}

int PMPI_Init_thread(int*, char***, int required, int* provided) {
  CALL_ANY_TIME("MPI_Init_thread");
  Check check;
  check.pointer(provided, "provided")
      .require(is_thread_level(required), MPI_ERR_ARG, "not a level of thread support");
  if (check.failed()) return check.raise();
  return init(required, provided);
}

int PMPI_Finalize(void) {
  CALL("MPI_Finalize");
  Rank& rank = current_rank();
  if (rank.phase != Phase::running) {
    return raise(nullptr, MPI_ERR_OTHER, "sessions are ended by MPI_Session_finalize");
  }
  const int error = run_finalize_hooks(rank);
  rank.phase = Phase::finalized;
  return error == MPI_SUCCESS ? error : raise(nullptr, error);
}

int PMPI_Initialized(int* flag) {
  CALL_ANY_TIME("MPI_Initialized");
  *flag = current_rank().phase != Phase::before_init ? 1 : 0;
  return MPI_SUCCESS;
}

int PMPI_Finalized(int* flag) {
  CALL_ANY_TIME("MPI_Finalized");
  *flag = current_rank().phase >= Phase::finalized ? 1 : 0;
  return MPI_SUCCESS;
}

int PMPI_Query_thread(int* provided) {
  CALL("MPI_Query_thread");
  *provided = current_rank().thread_level;
  return MPI_SUCCESS;
}

int PMPI_Is_thread_main(int* flag) {
  CALL("MPI_Is_thread_main");
  *flag = running_strand == current_rank().init_strand ? 1 : 0;
  return MPI_SUCCESS;
}

double PMPI_Wtime(void) {
  CALL_ANY_TIME("MPI_Wtime");
  Simulation& simulation = current_rank().simulation;
  if (simulation.is_singleton) return load::real_clock_s();
  const double time_s = simulation.engine.now_s();  // read first, paid afterwards
  simulation.engine.sleep(simulation.tuning.wtime_s);
  return time_s;
}

double PMPI_Wtick(void) {
  CALL_ANY_TIME("MPI_Wtick");
  return 1e-9;
}

int PMPI_Abort(MPI_Comm comm, int errorcode) {
  CALL("MPI_Abort");
  const Check check(comm);
  if (check.failed()) return check.raise();
  Rank& rank = current_rank();
  rank.simulation.end_early({.why = EarlyEnd::Why::aborted,
                             .exit_status = (errorcode & 0xff) != 0 ? errorcode & 0xff : 1,
                             .report = fmt::format("{}: the program aborted with code {}",
                                                   describe_rank(rank), errorcode)});
}

int PMPI_Comm_rank(MPI_Comm comm, int* rank) {
  LOCAL_CALL("MPI_Comm_rank");
  Check check(comm);
  check.pointer(rank, "rank");
  if (check.failed()) return check.raise();
  *rank = check.communicator()->rank();
  return MPI_SUCCESS;
}

int PMPI_Comm_size(MPI_Comm comm, int* size) {
  LOCAL_CALL("MPI_Comm_size");
  Check check(comm);
  check.pointer(size, "size");
  if (check.failed()) return check.raise();
  *size = check.communicator()->size();
  return MPI_SUCCESS;
}

}  // extern "C"
