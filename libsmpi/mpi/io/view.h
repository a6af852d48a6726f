// SPDX-License-Identifier: BSD-3-Clause
//
// A file view (MPI 5.0, 14.3): which bytes of the file a rank sees, as one stream.
//
//   file     | displacement |  tile 0  |  tile 1  | ...        a tile is one filetype
//   stream                     d0 d1      d2 d3   ...          its data, without the holes
//
// Positions below are bytes of the stream. Offsets of MPI calls count etypes: position = offset x
// etype_bytes(). The map from the stream to the file is the loop program of the filetype
// (datatype/loop.h), so a view costs nothing for each of its pieces until they are visited.
#pragma once

#include <cstdint>

#include "libsmpi/mpi/datatype/pack.h"
#include "libsmpi/mpi/io/representation.h"
#include "libsmpi/ranks/runtime/reference.h"

namespace smpi::io {

// What is wrong with a view: an error class, MPI_SUCCESS for nothing, and a text.
struct ViewProblem {
  int error_class = MPI_SUCCESS;
  const char* text = nullptr;
};

class View {
 public:
  // What a file starts with: bytes from the start of the file.
  View();
  // REQUIRES: is_usable(etype, filetype, representation).
  View(std::int64_t displacement, Ref<Datatype> etype, Ref<Datatype> filetype,
       Ref<Representation> representation);

  // May these make a view (MPI 14.3)? The filetype is made of whole etypes; displacements are
  // neither negative nor falling, and nothing overlaps in a file that may be written.
  static ViewProblem check(const Datatype& etype, const Datatype& filetype,
                           const Representation& representation, bool may_write);

  std::int64_t displacement() const { return displacement_; }
  void set_displacement(std::int64_t displacement) { displacement_ = displacement; }
  const Ref<Datatype>& etype() const { return etype_; }
  const Ref<Datatype>& filetype() const { return filetype_; }
  const Representation& representation() const { return *representation_; }
  std::int64_t etype_bytes() const { return etype_bytes_; }

  // Calls visit(file_offset, size_bytes) for the runs of the stream's bytes [from, to), in order.
  template <class Visit>
  void for_each_run(Range stream, Visit&& visit) const {
    if (stream.from >= stream.to) return;
    if (is_dense_) {
      visit(displacement_ + layout_.loop.offset + stream.from, stream.to - stream.from);
      return;
    }
    datatype::RunLister<std::remove_reference_t<Visit>> lister(visit);
    datatype::walk_strided_range(layout_.loop, displacement_, extent_, stream, lister);
  }
  // Where the byte at `position` of the stream is in the file.
  std::int64_t file_offset(std::int64_t position) const;
  // How many of the stream's bytes lie in the first `file_bytes` bytes of the file.
  std::int64_t bytes_below(std::int64_t file_bytes) const;
  // How many of the bytes from `position` on, `size_bytes` at most, come before the first one that
  // a file of `file_bytes` bytes does not have.
  std::int64_t readable_bytes(std::int64_t position, std::int64_t size_bytes,
                              std::int64_t file_bytes) const;

 private:
  std::int64_t displacement_ = 0;
  Ref<Datatype> etype_;
  Ref<Datatype> filetype_;
  Ref<Representation> representation_;
  datatype::Layout layout_;  // of the filetype, in the file
  std::int64_t extent_ = 1;
  std::int64_t etype_bytes_ = 1;
  bool is_dense_ = true;  // the stream is one run
};

}  // namespace smpi::io
