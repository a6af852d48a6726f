// SPDX-License-Identifier: BSD-3-Clause
//
// Which part of a run a timeline shows: a window of simulated time, some ranks, and so many bytes.
// Viewers fail at half a gigabyte; nobody can read that much either.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "kernel/options.h"

namespace smpi::record {

struct Selection {
  double begin_s = 0;
  double end_s = std::numeric_limits<double>::infinity();
  std::vector<bool> has_rank;  // by world rank; empty: all
  std::uint64_t limit_bytes = 0;
  bool shows_internals = false;  // messages that collectives send

  bool shows(std::uint32_t world_rank) const {
    return has_rank.empty() || (world_rank < has_rank.size() && has_rank[world_rank]);
  }
};

// The options tracing/..., of all formats.
std::span<const kernel::OptionSpec> timeline_options();
// Throws InputError; `rank_count` is that of the run.
Selection selection_of(const kernel::Options& options, std::uint32_t rank_count);

}  // namespace smpi::record
