// SPDX-License-Identifier: BSD-3-Clause
//
// The second half of each collective call, after its arguments were checked.
#pragma once

#include "libsmpi/doors/api/coll/arguments.h"
#include "libsmpi/mpi/coll/data/buffer_uses.h"
#include "libsmpi/mpi/coll/run.h"
#include "libsmpi/mpi/coll/schedule.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/watch/analyze/hooks.h"

namespace smpi::api {

template <class Args>
int run_blocking(Collective collective, const Check& check, Args& args) {
  if (check.failed()) return check.raise();
  Communicator& communicator = args.communicator();
  args.set_tag(communicator.next_collective_tag());
  Analysis* const checks = analysis_of(communicator.owner());
  if (checks != nullptr) {
    checks->collectives.enter(communicator, analysis::call_of(collective, args));
  }
  const coll::Profile profile = coll::profile_of(collective, args);
  const coll::Disagreement disagreement = coll::agree(profile, args);
  if (disagreement.code != MPI_SUCCESS && !p2p::is_broken(communicator)) {
    return raise(&communicator, disagreement.code, disagreement.detail);
  }
  if (checks != nullptr) {
    checks->buffers.look(communicator.owner(), analysis::buffers_of(collective, args));
  }
  int error = MPI_SUCCESS;
  args.collect_errors_in(error);
  coll::run_call(profile, args);
  return error == MPI_SUCCESS ? error : raise(&communicator, error);
}

// An inactive request for the call; nullptr if something was wrong, which `check` says then.
template <class Args>
Request* make_schedule(Collective collective, Check& check, Args& args, MPI_Request* request) {
  check.pointer(request, "request");
  if (check.failed()) return nullptr;
  args.set_channel(Channel::nonblocking);
  Communicator& communicator = args.communicator();
  args.set_tag(communicator.next_nonblocking_tag());
  if (Analysis* checks = analysis_of(communicator.owner())) {
    checks->collectives.enter(communicator, analysis::call_of(collective, args));
  }
  Request* made = coll::make_schedule(collective, std::move(args));
  const coll::Schedule& schedule = coll::schedule_of(*made);
  const coll::Disagreement disagreement = coll::agree(schedule.profile(), schedule.operation());
  if (disagreement.code == MPI_SUCCESS || p2p::is_broken(communicator)) return made;
  check.require(false, disagreement.code, disagreement.detail.c_str());
  free_request(*made);
  return nullptr;
}

// MPI_Ibcast and the like.
template <class Args>
int start_nonblocking(Collective collective, Check check, Args& args, MPI_Request* request) {
  Request* made = make_schedule(collective, check, args, request);
  if (made == nullptr) return check.raise();
  *request = to_handle(made);
  return made->extension->start(*made);
}

// MPI_Bcast_init and the like. No hint of `info` changes what is done.
template <class Args>
int make_persistent(Collective collective, Check check, Args& args, MPI_Request* request) {
  Request* made = make_schedule(collective, check, args, request);
  if (made == nullptr) return check.raise();
  made->persistent = true;
  *request = to_handle(made);
  return MPI_SUCCESS;
}

}  // namespace smpi::api
