// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Alltoall, MPI_Alltoallv and MPI_Alltoallw. Costs and papers are on top of
// their files.
#pragma once

#include "libsmpi/coll/arguments.h"

namespace smpi::coll {

void alltoall_linear(const AlltoallArgs& args);
void alltoall_in_place(const AlltoallArgs& args);

}  // namespace smpi::coll
