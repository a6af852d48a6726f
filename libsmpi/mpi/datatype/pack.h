// SPDX-License-Identifier: BSD-3-Clause
//
// Moving typed data: packing, unpacking, copying, and listing its runs of bytes.
//
// Packed data is the bytes of the elements in type-map order without gaps. Buffers are addresses as
// in MPI calls: with MPI_BOTTOM (a null pointer) the type's displacements are absolute. Ranges are
// byte positions in the packed data of all `count` elements; a range may cut an element.
#pragma once

#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/mpi/datatype/walk.h"

namespace smpi {

using datatype::Range;

void pack(const void* buffer, MPI_Count count, const Datatype& type, void* packed);
void unpack(const void* packed, void* buffer, MPI_Count count, const Datatype& type);

// The bytes [range.from, range.to) only; `packed` points to the first of them.
void pack_range(const void* buffer, MPI_Count count, const Datatype& type, Range range,
                void* packed);
void unpack_range(const void* packed, void* buffer, MPI_Count count, const Datatype& type,
                  Range range);

// Typed data at an address.
struct TypedBuffer {
  void* address;
  MPI_Count count;
  const Datatype* type;

  MPI_Count size_bytes() const { return count * type->size_bytes(); }
};

// Copies as many bytes as both sides have. The buffers must not overlap.
void copy(const TypedBuffer& from, const TypedBuffer& to);

namespace datatype {

// False while a trace is replayed: there are no data, so nothing is copied and nothing combined,
// and an operation takes any type: types of traces may be bytes.
extern constinit bool data_moves;

// What the library tells itself in messages are counts: these always move.
inline bool moves(const Datatype& type) {
  constexpr HandleValue count_type = 0x202;  // MPI_COUNT
  return data_moves || type.handle == count_type;
}

template <class Action>
void walk_elements(const Datatype& type, MPI_Count count, Action& action) {
  const Loop& loop = type.layout().loop;
  if (count == 0 || loop.size_bytes == 0) return;
  if (type.is_dense()) {
    action.run(loop.offset, count * loop.size_bytes);
  } else if (count == 1) {
    walk(loop, 0, action);
  } else if (loop.kind == LoopKind::strided && loop.count * loop.stride == type.extent()) {
    walk_strided(loop.child(), loop.offset, loop.count * count, loop.stride, action);
  } else {
    walk_strided(loop, 0, count, type.extent(), action);
  }
}

template <class Action>
void walk_elements_range(const Datatype& type, MPI_Count count, Range range, Action& action) {
  if (range.from >= range.to) return;
  if (range.from == 0 && range.to == count * type.size_bytes()) {
    walk_elements(type, count, action);
  } else if (type.is_dense()) {  // most receives: their buffers are larger than what comes
    action.run(type.layout().loop.offset + range.from, range.to - range.from);
  } else {
    walk_strided_range(type.layout().loop, 0, type.extent(), range, action);
  }
}

// Calls visit(offset, size) for each run, with adjacent ones joined.
template <class Visit>
class RunLister {
 public:
  explicit RunLister(Visit& visit) : visit_(visit) {}
  ~RunLister() {
    if (size_ != 0) visit_(offset_, size_);
  }
  RunLister(const RunLister&) = delete;
  RunLister& operator=(const RunLister&) = delete;

  void run(std::int64_t offset, std::int64_t size) {
    if (offset == offset_ + size_ && size_ != 0) {
      size_ += size;
      return;
    }
    if (size_ != 0) visit_(offset_, size_);
    offset_ = offset;
    size_ = size;
  }
  void strided(std::int64_t offset, std::int64_t count, std::int64_t stride, std::int64_t size) {
    for (std::int64_t i = 0; i < count; i++) run(offset + i * stride, size);
  }
  void blocks(std::int64_t offset, std::span<const std::int64_t> offsets, std::int64_t size) {
    for (const std::int64_t o : offsets) run(offset + o, size);
  }
  void runs(std::int64_t offset, std::span<const Run> all) {
    for (const Run& r : all) run(offset + r.offset, r.size);
  }

 private:
  Visit& visit_;
  std::int64_t offset_ = 0;
  std::int64_t size_ = 0;
};

}  // namespace datatype

// Calls visit(offset, size_bytes) for the maximal runs of bytes of `count` elements in pack order;
// offsets are relative to the buffer's address.
template <class Visit>
void for_each_run(const Datatype& type, MPI_Count count, Visit&& visit) {
  datatype::RunLister<std::remove_reference_t<Visit>> lister(visit);
  datatype::walk_elements(type, count, lister);
}

// The same for a range of the packed data.
template <class Visit>
void for_each_run(const Datatype& type, MPI_Count count, Range range, Visit&& visit) {
  datatype::RunLister<std::remove_reference_t<Visit>> lister(visit);
  datatype::walk_elements_range(type, count, range, lister);
}

}  // namespace smpi
