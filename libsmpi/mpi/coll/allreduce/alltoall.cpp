// SPDX-License-Identifier: BSD-3-Clause
//
// Allreduce as an all-to-all of blocks, a local reduction of each rank's block in the order of the
// ranks, and an allgather, each with the algorithm that would be chosen for it alone.
// Cost: alltoall(n) + n g (p - 1) / p + allgather(n).
#include "libsmpi/mpi/coll/allreduce/allreduce.h"
#include "libsmpi/mpi/coll/run.h"

namespace smpi::coll {

void allreduce_alltoall(const ReduceArgs& args) {
  const int size = args.size();
  // The vector is padded to equal blocks.
  const MPI_Count block = (args.count + size - 1) / size;
  const MPI_Count padded = block * size;
  const Scratch operands(args, padded, args.type);
  const Scratch vector(args, padded, args.type);
  copy(args.input(), vector.block(args.count, args.type));

  AlltoallArgs transpose{args,
                         Blocks::regular(vector.address(), block, args.type),
                         Blocks::regular(operands.address(), block, args.type),
                         false,
                         {},
                         {}};
  run_part(Collective::alltoall, transpose);

  const MPI_Count own_first = args.rank() * block;
  const MPI_Count own_count = std::clamp<MPI_Count>(args.count - own_first, 0, block);
  const Blocks received = Blocks::regular(operands.address(), block, args.type);
  for (int rank = size - 2; rank >= 0; rank--) {
    // received[rank] op (what is combined so far) stays in the place of the last one.
    combine(*args.op, received[rank].address, received[size - 1].address, own_count, args.type);
  }
  AllgatherArgs collect{args, received[size - 1],
                        Blocks::regular(vector.address(), block, args.type)};
  run_part(Collective::allgather, collect);
  copy(vector.block(args.count, args.type), args.output());
}

}  // namespace smpi::coll
