// SPDX-License-Identifier: BSD-3-Clause
//
// The coefficients file of the modelled BLAS:
//
//   reference_speed = "1Gf"   # flop/s of the host that the times are of; 1 Gflop/s when absent
//   default = "flops"         # cost of routines without a table of their own: one flop of the
//                             # reference host for each of theirs. Or "free", or flop/s by level:
//                             # default = {level1 = "0.2Gf", level2 = "0.4Gf", level3 = "0.9Gf"}
//   # Relative standard deviations, and hosts of another speed; see noise.h.
//   noise = {call = 0.02, host = 0.01, day = 0.005, mixture = [{share = 0.06, factor = 0.9}]}
//
//   [dgemm]
//   terms = {"M*N*K" = 2.1e-9, "M*N" = 1e-9, "1" = 2e-7}  # seconds; or seconds = "formula"
//
//   [dtrsm]
//   seconds = "2.1e-11*R*T^2"
//   noise = 0.03  # of its calls, if not as above; or deviation = {"R*T^2" = 1e-12}, in seconds
//
// Costs that differ among processors stand in tables, see processor_table.h.
//
// A term is a formula over the routine's dimensions, named as in the BLAS: M, N, K, KL, KU as given
// to the call, whatever its layout; and for routines with a side T, the order of the triangular or
// symmetric matrix, and R, the number of vectors it is applied to.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "libsmpi/cost/modeled/kernel_cost.h"
#include "libsmpi/cost/modeled/noise.h"
#include "libsmpi/cost/modeled/processor_table.h"

namespace smpi::modeled {

struct BlasCost : KernelCost {
  double call_noise = 0;  // relative standard deviation of a call's time
  // How many of the first dimensions are sizes of what the routine computes: M and N, or N.
  std::size_t size_count = 0;
  ProcessorTable table = {};        // empty: all processors are alike
  bool has_own_processors = false;  // only processors with a row have a cost

  // A BLAS returns at once when there is nothing to compute. Programs that poll count on it: HPL
  // updates no columns between its probes while it waits.
  bool is_empty(const double* dimensions) const {
    for (std::size_t i = 0; i < size_count; i++) {
      if (dimensions[i] == 0) return true;
    }
    return false;
  }
};

struct BlasCoefficients {
  std::vector<BlasCost> costs;  // one for each routine of blas_routines()
  HostNoise host_noise;
  bool is_noisy = false;  // is any of the relative noise not zero?
  Processors processors;
};

// `calibration` chooses among tables of processors; empty: as the file says. Throws InputError.
BlasCoefficients read_blas_coefficients(const std::string& path,
                                        const std::string& calibration = {});

}  // namespace smpi::modeled
