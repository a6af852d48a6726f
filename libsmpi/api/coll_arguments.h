// SPDX-License-Identifier: BSD-3-Clause
//
// From the arguments of a collective's C functions to those of its algorithms, checked.
//
// The blocking, nonblocking and persistent functions and their large-count forms share these: each
// prepare() checks what is significant on this rank (MPI 5.0, 6.4 - 6.11), fills `args` and returns
// the Check, which the caller raises if it failed.
#pragma once

#include "libsmpi/api/check.h"
#include "libsmpi/coll/arguments.h"

namespace smpi::api {

using coll::Collective;
using coll::IndexArray;

// Parameters as the standard lists them; arrays are int or 64 bits wide.
struct SendVector {
  const void* buffer;
  IndexArray counts;
  IndexArray displacements;
  MPI_Datatype type;
};
struct ReceiveVector {
  void* buffer;
  IndexArray counts;
  IndexArray displacements;
  MPI_Datatype type;
};
struct SendBlock {
  const void* buffer;
  MPI_Count count;
  MPI_Datatype type;
};
struct ReceiveBlock {
  void* buffer;
  MPI_Count count;
  MPI_Datatype type;
};
struct TypedVector {
  const void* buffer;
  IndexArray counts;
  IndexArray displacements;
  const MPI_Datatype* types;
};

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
// Allreduce and scan.
Check prepare(coll::ReduceArgs& args, const void* in, const ReceiveBlock& out, MPI_Op op,
              MPI_Comm comm);
Check prepare_exscan(coll::ReduceArgs& args, const void* in, const ReceiveBlock& out, MPI_Op op,
                     MPI_Comm comm);
// Reduce_scatter; the displacements of `out` are not used.
Check prepare(coll::ReduceScatterArgs& args, const void* in, const ReceiveVector& out, MPI_Op op,
              MPI_Comm comm);
Check prepare(coll::ReduceScatterArgs& args, const void* in, const ReceiveBlock& out, MPI_Op op,
              MPI_Comm comm);

}  // namespace smpi::api
