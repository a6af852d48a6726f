// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Allreduce. Costs and papers are on top of their files.
#pragma once

#include "libsmpi/coll/arguments.h"

namespace smpi::coll {

void allreduce_recursive_doubling(const ReduceArgs& args);

}  // namespace smpi::coll
