// SPDX-License-Identifier: BSD-3-Clause
//
// Segmented broadcast along a tree. A rank always has one receive posted ahead of the segment that
// it passes on, so a link of the tree is idle only while its sender waits.
// Cost in a chain: (p + S - 2)(a + n b / S) for S segments.
#include "libsmpi/mpi/coll/patterns/tree.h"
#include "libsmpi/mpi/coll/steps.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::coll {
namespace {

class Segments {
 public:
  Segments(const Block& data, MPI_Count segment_count) : data_(data), length_(segment_count) {}
  MPI_Count count() const { return length_ == 0 ? 0 : (data_.count + length_ - 1) / length_; }
  Block operator[](MPI_Count i) const {
    const MPI_Count first = i * length_;
    return data_.part(first, std::min(length_, data_.count - first));
  }

 private:
  Block data_;
  MPI_Count length_;
};

void send_to_children(const Tree& tree, const Operation& operation, const Block& segment) {
  const auto children = tree.children();
  if (children.size() == 1) {
    operation.send_begun(segment, children[0]);
    return;
  }
  MemberArray<Request*> sends(static_cast<int>(children.size()));
  for (std::size_t i = 0; i < children.size(); i++) {
    sends[static_cast<int>(i)] = operation.start_send(segment, children[i]);
  }
  operation.wait_all(sends.all());
}

// For one segment, whose senders wait for no receiver: so they send to one child after the other.
class DownTree {
 public:
  DownTree(const Tree& tree, const Block& data) : tree_(tree), data_(data) {}

  bool next(RoundStep& step) {
    if (!has_data_ && !tree_.is_root()) {
      step.from = tree_.parent;
      step.in = data_;
      return has_data_ = true;
    }
    const auto children = tree_.children();
    if (sent_ == children.size()) return false;
    step.to = children[sent_++];
    step.out = data_;
    return step.is_begun = true;
  }

 private:
  const Tree& tree_;
  Block data_;
  std::size_t sent_ = 0;
  bool has_data_ = false;
};

}  // namespace

MPI_Count segment_elements(MPI_Count count, const Datatype& type, MPI_Count segment_bytes) {
  if (segment_bytes == 0 || type.size_bytes() == 0) return count;
  return std::clamp<MPI_Count>(segment_bytes / type.size_bytes(), 1, std::max<MPI_Count>(count, 1));
}

void bcast_along(const Tree& tree, const Operation& operation, const Block& data,
                 MPI_Count segment_count) {
  if (data.count == 0) return;
  if (collapses(operation, 1) && data.count <= segment_count &&
      is_detached(operation, data.size_bytes())) [[unlikely]] {
    DownTree steps(tree, data);
    return do_as_exchange(operation, 1, steps);
  }
  pass_along(tree, operation, data, segment_count);
}

void pass_along(const Tree& tree, const Operation& operation, const Block& data,
                MPI_Count segment_count) {
  const Segments segments(data, segment_count);
  if (tree.is_root()) {
    for (MPI_Count i = 0; i < segments.count(); i++) send_to_children(tree, operation, segments[i]);
    return;
  }
  Request* next = nullptr;
  if (segments.count() > 0) next = operation.start_receive(segments[0], tree.parent);
  for (MPI_Count i = 0; i < segments.count(); i++) {
    Request* const current = next;
    if (i + 1 < segments.count()) next = operation.start_receive(segments[i + 1], tree.parent);
    operation.wait(current);
    if (!tree.children().empty()) send_to_children(tree, operation, segments[i]);
  }
}

}  // namespace smpi::coll
