// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Reduce. Costs and papers are on top of their files.
#pragma once

#include "libsmpi/coll/arguments.h"

namespace smpi::coll {

void reduce_binomial(const ReduceArgs& args);

}  // namespace smpi::coll
