// SPDX-License-Identifier: BSD-3-Clause
//
// The arguments of each collective as algorithms see them: handles resolved, MPI_IN_PLACE turned
// into buffers, and one form for the regular, v, w and large-count functions.
//
// In an intercommunicator `root` is a rank of the other group, MPI_ROOT or MPI_PROC_NULL.
#pragma once

#include <cstdint>
#include <vector>

#include "libsmpi/mpi/coll/collective.h"
#include "libsmpi/mpi/coll/data/blocks.h"
#include "libsmpi/mpi/coll/operation.h"
#include "libsmpi/mpi/datatype/op.h"

namespace smpi::coll {

// What an algorithm does with blocks without data.
enum class Empty : std::uint8_t { skipped, sent };

struct BarrierArgs : Operation {};

struct BcastArgs : Operation {
  Block data;
  int root = 0;
};

// Gather and gatherv.
struct GatherArgs : Operation {
  Block mine;  // sent; at the root in place: this rank's block of `all`
  Blocks all;  // received, at the root only
  int root = 0;
  bool is_root() const { return rank() == root; }
};

// Scatter and scatterv.
struct ScatterArgs : Operation {
  Blocks all;  // sent, at the root only
  Block mine;  // received; at the root in place: this rank's block of `all`
  int root = 0;
  bool is_root() const { return rank() == root; }
};

// Allgather and allgatherv.
struct AllgatherArgs : Operation {
  Block mine;  // sent; in place: this rank's block of `all`
  Blocks all;  // received
};

// Alltoall, alltoallv and alltoallw. In place: `out` is to be ignored.
struct AlltoallArgs : Operation {
  Blocks out;
  Blocks in;
  bool in_place = false;
  std::vector<Datatype*> out_types;  // of alltoallw: what the blocks refer to
  std::vector<Datatype*> in_types;
};

// Reduce, allreduce, scan and exscan. In place: `in` is `out` (where `out` counts).
struct ReduceArgs : Operation {
  void* in = nullptr;
  void* out = nullptr;
  MPI_Count count = 0;
  Datatype* type = nullptr;
  Op* op = nullptr;
  int root = 0;  // of reduce
  bool is_root() const { return rank() == root; }
  Block input() const { return {in, count, type}; }
  Block output() const { return {out, count, type}; }
};

// Reduce_scatter and reduce_scatter_block. In place: `in` is `out`.
struct ReduceScatterArgs : Operation {
  void* in = nullptr;
  void* out = nullptr;
  IndexArray counts;    // of reduce_scatter
  MPI_Count count = 0;  // of reduce_scatter_block: the same on all ranks
  Datatype* type = nullptr;
  Op* op = nullptr;
  MPI_Count count_of(int member) const { return counts.is_null() ? count : counts[member]; }
  MPI_Count total_count() const;
};

// inout = in op inout, where `in` comes from lower ranks.
void combine(Op& op, const void* in, void* inout, MPI_Count count, Datatype* type);

}  // namespace smpi::coll
