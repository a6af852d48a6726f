// SPDX-License-Identifier: BSD-3-Clause
//
// How much data a rank gives to a collective and gets from it, for those who record calls. In the
// sense of the standard's arguments: what algorithms send is another matter.
#pragma once

#include "include/mpi.h"
#include "libsmpi/mpi/coll/choice/registry.h"
#include "libsmpi/mpi/coll/operation.h"

namespace smpi::coll {

struct Volume {
  MPI_Count given_bytes = 0;
  MPI_Count got_bytes = 0;  // the root of a broadcast gets what it gives
};

// Of the calling rank; `args` is the operation that `profile` describes.
Volume volume_of(const Profile& profile, const Operation& args);

}  // namespace smpi::coll
