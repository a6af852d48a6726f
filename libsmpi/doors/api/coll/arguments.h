// SPDX-License-Identifier: BSD-3-Clause
//
// From the arguments of a collective's C functions to those of its algorithms, checked.
//
// The blocking, nonblocking and persistent functions and their large-count forms share these: each
// prepare() checks what is significant on this rank (MPI 5.0, 6.4 - 6.11), fills `args` and returns
// the Check, which the caller raises if it failed.
#pragma once

#include "libsmpi/doors/api/coll/block_check.h"
#include "libsmpi/mpi/coll/arguments.h"

namespace smpi::api {

using coll::Collective;

Check prepare(coll::BarrierArgs& args, MPI_Comm comm);
Check prepare(coll::BcastArgs& args, const ReceiveBlock& data, int root, MPI_Comm comm);
Check prepare(coll::GatherArgs& args, const SendBlock& mine, const ReceiveBlock& all, int root,
              MPI_Comm comm);
Check prepare(coll::GatherArgs& args, const SendBlock& mine, const ReceiveVector& all, int root,
              MPI_Comm comm);
Check prepare(coll::ScatterArgs& args, const SendBlock& all, const ReceiveBlock& mine, int root,
              MPI_Comm comm);
Check prepare(coll::ScatterArgs& args, const SendVector& all, const ReceiveBlock& mine, int root,
              MPI_Comm comm);
Check prepare(coll::AllgatherArgs& args, const SendBlock& mine, const ReceiveBlock& all,
              MPI_Comm comm);
Check prepare(coll::AllgatherArgs& args, const SendBlock& mine, const ReceiveVector& all,
              MPI_Comm comm);
Check prepare(coll::AlltoallArgs& args, const SendBlock& out, const ReceiveBlock& in,
              MPI_Comm comm);
Check prepare(coll::AlltoallArgs& args, const SendVector& out, const ReceiveVector& in,
              MPI_Comm comm);
Check prepare(coll::AlltoallArgs& args, const TypedVector& out, const TypedVector& in,
              MPI_Comm comm);
// Reduce.
Check prepare(coll::ReduceArgs& args, const void* in, const ReceiveBlock& out, MPI_Op op, int root,
              MPI_Comm comm);
// Allreduce.
Check prepare(coll::ReduceArgs& args, const void* in, const ReceiveBlock& out, MPI_Op op,
              MPI_Comm comm);
Check prepare_scan(coll::ReduceArgs& args, const void* in, const ReceiveBlock& out, MPI_Op op,
                   MPI_Comm comm);
Check prepare_exscan(coll::ReduceArgs& args, const void* in, const ReceiveBlock& out, MPI_Op op,
                     MPI_Comm comm);
// Reduce_scatter; the displacements of `out` are not used.
Check prepare(coll::ReduceScatterArgs& args, const void* in, const ReceiveVector& out, MPI_Op op,
              MPI_Comm comm);
Check prepare(coll::ReduceScatterArgs& args, const void* in, const ReceiveBlock& out, MPI_Op op,
              MPI_Comm comm);

// Adds the check of the info object of a persistent call.
Check with_info(Check check, MPI_Info info);

}  // namespace smpi::api
