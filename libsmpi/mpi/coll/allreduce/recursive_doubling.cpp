// SPDX-License-Identifier: BSD-3-Clause
//
// Allreduce by recursive doubling: participants exchange whole vectors at distance 1, 2, 4, ...
// Cost: log2(p) (a + n b + n g), and 2 a + 2 n b + n g more when p is not a power of two.
// Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
#include <bit>

#include "libsmpi/mpi/coll/allreduce/allreduce.h"
#include "libsmpi/mpi/coll/data/accumulator.h"
#include "libsmpi/mpi/coll/folding.h"
#include "libsmpi/mpi/coll/steps.h"

namespace smpi::coll {
namespace {

// Of a rank that hands its operand to its partner, and gets the result.
struct Handing {
  const ReduceArgs& args;
  int partner;
  int last_round;
  int done = 0;

  bool next(RoundStep& step) {
    if (done++ == 0) {
      step.to = partner;
      step.out = args.input();
      return true;
    }
    if (done > 2) return false;
    step.from = partner;
    step.in = args.output();
    step.receive_round = last_round;
    return true;
  }
};

// Of a participant: round 0 is with its idle partner, and so is the last.
class Doubling {
 public:
  Doubling(const ReduceArgs& args, const Folding& fold, int last_round)
      : args_(args),
        fold_(fold),
        last_round_(last_round),
        sum_(args, operands_of(args, args.out)) {}

  bool next(RoundStep& step) {
    add_received();
    if (round_ == 0 && ++round_ > 0 && fold_.is_in_pair()) {
      step.from = fold_.partner();
      step.in = sum_.incoming();
      received_ = Received::from_lower;
      return true;
    }
    if (round_ < last_round_) {
      const int other = fold_.number() ^ (1 << (round_ - 1));
      step.to = step.from = fold_.rank_of(other);
      step.out = sum_.partial();
      step.in = sum_.incoming();
      step.send_round = step.receive_round = round_++;
      received_ = other < fold_.number() ? Received::from_lower : Received::from_higher;
      return true;
    }
    if (round_++ > last_round_) return false;
    sum_.finish_in(args_.output());
    if (!fold_.is_in_pair()) return false;
    step.to = fold_.partner();
    step.out = args_.output();
    step.send_round = last_round_;
    return true;
  }

 private:
  enum class Received : std::uint8_t { nothing, from_lower, from_higher };

  void add_received() {
    if (received_ == Received::from_lower) sum_.add_lower();
    if (received_ == Received::from_higher) sum_.add_higher();
    received_ = Received::nothing;
  }

  const ReduceArgs& args_;
  const Folding& fold_;
  int last_round_;
  Accumulator sum_;
  int round_ = 0;  // the next
  Received received_ = Received::nothing;
};

}  // namespace

void allreduce_recursive_doubling(const ReduceArgs& args) {
  const Folding fold(args.size(), args.rank());
  const int last_round = std::bit_width(static_cast<unsigned>(fold.power()));
  if (fold.is_idle()) {
    Handing steps{args, fold.partner(), last_round};
    return do_steps(args, last_round + 1, steps, args.op->is_predefined());
  }
  Doubling steps(args, fold, last_round);
  do_steps(args, last_round + 1, steps, args.op->is_predefined());
}

}  // namespace smpi::coll
