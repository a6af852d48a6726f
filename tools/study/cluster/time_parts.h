// SPDX-License-Identifier: BSD-3-Clause
//
// Where the time of HPL goes on a cluster: what its ranks spend in kernels, by their names; the
// rest are messages. A matrix product is one wherever it is called, also inside a panel.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace smpi::study::cluster {

enum class TimePart : std::size_t {
  dgemm,
  dtrsm,     // solves with triangles
  panel,     // searching for pivots, scaling and eliminating columns
  swaps,     // of rows in memory, and copies
  messages,  // sending, receiving and waiting: broadcasts, exchanged rows, pivots, idle ranks
  other,     // kernels of other names
};
inline constexpr std::size_t time_part_count = 6;
// Seconds of each, means of the ranks.
using TimeParts = std::array<double, time_part_count>;

std::string_view name_of(TimePart part);

// `kernels_s` by name, means of the ranks; `time_s` is the whole. The parts add up to it.
TimeParts time_parts_of(const std::map<std::string, double>& kernels_s, double time_s);

}  // namespace smpi::study::cluster
