// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Reduce_scatter and MPI_Reduce_scatter_block. Costs and papers are on top of
// their files.
#pragma once

#include "libsmpi/coll/arguments.h"

namespace smpi::coll {

void reduce_scatter_reduce_scatterv(const ReduceScatterArgs& args);

}  // namespace smpi::coll
