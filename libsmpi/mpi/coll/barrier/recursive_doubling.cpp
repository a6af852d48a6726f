// SPDX-License-Identifier: BSD-3-Clause
//
// Barrier by recursive doubling among the first 2^k ranks; each of the others reports to one of
// them and is released by it. Cost: log2(p) a for a power of two, else (floor(log2 p) + 2) a.
#include <bit>

#include "libsmpi/mpi/coll/barrier/barrier.h"
#include "libsmpi/mpi/coll/steps.h"

namespace smpi::coll {
namespace {

class Doubling {
 public:
  Doubling(int rank, int size)
      : rank_(rank),
        size_(size),
        power_(static_cast<int>(std::bit_floor(static_cast<unsigned>(size)))),
        last_round_(std::bit_width(static_cast<unsigned>(power_))) {}

  // The report is in round 0, the release in the last one.
  int round_count() const { return last_round_ + 1; }

  bool next(RoundStep& step) {
    if (rank_ >= power_) return next_of_extra(step);
    if (round_ == 0 && ++round_ > 0 && rank_ + power_ < size_) {
      step.from = rank_ + power_;
      return true;
    }
    if (round_ < last_round_) {
      step.to = step.from = rank_ ^ (1 << (round_ - 1));
      step.send_round = step.receive_round = round_++;
      return true;
    }
    if (round_++ > last_round_ || rank_ + power_ >= size_) return false;
    step.to = rank_ + power_;
    step.send_round = last_round_;
    return true;
  }

 private:
  bool next_of_extra(RoundStep& step) {
    if (round_++ > 0) return false;
    step.to = step.from = rank_ - power_;
    step.receive_round = last_round_;
    return true;
  }

  int rank_;
  int size_;
  int power_;
  int last_round_;
  int round_ = 0;  // the next
};

}  // namespace

void barrier_recursive_doubling(const BarrierArgs& args) {
  Doubling steps(args.rank(), args.size());
  do_steps(args, steps.round_count(), steps);
}

}  // namespace smpi::coll
