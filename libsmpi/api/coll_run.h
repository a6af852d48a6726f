// SPDX-License-Identifier: BSD-3-Clause
//
// The second half of each collective call, after its arguments were checked.
#pragma once

#include "libsmpi/api/coll_arguments.h"
#include "libsmpi/coll/run.h"

namespace smpi::api {

template <class Args>
int run_blocking(Collective collective, const Check& check, Args& args) {
  if (check.failed()) return check.raise();
  Communicator& communicator = args.communicator();
  args.set_tag(communicator.next_collective_tag());
  const coll::Profile profile = coll::profile_of(collective, args);
  const coll::Disagreement disagreement = coll::agree(profile, args);
  if (disagreement.code != MPI_SUCCESS) {
    return raise(&communicator, disagreement.code, disagreement.detail);
  }
  int error = MPI_SUCCESS;
  args.collect_errors_in(error);
  coll::run_selected(profile, args);
  return error == MPI_SUCCESS ? error : raise(&communicator, error);
}

}  // namespace smpi::api
