// SPDX-License-Identifier: BSD-3-Clause
//
// The text of an overlay that gives measured costs to kernels. What nobody can know from outside
// is left to the user and said in comments: what a function writes, and what its result decides.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "libsmpi/ranks/load/elf/function_types.h"
#include "libsmpi/run/observe/kernel_counter.h"
#include "libsmpi/run/observe/kernel_search.h"

namespace smpi::observe {

struct ProposedKernel {
  Kernel kernel;
  std::optional<load::FunctionType> type;  // nothing without debug information
  CountedCalls calls;
};

struct Proposal {
  std::string program;
  std::uint32_t rank_count = 0;
  std::string reference_speed;     // of the seconds, as options give it
  std::uint64_t sample_count = 0;  // outside MPI
  double seconds_per_sample = 0;
  std::vector<ProposedKernel> kernels;
};

std::string overlay_text(const Proposal& proposal);

}  // namespace smpi::observe
