// SPDX-License-Identifier: BSD-3-Clause
//
// Allgather round a ring: each rank passes the block it received last to its right neighbour, or,
// on a shifting ring, sends its own block one rank further in each step. Cost of both:
// (p - 1)(a + largest block b). Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005; Faraj, Yuan,
// "Automatic generation and tuning of MPI collective communication routines", ICS 2005.
#include "libsmpi/mpi/coll/allgather/allgather.h"
#include "libsmpi/mpi/coll/steps.h"

namespace smpi::coll {

namespace {

// `is_shifting`: its block goes one rank further in each step.
struct Ring {
  const AllgatherArgs& args;
  bool is_shifting;
  int step_number = 0;

  bool next(RoundStep& step) {
    const int size = args.size();
    if (step_number == size - 1) return false;
    const int shift = is_shifting ? step_number + 1 : 1;
    const int passed = is_shifting ? 0 : step_number;
    step.to = (args.rank() + shift) % size;
    step.from = (args.rank() - shift + size) % size;
    step.out = args.all[(args.rank() - passed + size) % size];
    step.in = args.all[(step.from - passed + size) % size];
    step.send_round = step.receive_round = step_number++;
    return true;
  }
};

void pass_round(const AllgatherArgs& args, bool is_shifting) {
  copy(args.mine, args.all[args.rank()]);
  Ring steps{args, is_shifting};
  do_steps(args, args.size(), steps);
}

}  // namespace

void allgather_ring(const AllgatherArgs& args) {
  pass_round(args, false);
}

void allgather_shifting_ring(const AllgatherArgs& args) {
  pass_round(args, true);
}

}  // namespace smpi::coll
