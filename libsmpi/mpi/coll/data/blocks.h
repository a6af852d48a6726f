// SPDX-License-Identifier: BSD-3-Clause
//
// The buffers of collectives: one block, and the blocks of all ranks in one buffer.
//
// The regular, v and w forms of a collective differ only in how the block of a rank is found, so
// the algorithms see a Blocks and one implementation serves all three, with int or 64-bit counts.
#pragma once

#include <cstddef>

#include "include/mpi.h"
#include "libsmpi/mpi/datatype/datatype.h"

namespace smpi::coll {

// `count` elements of a type. Buffers that are only read are not const here: a block is a place.
struct Block {
  void* address = nullptr;
  MPI_Count count = 0;
  Datatype* type = nullptr;

  MPI_Count size_bytes() const { return count * type->size_bytes(); }
  // Elements first .. first + length - 1.
  Block part(MPI_Count first, MPI_Count length) const {
    return {static_cast<std::byte*>(address) + first * type->extent(), length, type};
  }
};

// Counts or displacements as the program gave them: int or 64 bits wide (MPI_Count, MPI_Aint).
class IndexArray {
 public:
  IndexArray() = default;
  IndexArray(const int* values) : values_(values) {}                        // NOLINT: implicit
  IndexArray(const MPI_Count* values) : values_(values), is_wide_(true) {}  // NOLINT: implicit

  MPI_Count operator[](int i) const {
    return is_wide_ ? static_cast<const MPI_Count*>(values_)[i]
                    : MPI_Count{static_cast<const int*>(values_)[i]};
  }
  bool is_null() const { return values_ == nullptr; }
  const void* data() const { return values_; }
  std::size_t element_bytes() const { return is_wide_ ? sizeof(MPI_Count) : sizeof(int); }
  // The same numbers in another place.
  IndexArray moved_to(const void* values) const {
    IndexArray moved = *this;
    moved.values_ = values;
    return moved;
  }

 private:
  const void* values_ = nullptr;
  bool is_wide_ = false;
};

// The blocks of all ranks in one buffer.
class Blocks {
 public:
  Blocks() = default;
  // Blocks of `count` elements one after the other.
  static Blocks regular(void* base, MPI_Count count, Datatype* type) {
    Blocks blocks;
    blocks.base_ = static_cast<std::byte*>(base);
    blocks.count_ = count;
    blocks.stride_bytes_ = count * type->extent();
    blocks.type_ = type;
    return blocks;
  }
  // Displacements in extents of `type` (the v forms).
  static Blocks uneven(void* base, IndexArray counts, IndexArray displacements, Datatype* type) {
    Blocks blocks;
    blocks.base_ = static_cast<std::byte*>(base);
    blocks.counts_ = counts;
    blocks.displacements_ = displacements;
    blocks.stride_bytes_ = type->extent();
    blocks.type_ = type;
    return blocks;
  }
  // A type for each block and displacements in bytes (the w forms).
  static Blocks mixed(void* base, IndexArray counts, IndexArray displacements,
                      Datatype* const* types) {
    Blocks blocks;
    blocks.base_ = static_cast<std::byte*>(base);
    blocks.counts_ = counts;
    blocks.displacements_ = displacements;
    blocks.stride_bytes_ = 1;
    blocks.types_ = types;
    return blocks;
  }

  Block operator[](int rank) const {
    if (counts_.is_null()) return {base_ + rank * stride_bytes_, count_, type_};
    Datatype* type = types_ == nullptr ? type_ : types_[rank];
    return {base_ + displacements_[rank] * stride_bytes_, counts_[rank], type};
  }
  MPI_Count count(int rank) const { return counts_.is_null() ? count_ : counts_[rank]; }
  MPI_Count size_bytes(int rank) const {
    return count(rank) * (types_ == nullptr ? type_ : types_[rank])->size_bytes();
  }
  bool is_regular() const { return counts_.is_null(); }
  // The blocks first .. first + length - 1 as one. REQUIRES: is_regular().
  Block run(int first, int length) const {
    return {base_ + first * stride_bytes_, count_ * length, type_};
  }
  // The type of all blocks; nullptr in the w forms.
  Datatype* type() const { return type_; }
  Datatype* const* types() const { return types_; }
  std::byte* base() const { return base_; }
  const IndexArray& counts() const { return counts_; }
  const IndexArray& displacements() const { return displacements_; }
  // The same description with arrays that live elsewhere.
  Blocks with_arrays(const void* counts, const void* displacements, Datatype* const* types) const {
    Blocks moved = *this;
    moved.counts_ = counts_.moved_to(counts);
    moved.displacements_ = displacements_.moved_to(displacements);
    moved.types_ = types;
    return moved;
  }

 private:
  std::byte* base_ = nullptr;
  MPI_Count count_ = 0;         // of a regular block
  MPI_Count stride_bytes_ = 0;  // regular: between blocks; else the unit of displacements
  IndexArray counts_;
  IndexArray displacements_;
  Datatype* type_ = nullptr;
  Datatype* const* types_ = nullptr;
};

}  // namespace smpi::coll
