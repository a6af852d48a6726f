// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Scan and MPI_Exscan. Costs and papers are on top of their files.
#pragma once

#include "libsmpi/coll/arguments.h"

namespace smpi::coll {

void scan_linear(const ReduceArgs& args);
void exscan_linear(const ReduceArgs& args);

}  // namespace smpi::coll
