// SPDX-License-Identifier: BSD-3-Clause
//
// Barrier by dissemination: in round i every rank tells rank + 2^i that all ranks it knows of have
// arrived, and hears the same from rank - 2^i. After ceil(log2 p) rounds it has heard of all.
// Cost: ceil(log2 p) latencies. Hensgen, Finkel, Manber, IJPP 17(1), 1988.
#include <bit>

#include "libsmpi/mpi/coll/barrier/barrier.h"
#include "libsmpi/mpi/coll/steps.h"

namespace smpi::coll {
namespace {

struct Dissemination {
  int rank;
  int size;
  int distance = 1;
  int round = 0;

  bool next(RoundStep& step) {
    if (distance >= size) return false;
    step.to = (rank + distance) % size;
    step.from = (rank - distance + size) % size;
    step.send_round = step.receive_round = round++;
    distance *= 2;
    return true;
  }
};

}  // namespace

void barrier_dissemination(const BarrierArgs& args) {
  Dissemination steps{args.rank(), args.size()};
  do_steps(args, std::bit_width(static_cast<unsigned>(args.size())), steps);
}

}  // namespace smpi::coll
