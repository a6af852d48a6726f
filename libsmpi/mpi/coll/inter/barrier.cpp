// SPDX-License-Identifier: BSD-3-Clause
//
// Barrier of two groups: an allreduce of one integer across them; or a barrier in each group, then
// a byte broadcast both ways. Cost: allreduce; barrier + 2 bcast.
#include "libsmpi/mpi/coll/inter/inter.h"
#include "libsmpi/mpi/coll/run.h"

namespace smpi::coll {

void inter_barrier_allreduce(const BarrierArgs& args) {
  int in = 0;
  int out = 0;
  inter_allreduce({args, &in, &out, 1, &predefined_type(MPI_INT), find_op(MPI_SUM), 0});
}

void inter_barrier_bcast(const BarrierArgs& args) {
  BarrierArgs inside{own_group(args)};
  run_part(Collective::barrier, inside);
  std::byte byte{};
  const Block data{&byte, 1, &predefined_type(MPI_BYTE)};
  // The first group broadcasts, then the second one.
  for (int side = 0; side < 2; side++) {
    int root = 0;
    if (args.communicator().side() == side) root = args.rank() == 0 ? MPI_ROOT : MPI_PROC_NULL;
    inter_bcast({args, data, root});
  }
}

}  // namespace smpi::coll
