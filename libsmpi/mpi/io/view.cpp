// SPDX-License-Identifier: BSD-3-Clause
//
// Views are made seldom and walked often: what a walk needs is computed here once.
#include "libsmpi/mpi/io/view.h"

#include <algorithm>

#include "libsmpi/mpi/io/file_layout.h"

namespace smpi::io {
namespace {

// How the runs of one type follow each other.
struct Order {
  bool rises = true;      // no offset is below the one before, or below 0
  bool overlaps = false;  // a run begins before the one before ends
};

Order order_of(const datatype::Layout& layout) {
  Order order;
  std::int64_t last = 0;
  std::int64_t end = 0;
  const auto compare = [&](std::int64_t offset, std::int64_t size_bytes) {
    order.rises &= offset >= last;
    order.overlaps |= offset < end;
    last = offset;
    end = offset + size_bytes;
  };
  {
    datatype::RunLister<decltype(compare)> lister(compare);  // tells the last run when it goes
    datatype::walk(layout.loop, 0, lister);
  }
  return order;
}

// The run that one more than `layout` would continue: both ends meet.
bool is_one_run(const datatype::Layout& layout) {
  return layout.loop.is_run() && layout.extent() == layout.size_bytes();
}

}  // namespace

View::View()
    : View(0, &predefined_type(MPI_BYTE), &predefined_type(MPI_BYTE), &native_representation()) {}

View::View(std::int64_t displacement, Ref<Datatype> etype, Ref<Datatype> filetype,
           Ref<Representation> representation)
    : displacement_(displacement),
      etype_(std::move(etype)),
      filetype_(std::move(filetype)),
      representation_(std::move(representation)),
      layout_(layout_in(*representation_, *filetype_)),
      extent_(layout_.extent()),
      etype_bytes_(representation_->size_bytes(1, *etype_)),
      is_dense_(is_one_run(layout_)) {}

ViewProblem View::check(const Datatype& etype, const Datatype& filetype,
                        const Representation& representation, bool may_write) {
  const MPI_Count etype_bytes = representation.size_bytes(1, etype);
  const MPI_Count filetype_bytes = representation.size_bytes(1, filetype);
  if (etype_bytes < 0 || filetype_bytes < 0) {
    return {MPI_ERR_ARG, "the extent function of datarep failed"};
  }
  if (etype_bytes == 0 || filetype_bytes == 0) {
    return {MPI_ERR_ARG, "etype or filetype is empty"};
  }
  if (filetype_bytes % etype_bytes != 0) {
    return {MPI_ERR_ARG, "filetype is not made of whole etypes"};
  }
  for (const Datatype* type : {&etype, &filetype}) {
    const datatype::Layout layout = layout_in(representation, *type);
    const Order order = order_of(layout);
    if (!order.rises)
      return {MPI_ERR_IO, "displacements of etype or filetype fall or are negative"};
    if (order.overlaps && may_write) {
      return {MPI_ERR_IO, "etype or filetype overlaps itself, in a file that may be written"};
    }
    if (layout.extent() <= 0) {
      return {MPI_ERR_ARG, "the extent of etype or filetype is not positive"};
    }
  }
  return {};
}

std::int64_t View::file_offset(std::int64_t position) const {
  std::int64_t found = 0;
  for_each_run({position, position + 1},
               [&](std::int64_t offset, std::int64_t) { found = offset; });
  return found;
}

std::int64_t View::bytes_below(std::int64_t file_bytes) const {
  const std::int64_t seen_bytes = file_bytes - displacement_;
  const std::int64_t tile_bytes = layout_.size_bytes();
  // Tiles that lie below the end as a whole; then those that begin below it.
  const std::int64_t whole =
      seen_bytes >= layout_.true_ub ? (seen_bytes - layout_.true_ub) / extent_ + 1 : 0;
  std::int64_t sum_bytes = whole * tile_bytes;
  for (std::int64_t tile = whole; tile * extent_ + layout_.true_lb < seen_bytes; tile++) {
    for_each_run({tile * tile_bytes, (tile + 1) * tile_bytes},
                 [&](std::int64_t offset, std::int64_t size_bytes) {
                   sum_bytes += std::clamp<std::int64_t>(file_bytes - offset, 0, size_bytes);
                 });
  }
  return sum_bytes;
}

std::int64_t View::readable_bytes(std::int64_t position, std::int64_t size_bytes,
                                  std::int64_t file_bytes) const {
  std::int64_t readable = 0;
  bool ended = false;
  // Where tiles do not reach into each other, nothing behind the end needs to be looked at.
  const bool is_ordered = extent_ >= layout_.true_ub - layout_.true_lb;
  const std::int64_t end =
      is_ordered ? std::min(position + size_bytes, bytes_below(file_bytes)) : position + size_bytes;
  for_each_run({position, end}, [&](std::int64_t offset, std::int64_t run_bytes) {
    if (ended) return;
    const auto part = std::clamp<std::int64_t>(file_bytes - offset, 0, run_bytes);
    readable += part;
    ended = part < run_bytes;
  });
  return readable;
}

}  // namespace smpi::io
