// SPDX-License-Identifier: BSD-3-Clause
//
// From the arguments of a neighbourhood collective's C functions to those of its algorithm, checked
// (MPI 5.0, 8.6): as api/coll/arguments.h, with a block for each neighbour.
#pragma once

#include "libsmpi/doors/api/coll/block_check.h"
#include "libsmpi/mpi/coll/arguments.h"

namespace smpi::api {

using coll::Collective;

Check prepare_neighbor(coll::AllgatherArgs& args, const SendBlock& mine, const ReceiveBlock& all,
                       MPI_Comm comm);
Check prepare_neighbor(coll::AllgatherArgs& args, const SendBlock& mine, const ReceiveVector& all,
                       MPI_Comm comm);
Check prepare_neighbor(coll::AlltoallArgs& args, const SendBlock& out, const ReceiveBlock& in,
                       MPI_Comm comm);
Check prepare_neighbor(coll::AlltoallArgs& args, const SendVector& out, const ReceiveVector& in,
                       MPI_Comm comm);
Check prepare_neighbor(coll::AlltoallArgs& args, const TypedVector& out, const TypedVector& in,
                       MPI_Comm comm);

}  // namespace smpi::api
