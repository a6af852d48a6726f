// SPDX-License-Identifier: BSD-3-Clause
//
// Barrier along a binomial tree: arrivals go up to rank 0, the release comes down.
// Cost: 2 ceil(log2 p) a.
#include <bit>

#include "libsmpi/mpi/coll/barrier/barrier.h"
#include "libsmpi/mpi/coll/patterns/tree.h"
#include "libsmpi/mpi/coll/steps.h"

namespace smpi::coll {
namespace {

// The arrival of a child at distance 2^i is in round i, the release in the last one.
class UpAndDown {
 public:
  explicit UpAndDown(const BarrierArgs& args)
      : args_(args),
        tree_(in_order_binomial_tree(args.size(), args.rank(), 0)),
        children_(tree_.children()) {}

  int round_count() const { return last_round() + 1; }

  bool next(RoundStep& step) {
    if (arrived_ < children_.size()) {
      step.from = children_[arrived_++];
      step.receive_round = distance_log(step.from);
      return true;
    }
    if (!tree_.is_root() && !is_announced_) {
      step.to = tree_.parent;
      step.send_round = distance_log(args_.rank());
      return is_announced_ = true;
    }
    if (!tree_.is_root() && !is_released_) {
      step.from = tree_.parent;
      step.receive_round = last_round();
      return is_released_ = true;
    }
    if (sent_ == children_.size()) return false;
    step.to = children_[children_.size() - ++sent_];
    step.send_round = last_round();
    return true;
  }

 private:
  int last_round() const { return std::bit_width(static_cast<unsigned>(args_.size())); }
  // Of a rank and its parent, whose number is the same without the lowest bit.
  static int distance_log(int rank) { return std::countr_zero(static_cast<unsigned>(rank)); }

  const BarrierArgs& args_;
  Tree tree_;
  std::span<const int> children_;
  std::size_t arrived_ = 0;
  std::size_t sent_ = 0;
  bool is_announced_ = false;
  bool is_released_ = false;
};

}  // namespace

void barrier_tree(const BarrierArgs& args) {
  UpAndDown steps(args);
  do_steps(args, steps.round_count(), steps);
}

}  // namespace smpi::coll
