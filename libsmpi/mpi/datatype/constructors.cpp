// SPDX-License-Identifier: BSD-3-Clause
//
// Type constructors as repetitions and sequences; see constructors.h.
#include "libsmpi/mpi/datatype/constructors.h"

#include <algorithm>

namespace smpi::datatype {

namespace {

// Marks the result as too large when a displacement does not fit.
std::int64_t scaled(MPI_Count value, std::int64_t factor, Layout& old) {
  std::int64_t result = 0;
  old.overflow |= __builtin_mul_overflow(value, factor, &result);
  return result;
}

// Blocks of `old` for a list of lengths, where equal neighbours share one layout.
class Blocks {
 public:
  explicit Blocks(const Layout& old) : old_(old), extent_(old.extent()) {}

  const Layout& of_length(MPI_Count length) {
    if (length != length_) {
      length_ = length;
      block_ = repeat(old_, length, extent_);
    }
    return block_;
  }

 private:
  const Layout& old_;
  std::int64_t extent_;
  MPI_Count length_ = -1;
  Layout block_;
};

Layout hindexed_scaled(Layout old, Counts block_lengths, Counts displacements, std::int64_t unit) {
  LayoutBuilder builder;
  for (const MPI_Count d : displacements) scaled(d, unit, old);
  Blocks blocks(old);
  for (std::size_t i = 0; i < displacements.size(); i++) {
    const MPI_Count length = block_lengths.size() == 1 ? block_lengths[0] : block_lengths[i];
    if (length == 0) continue;
    builder.add(blocks.of_length(length), old.overflow ? 0 : displacements[i] * unit);
  }
  return builder.finish();
}

// Positions of one dimension, times the extent of what lies at each.
Layout distributed(const Layout& old, const DarrayDimension& dimension) {
  Layout unit = old;
  const std::int64_t extent = old.extent();
  const MPI_Count block_count = (dimension.length + dimension.block - 1) / dimension.block;
  const MPI_Count own_count =
      block_count > dimension.coordinate
          ? (block_count - dimension.coordinate + dimension.processes - 1) / dimension.processes
          : 0;
  // Only the last block of the array may be shorter.
  const MPI_Count last_block = dimension.coordinate + (own_count - 1) * dimension.processes;
  const bool short_last = own_count > 0 && (last_block + 1) * dimension.block > dimension.length;
  const MPI_Count full_count = own_count - (short_last ? 1 : 0);
  const std::int64_t block_bytes = scaled(dimension.block, extent, unit);
  const std::int64_t total_bytes = scaled(dimension.length, extent, unit);
  const std::int64_t stride = scaled(dimension.processes, block_bytes, unit);
  LayoutBuilder builder;
  if (full_count > 0) {
    builder.add(repeat(repeat(unit, dimension.block, extent), full_count, stride),
                dimension.coordinate * block_bytes);
  }
  if (short_last) {
    builder.add(repeat(unit, dimension.length - last_block * dimension.block, extent),
                last_block * block_bytes);
  }
  return resized(builder.finish(), 0, total_bytes);
}

}  // namespace

Layout contiguous(const Layout& old, MPI_Count count) {
  return repeat(old, count, old.extent());
}

Layout vector(const Layout& old, MPI_Count count, MPI_Count block_length, MPI_Count stride) {
  Layout checked = old;
  const std::int64_t stride_bytes = scaled(stride, old.extent(), checked);
  return hvector(checked, count, block_length, stride_bytes);
}

Layout hvector(const Layout& old, MPI_Count count, MPI_Count block_length, MPI_Count stride_bytes) {
  return repeat(repeat(old, block_length, old.extent()), count, stride_bytes);
}

Layout indexed(const Layout& old, Counts block_lengths, Counts displacements) {
  return hindexed_scaled(old, block_lengths, displacements, old.extent());
}

Layout hindexed(const Layout& old, Counts block_lengths, Counts displacements_bytes) {
  return hindexed_scaled(old, block_lengths, displacements_bytes, 1);
}

Layout structure(std::span<const Layout* const> olds, Counts block_lengths,
                 Counts displacements_bytes) {
  LayoutBuilder builder;
  for (std::size_t i = 0; i < olds.size(); i++) {
    if (block_lengths[i] == 0) continue;
    const Layout& old = *olds[i];
    // A marker has no data, but its bounds count.
    builder.add(old.has_data() ? repeat(old, block_lengths[i], old.extent()) : old,
                displacements_bytes[i]);
  }
  return builder.finish();
}

Layout subarray(const Layout& old, const SubarraySpec& spec) {
  const std::size_t dimensions = spec.sizes.size();
  Layout result = old;
  for (std::size_t step = 0; step < dimensions; step++) {
    // The dimension whose elements are closest first.
    const std::size_t d = spec.order == Order::c ? dimensions - 1 - step : step;
    const std::int64_t extent = result.extent();
    const std::int64_t start = scaled(spec.starts[d], extent, result);
    const std::int64_t total_bytes = scaled(spec.sizes[d], extent, result);
    LayoutBuilder builder;
    builder.add(repeat(result, spec.subsizes[d], extent), start);
    result = resized(builder.finish(), 0, total_bytes);
  }
  return result;
}

Layout darray(const Layout& old, std::span<const DarrayDimension> dimensions, Order order) {
  Layout result = old;
  for (std::size_t step = 0; step < dimensions.size(); step++) {
    const std::size_t d = order == Order::c ? dimensions.size() - 1 - step : step;
    result = distributed(result, dimensions[d]);
  }
  return result;
}

}  // namespace smpi::datatype
