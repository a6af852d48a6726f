// SPDX-License-Identifier: BSD-3-Clause
//
// The bytes that typed data occupies in memory: do two of them share one, and did they change?
//
// Columns of a matrix interleave, so the ranges from first to last byte only say where to look
// closer: the runs of both types are compared where these ranges meet.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/ranks/memory/range_set.h"

namespace smpi::analysis {

enum class Access : std::uint8_t { read, write };

class Footprint {
 public:
  Footprint() = default;
  // Keeps the type alive.
  Footprint(const void* address, MPI_Count count, const Datatype& type);

  bool empty() const { return bounds_.begin == bounds_.end; }
  // From the first byte to behind the last.
  memory::AddressRange bounds() const { return bounds_; }
  bool overlaps(const Footprint& other) const;
  // The runs of bytes in pack order; those of overlapping types may come twice.
  std::vector<memory::AddressRange> runs() const;
  bool operator==(const Footprint& other) const;

  // A number that changes with the content of the bytes; nothing where the memory is not mapped.
  // A write of what is there already is not seen.
  std::optional<std::uint64_t> content() const;

 private:
  std::vector<memory::AddressRange> runs_in(memory::AddressRange window) const;

  memory::AddressRange bounds_{0, 0};
  bool is_dense_ = true;  // all of bounds_ is data
  memory::Address address_ = 0;
  MPI_Count count_ = 0;
  Ref<Datatype> type_;
};

// Does MPI write into the buffer at moments that are known, so that other changes can be told?
enum class Watch : std::uint8_t { content, overlap_only };

struct BufferUse {
  Footprint place;
  Access access = Access::read;
  Watch watch = Watch::content;
};

// Is all of it mapped? One system call.
bool is_mapped(memory::AddressRange range);

}  // namespace smpi::analysis
