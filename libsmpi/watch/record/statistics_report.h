// SPDX-License-Identifier: BSD-3-Clause
//
// Statistics of a run as JSON, and matrices as CSV (docs/timelines.md has the keys).
#pragma once

#include <cstdint>
#include <string>

#include "libsmpi/watch/record/run_statistics.h"

namespace smpi::record {

// Dense matrices of more ranks are not written.
inline constexpr std::size_t dense_ranks_max = 4096;

std::string statistics_json(const RunStatistics& statistics, const Simulation& simulation);

enum class MatrixOf : std::uint8_t { messages, bytes };
// Of messages on the wire: a line for each source, a column for each destination.
std::string matrix_csv(const RunStatistics& statistics, const Simulation& simulation,
                       MatrixOf what);

}  // namespace smpi::record
