// SPDX-License-Identifier: BSD-3-Clause
//
// A type map (MPI 5.0, 5.1): where its elements lie, what they are, and its bounds.
//
// Every constructor of the standard is a repetition and a sequence of other type maps, so there are
// two operations here, and the constructors (constructors.h) only call them. Bounds follow the
// formal definition: lb and ub are the extremes of the data unless some part was given explicit
// ones (MPI_Type_create_resized, or MPI_LB and MPI_UB): then only explicit ones count. An implicit
// ub is padded so that the extent is a multiple of the strictest alignment. (Open MPI does the
// same; MPICH pads only structs and forgets explicit bounds inside structs.)
#pragma once

#include <cstdint>
#include <optional>

#include "libsmpi/mpi/datatype/loop.h"
#include "libsmpi/mpi/datatype/signature.h"

namespace smpi::datatype {

struct Layout {
  Loop loop;
  Signature signature;
  // The predefined type that all of it is made of; empty when mixed or empty.
  std::optional<Unit> unit;
  std::int64_t true_lb = 0;  // 0 when there is no data
  std::int64_t true_ub = 0;
  std::optional<std::int64_t> explicit_lb;
  std::optional<std::int64_t> explicit_ub;
  std::int64_t alignment_bytes = 1;
  bool overflow = false;  // some displacement or size did not fit in 64 bits

  std::int64_t size_bytes() const { return loop.size_bytes; }
  bool has_data() const { return loop.size_bytes != 0; }
  std::int64_t lb() const { return explicit_lb.value_or(true_lb); }
  std::int64_t ub() const;
  std::int64_t extent() const { return ub() - lb(); }
  // Do all sizes and bounds fit in 64 bits? What is not representable must not be used.
  bool is_representable() const;
};

Layout predefined_layout(Element element);
// Two elements as in a C struct, for MPI_MINLOC and MPI_MAXLOC.
Layout pair_layout(Unit pair);
// `count` copies, `stride` bytes apart. Without data the result is empty.
Layout repeat(const Layout& part, std::int64_t count, std::int64_t stride);
Layout resized(Layout layout, std::int64_t lb, std::int64_t extent);

// Parts in pack order, each moved by its displacement.
class LayoutBuilder {
 public:
  void add(const Layout& part, std::int64_t displacement);
  Layout finish();

 private:
  void add_bounds(const Layout& part, std::int64_t displacement);

  LoopBuilder loops_;
  SignatureBuilder signatures_;
  Layout sum_;
  bool any_data_ = false;
  bool mixed_units_ = false;
};

}  // namespace smpi::datatype
