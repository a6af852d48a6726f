// SPDX-License-Identifier: BSD-3-Clause
//
// Segmented broadcast along a tree. A rank always has one receive posted ahead of the segment that
// it passes on, so a link of the tree is idle only while its sender waits.
// Cost in a chain: (p + S - 2)(a + n b / S) for S segments.
#include "libsmpi/coll/patterns/tree.h"
#include "libsmpi/requests/request.h"

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

}  // namespace

MPI_Count segment_elements(MPI_Count count, const Datatype& type, MPI_Count segment_bytes) {
  if (segment_bytes == 0 || type.size_bytes() == 0) return count;
  return std::clamp<MPI_Count>(segment_bytes / type.size_bytes(), 1, std::max<MPI_Count>(count, 1));
}

void bcast_along(const Tree& tree, const Operation& operation, const Block& data,
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
