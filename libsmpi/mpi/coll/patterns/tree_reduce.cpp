// SPDX-License-Identifier: BSD-3-Clause
//
// Segmented reduction along a tree. The operands come in a fixed sequence, segment by segment and
// child by child; the receive of the next one is posted before the current one is waited for.
// Three buffers take turns: the partial result, the operand that arrived, the one on its way. With
// one or two operands the last ones are never written, and there are fewer.
#include <optional>
#include <utility>

#include "libsmpi/mpi/coll/patterns/tree.h"
#include "libsmpi/mpi/coll/steps.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::coll {
namespace {

class TreeReduction {
 public:
  TreeReduction(const Tree& tree, const ReduceArgs& args, MPI_Count segment_count)
      : tree_(tree), args_(args), length_(segment_count) {
    for (MPI_Count i = buffer_count(); i > 0; i--) {
      const MPI_Count place = 3 - i;  // the last one is written first
      buffers_[place].emplace(args, length_, args.type);
      rotation_[place] = buffers_[place]->address();
    }
  }

  void run() {
    next_ = start_receive(0);
    for (MPI_Count segment = 0; segment < segment_count(); segment++) {
      add_children(segment);
      const Block sum = finish_segment(segment);
      if (!tree_.is_root()) args_.send(sum, tree_.parent);
    }
  }

  // The same as steps, for one segment. A message of a child has its place as round.
  bool next(RoundStep& step) {
    const auto children = tree_.children();
    if (is_finished_) return false;
    if (received_ > 0) take(0, received_ - 1);
    if (received_ < child_count()) {
      std::swap(rotation_[1], rotation_[2]);
      step.from = children[static_cast<std::size_t>(received_)];
      step.in = in_buffer(rotation_[1], 0);
      step.receive_round = static_cast<int>(received_++);
      if (received_ == child_count()) return true;
      step.ahead = in_buffer(rotation_[2], 0);
      step.ahead_round = static_cast<int>(received_);
      return true;
    }
    is_finished_ = true;
    const Block sum = finish_segment(0);
    if (tree_.is_root()) return false;
    step.to = tree_.parent;
    step.send_round = tree_.place;
    step.out = sum;
    return true;
  }

 private:
  MPI_Count child_count() const { return static_cast<MPI_Count>(tree_.children().size()); }
  MPI_Count segment_count() const { return (args_.count + length_ - 1) / length_; }
  MPI_Count buffer_count() const {
    const bool needs_sum = tree_.order == Tree::Order::own_last && !args_.op->is_commutative();
    const MPI_Count operand_count = child_count() * segment_count();
    return needs_sum && operand_count > 0 ? 3 : std::min<MPI_Count>(operand_count, 3);
  }
  Block own(MPI_Count segment) const { return part_of(args_.input(), segment); }
  Block part_of(const Block& whole, MPI_Count segment) const {
    const MPI_Count first = segment * length_;
    return whole.part(first, std::min(length_, args_.count - first));
  }
  Block in_buffer(void* buffer, MPI_Count segment) const {
    return {buffer, own(segment).count, args_.type};
  }

  // The receive of operand number `step`, into the buffer for the one on its way.
  Request* start_receive(MPI_Count step) {
    if (step >= segment_count() * child_count()) return nullptr;
    const auto child = static_cast<std::size_t>(step % child_count());
    return args_.start_receive(in_buffer(rotation_[2], step / child_count()),
                               tree_.children()[child]);
  }

  void add_children(MPI_Count segment) {
    for (MPI_Count child = 0; child < child_count(); child++) {
      Request* const current = next_;
      std::swap(rotation_[1], rotation_[2]);
      next_ = start_receive(segment * child_count() + child + 1);
      args_.wait(current);
      take(segment, child);
    }
  }

  // What this child has sent arrived, and becomes the partial result with what was there.
  void take(MPI_Count segment, MPI_Count child) {
    void* const arrived = rotation_[1];
    if (child > 0) {
      apply(rotation_[0], arrived, segment);
    } else if (tree_.order == Tree::Order::own_first) {
      apply(own(segment).address, arrived, segment);
    }
    std::swap(rotation_[0], rotation_[1]);
  }

  // Adds this rank's operand if that comes last; returns what the parent gets.
  Block finish_segment(MPI_Count segment) {
    const Block mine = own(segment);
    const Block partial = in_buffer(rotation_[0], segment);
    const bool own_is_in = child_count() == 0 || tree_.order == Tree::Order::own_first;
    if (tree_.is_root()) {
      const Block result = part_of(args_.output(), segment);
      copy(own_is_in && child_count() > 0 ? partial : mine, result);
      if (!own_is_in) apply(partial.address, result.address, segment);
      return result;
    }
    if (child_count() == 0) return mine;
    Block sum = partial;
    if (!own_is_in && args_.op->is_commutative()) {
      apply(mine.address, sum.address, segment);
    } else if (!own_is_in) {
      sum.address = rotation_[1];
      copy(mine, sum);
      apply(partial.address, sum.address, segment);
    }
    return sum;
  }

  void apply(const void* in, void* inout, MPI_Count segment) {
    combine(*args_.op, in, inout, own(segment).count, args_.type);
  }

  const Tree& tree_;
  const ReduceArgs& args_;
  MPI_Count length_;
  std::optional<Scratch> buffers_[3];
  void* rotation_[3]{};  // the partial result, what arrived, what is on its way
  Request* next_ = nullptr;
  MPI_Count received_ = 0;  // steps told
  bool is_finished_ = false;
};

// A leaf needs no buffers.
void send_segments(const Tree& tree, const ReduceArgs& args, MPI_Count segment_count) {
  for (MPI_Count first = 0; first < args.count; first += segment_count) {
    args.send(args.input().part(first, std::min(segment_count, args.count - first)), tree.parent);
  }
}

}  // namespace

void reduce_along(const Tree& tree, const ReduceArgs& args, MPI_Count segment_count) {
  SIM_ASSERT(args.op->is_commutative() || tree.order != Tree::Order::none,
             "a tree that mixes the order of ranks");
  if (args.count == 0) return;
  const auto is_ours = [&] { return args.op->is_predefined() && args.type->is_dense(); };
  if (collapses(args, tree.degree) && args.count <= segment_count && is_ours()) [[unlikely]] {
    TreeReduction steps(tree, args, segment_count);
    return do_as_exchange(args, tree.degree, steps);
  }
  if (tree.children().empty() && !tree.is_root()) {
    send_segments(tree, args, segment_count);
    return;
  }
  TreeReduction(tree, args, segment_count).run();
}

}  // namespace smpi::coll
