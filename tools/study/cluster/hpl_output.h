// SPDX-License-Identifier: BSD-3-Clause
//
// What HPL printed of runs on a real machine: outputs of HPL 1.0 to 2.3, of its part of the HPC
// Challenge, of Intel's and of those for GPUs (NVIDIA's and AMD's).
//
// The lines that count begin with W, such as
//
//     WR11C2R4       23314   256     1     4             738.94             1.1433e+01
//
// with the variant (mapping, depth, broadcast, RFACT, NDIV, PFACT, NBMIN), N, NB, P, Q, seconds and
// Gflop/s. What no variant says, such as the exchange of rows, is in the head of the output. Lines
// of detailed timing come after their run, such as
//
//     Max aggregated wall time rfact . . . :               6.75
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/study/hpl/setup.h"

namespace smpi::study::cluster {

enum class Residual { passed, failed, not_checked };

struct OutputRun {
  hpl::Setup setup;
  double time_s = 0;
  double gflops = 0;
  Residual residual = Residual::not_checked;
  // Where it was built with HPL_DETAILED_TIMING, else 0: the most that a rank was in the
  // factorisation of panels, and in the search for pivots and its messages, which are part of it.
  double panels_s = 0;
  double pivots_s = 0;
  bool has_device = false;  // it timed what only programs for accelerators do
  std::string file;
  int line = 0;
};

// All runs of an output, in its order. Throws InputError with file, line and what is missing.
std::vector<OutputRun> parse_output(std::string_view text, const std::string& file);
std::vector<OutputRun> read_output(const std::string& path);

}  // namespace smpi::study::cluster
