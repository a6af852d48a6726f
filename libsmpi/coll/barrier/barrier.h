// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Barrier. Costs and papers are on top of their files.
#pragma once

#include "libsmpi/coll/arguments.h"

namespace smpi::coll {

void barrier_dissemination(const BarrierArgs& args);

}  // namespace smpi::coll
