// SPDX-License-Identifier: BSD-3-Clause
//
// What a calibration found, as text: for people, and as the coefficients file of smpirun
// --blas=modeled:FILE (libsmpi/cost/modeled/blas_coefficients.h).
#pragma once

#include <string>
#include <vector>

#include "tools/calibrate/model.h"

namespace smpi::calibrate {

// A table of the kernels of a model: R2, residuals, noise, speed and formula.
std::string report_text(const Model& model);

struct CoefficientSettings {
  std::vector<std::string> origin;  // lines of comment: which machine, which library, which command
  double reference_speed_flops = 0;  // 0: that of a large dgemm
  bool has_call_noise = false;       // write what was measured
  double host_noise = 0;
  double day_noise = 0;
  std::string host = {};         // not empty: rows of tables of processors, of this host
  std::string calibration = {};  // and their name
};

std::string coefficients_text(const Model& model, const CoefficientSettings& settings);

// Flop/s of a dgemm so large that only M*N*K counts.
double large_dgemm_speed_flops(const Model& model);

}  // namespace smpi::calibrate
