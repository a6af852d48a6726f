// SPDX-License-Identifier: BSD-3-Clause
//
// The type constructors (MPI 5.0, 5.1.2 to 5.1.4) on type maps. Arguments were checked by the
// caller: counts and block lengths are not negative, arrays have the same length.
#pragma once

#include <span>

#include "include/mpi.h"
#include "libsmpi/mpi/datatype/layout.h"

namespace smpi::datatype {

using Counts = std::span<const MPI_Count>;

Layout contiguous(const Layout& old, MPI_Count count);
// Stride in extents of `old`.
Layout vector(const Layout& old, MPI_Count count, MPI_Count block_length, MPI_Count stride);
Layout hvector(const Layout& old, MPI_Count count, MPI_Count block_length, MPI_Count stride_bytes);
// Displacements in extents of `old`; one block length for all if there is only one.
Layout indexed(const Layout& old, Counts block_lengths, Counts displacements);
Layout hindexed(const Layout& old, Counts block_lengths, Counts displacements_bytes);
Layout structure(std::span<const Layout* const> olds, Counts block_lengths,
                 Counts displacements_bytes);

enum class Order : std::uint8_t { c, fortran };

struct SubarraySpec {
  Counts sizes;
  Counts subsizes;
  Counts starts;
  Order order;
};
Layout subarray(const Layout& old, const SubarraySpec& spec);

enum class Distribution : std::uint8_t { none, block, cyclic };

// One dimension of a distributed array: `length` elements in blocks of `block` over `processes`, of
// which this is number `coordinate`.
struct DarrayDimension {
  MPI_Count length;
  MPI_Count block;
  MPI_Count processes;
  MPI_Count coordinate;
};
Layout darray(const Layout& old, std::span<const DarrayDimension> dimensions, Order order);

}  // namespace smpi::datatype
