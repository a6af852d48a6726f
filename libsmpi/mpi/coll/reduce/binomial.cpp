// SPDX-License-Identifier: BSD-3-Clause
//
// Reduction up a binomial tree. The tree is rooted at the root of the operation; when the operation
// is not commutative it is rooted at rank 0, where subtrees are runs of ranks in order, and the
// result travels on to the root. MPIs number the other ranks in two ways
// (coll/patterns/numbering.h). Cost: ceil(log2 p) (a + n b + n g). Thakur, Rabenseifner, Gropp,
// IJHPCA 19(1), 2005.
#include <bit>
#include <utility>

#include "libsmpi/mpi/coll/data/accumulator.h"
#include "libsmpi/mpi/coll/patterns/numbering.h"
#include "libsmpi/mpi/coll/reduce/reduce.h"
#include "libsmpi/mpi/coll/steps.h"

namespace smpi::coll {
namespace {

// A message of a child at distance 2^i is in round i, that of the top to another root in the last.
class UpTree {
 public:
  UpTree(const ReduceArgs& args, Numbering::Kind kind)
      : args_(args),
        top_(args.op->is_commutative() ? args.root : 0),
        numbers_(args.size(), args.rank(), top_, kind),
        sum_(args, operands_of(args, args.is_root() ? args.out : nullptr)) {}

  int round_count() const { return last_round() + 1; }

  bool next(RoundStep& step) {
    if (has_operand_) sum_.add_higher();
    has_operand_ = false;
    if (is_in_tree_ && next_in_tree(step)) return true;
    return !std::exchange(is_over_, true) && (next_of_top(step) || next_of_root(step));
  }

 private:
  int last_round() const { return std::bit_width(static_cast<unsigned>(args_.size())); }

  bool next_in_tree(RoundStep& step) {
    const int number = numbers_.own();
    for (; (1 << round_) < args_.size() && is_in_tree_; round_++) {
      const int distance = 1 << round_;
      if ((number & distance) != 0) {
        step.to = numbers_.rank_of(number - distance);
        step.out = sum_.partial();
        step.send_round = round_;
        is_in_tree_ = false;
        return true;
      }
      if (number + distance >= args_.size()) continue;
      step.from = numbers_.rank_of(number + distance);
      step.in = sum_.incoming();
      step.receive_round = round_++;
      has_operand_ = true;
      return true;
    }
    is_in_tree_ = false;
    return false;
  }

  // The top of the tree has the result; false: it is the root itself, or this is another rank.
  bool next_of_top(RoundStep& step) {
    if (args_.rank() != top_) return false;
    if (args_.is_root()) {
      sum_.finish_in(args_.output());
      return false;
    }
    step.to = args_.root;
    step.out = sum_.partial();
    step.send_round = last_round();
    return true;
  }
  bool next_of_root(RoundStep& step) {
    if (!args_.is_root() || args_.rank() == top_) return false;
    step.from = top_;
    step.in = args_.output();
    step.receive_round = last_round();
    return true;
  }

  const ReduceArgs& args_;
  int top_;
  Numbering numbers_;
  Accumulator sum_;
  int round_ = 0;
  bool is_in_tree_ = true;
  bool is_over_ = false;
  bool has_operand_ = false;  // to be added
};

void reduce_up_tree(const ReduceArgs& args, Numbering::Kind kind) {
  UpTree steps(args, kind);
  do_steps(args, steps.round_count(), steps, args.op->is_predefined());
}

}  // namespace

void reduce_binomial(const ReduceArgs& args) {
  reduce_up_tree(args, Numbering::Kind::rotated);
}

void reduce_binomial_swapped(const ReduceArgs& args) {
  reduce_up_tree(args, Numbering::Kind::swapped);
}

}  // namespace smpi::coll
