// SPDX-License-Identifier: BSD-3-Clause
//
// Broadcast down a binomial tree, the whole message at each hop, the largest subtree first.
// Cost: ceil(log2 p) (a + n b). Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
#include <bit>

#include "libsmpi/mpi/coll/bcast/bcast.h"
#include "libsmpi/mpi/coll/steps.h"

namespace smpi::coll {
namespace {

// All messages are of one round: a rank receives one.
class DownTree {
 public:
  explicit DownTree(const BcastArgs& args)
      : args_(args),
        size_(args.size()),
        from_root_((args.rank() - args.root + size_) % size_),
        // Its parent has a set bit less, the lowest; its children have one more below that.
        distance_(from_root_ > 0 ? from_root_ & -from_root_
                                 : static_cast<int>(std::bit_ceil(static_cast<unsigned>(size_)))) {}

  bool next(RoundStep& step) {
    if (!has_data_ && from_root_ > 0) {
      step.from = (args_.rank() - distance_ + size_) % size_;
      step.in = args_.data;
      has_data_ = true;
      return true;
    }
    do distance_ /= 2;
    while (distance_ > 0 && from_root_ + distance_ >= size_);
    if (distance_ == 0) return false;
    step.to = (args_.rank() + distance_) % size_;
    step.out = args_.data;
    return true;
  }

 private:
  const BcastArgs& args_;
  int size_;
  int from_root_;
  int distance_;
  bool has_data_ = false;
};

}  // namespace

void bcast_binomial(const BcastArgs& args) {
  DownTree steps(args);
  do_steps(args, 1, steps);
}

}  // namespace smpi::coll
