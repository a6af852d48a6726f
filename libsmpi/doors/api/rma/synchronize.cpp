// SPDX-License-Identifier: BSD-3-Clause
//
// Synchronisation calls of one-sided communication (MPI 5.0, 12.5).
#include "libsmpi/mpi/rma/synchronize.h"
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/rma/window_check.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/requests/polling.h"
#include "libsmpi/mpi/rma/operation.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/watch/analyze/hooks.h"

namespace smpi::api {
namespace {

using analysis::Completion;

constexpr int all_assertions =
    MPI_MODE_NOCHECK | MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT | MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED;

WindowCheck& check_assertion(WindowCheck& check, int assertion) {
  return check.require((assertion & ~all_assertions) == 0, MPI_ERR_ASSERT, "unknown assertion");
}

// The group of MPI_Win_start and MPI_Win_post: members of the window.
Ref<Group> check_group(WindowCheck& check, MPI_Group handle) {
  Group* group = find_group(handle);
  check.require(group != nullptr, MPI_ERR_GROUP, "null or freed group");
  if (check.failed()) return {};
  for (const ProcessId member : group->members()) {
    check.require(check.window()->communicator().group().rank_of(member).has_value(), MPI_ERR_GROUP,
                  "a member of the group is not in the window");
  }
  return group;
}

int finish(const WindowCheck& check, int code) {
  return raise_on_window(check.window(), code, "the call does not fit the open epochs");
}

int flush(int rank, MPI_Win win, Completion completion) {
  WindowCheck check(win);
  check.target(rank);
  if (check.failed()) return check.raise();
  if (rank == MPI_PROC_NULL) return MPI_SUCCESS;
  check.require(rma::is_passive(*check.window(), rank), MPI_ERR_RMA_SYNC,
                "the target is not locked");
  if (check.failed()) return check.raise();
  rma::flush(*check.window(), rank);
  rma::note_completion(*check.window(), rank, completion);
  return MPI_SUCCESS;
}

int flush_all(MPI_Win win, Completion completion) {
  WindowCheck check(win);
  if (check.failed()) return check.raise();
  check.require(rma::is_passive(*check.window(), rma::all_targets), MPI_ERR_RMA_SYNC,
                "no target is locked");
  if (check.failed()) return check.raise();
  rma::flush(*check.window(), rma::all_targets);
  rma::note_completion(*check.window(), rma::all_targets, completion);
  return MPI_SUCCESS;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Win_fence(int assert, MPI_Win win) {
  const Call call;
  WindowCheck check(win);
  check_assertion(check, assert);
  if (check.failed()) return check.raise();
  return finish(check, rma::fence(*check.window(), assert));
}

int PMPI_Win_start(MPI_Group group, int assert, MPI_Win win) {
  const Call call;
  WindowCheck check(win);
  check_assertion(check, assert);
  Ref<Group> targets = check_group(check, group);
  if (check.failed()) return check.raise();
  return finish(check, rma::start_epoch(*check.window(), std::move(targets), assert));
}

int PMPI_Win_complete(MPI_Win win) {
  const Call call;
  const WindowCheck check(win);
  if (check.failed()) return check.raise();
  return finish(check, rma::complete_epoch(*check.window()));
}

int PMPI_Win_post(MPI_Group group, int assert, MPI_Win win) {
  const Call call;
  WindowCheck check(win);
  check_assertion(check, assert);
  Ref<Group> origins = check_group(check, group);
  if (check.failed()) return check.raise();
  return finish(check, rma::post(*check.window(), std::move(origins), assert));
}

int PMPI_Win_wait(MPI_Win win) {
  const Call call;
  const WindowCheck check(win);
  if (check.failed()) return check.raise();
  return finish(check, rma::wait(*check.window()));
}

int PMPI_Win_test(MPI_Win win, int* flag) {
  const PollCall call;
  WindowCheck check(win);
  check.require(flag != nullptr, MPI_ERR_ARG, "flag is NULL");
  if (check.failed()) return check.raise();
  bool done = false;
  int code = MPI_SUCCESS;
  p2p::poll(PollKind::test, [&] {
    code = rma::test(*check.window(), done);
    return done || code != MPI_SUCCESS;
  });
  *flag = done ? 1 : 0;
  return finish(check, code);
}

int PMPI_Win_lock(int lock_type, int rank, int assert, MPI_Win win) {
  const Call call;
  WindowCheck check(win);
  check.target(rank);
  check_assertion(check, assert)
      .require(lock_type == MPI_LOCK_SHARED || lock_type == MPI_LOCK_EXCLUSIVE, MPI_ERR_LOCKTYPE,
               "neither MPI_LOCK_SHARED nor MPI_LOCK_EXCLUSIVE");
  if (check.failed()) return check.raise();
  if (rank == MPI_PROC_NULL) return MPI_SUCCESS;
  return finish(check, rma::lock(*check.window(), rank, lock_type == MPI_LOCK_EXCLUSIVE, assert));
}

int PMPI_Win_unlock(int rank, MPI_Win win) {
  const Call call;
  WindowCheck check(win);
  check.target(rank);
  if (check.failed()) return check.raise();
  if (rank == MPI_PROC_NULL) return MPI_SUCCESS;
  return finish(check, rma::unlock(*check.window(), rank));
}

int PMPI_Win_lock_all(int assert, MPI_Win win) {
  const Call call;
  WindowCheck check(win);
  check_assertion(check, assert);
  if (check.failed()) return check.raise();
  return finish(check, rma::lock_all(*check.window(), assert));
}

int PMPI_Win_unlock_all(MPI_Win win) {
  const Call call;
  const WindowCheck check(win);
  if (check.failed()) return check.raise();
  return finish(check, rma::unlock_all(*check.window()));
}

int PMPI_Win_flush(int rank, MPI_Win win) {
  const Call call;
  return flush(rank, win, Completion::remote);
}

int PMPI_Win_flush_all(MPI_Win win) {
  const Call call;
  return flush_all(win, Completion::remote);
}

// Local completion comes with the end of the flow, as remote completion does.
int PMPI_Win_flush_local(int rank, MPI_Win win) {
  const Call call;
  return flush(rank, win, Completion::local);
}

int PMPI_Win_flush_local_all(MPI_Win win) {
  const Call call;
  return flush_all(win, Completion::local);
}

int PMPI_Win_sync(MPI_Win win) {
  const Call call;
  const WindowCheck check(win);
  if (check.failed()) return check.raise();
  if (Analysis* checks = analysis_of(current_rank())) checks->windows.hear(current_rank());
  // All ranks see one memory; others get the chance to change it, as spinning programs expect.
  p2p::charge_failed_poll(current_rank().simulation.tuning.test_s);
  return MPI_SUCCESS;
}

}  // extern "C"
