// SPDX-License-Identifier: BSD-3-Clause
//
// From timings to a model: the fit of every kernel, how well it fits, and how noisy calls are.
//
// A call that takes more than three times the median of its shape was interrupted; it is left out
// and counted. Noise is what remains when a call is repeated: the relative standard deviation
// within a shape, of calls that were timed one by one where there are any. What the terms cannot
// follow, such as the edges of caches, is no noise and shows in the residuals.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/calibrate/plan.h"
#include "tools/calibrate/polynomial.h"
#include "tools/calibrate/timing.h"

namespace smpi::calibrate {

// A shape: what was measured on average, and what the fit says.
struct Point {
  double measured_s;
  double predicted_s;
  double residual() const { return predicted_s / measured_s - 1; }
};

struct KernelModel {
  const Kernel* kernel;
  Fit fit;
  std::vector<Point> points;
  double noise = 0;        // relative standard deviation of a call
  double speed_flops = 0;  // all operations in all the time
  std::size_t timed = 0;
  std::size_t left_out = 0;

  double mean_residual() const;  // of the absolute values
  double worst_residual() const;
  // Such as "4.2e-11*M*N*K + 2e-07".
  std::string formula() const;
};

struct Model {
  std::string title;  // "one core", "2 cores at once"
  std::vector<KernelModel> kernels;
};

// Throws InputError when the time was over before a kernel had the shapes that its fit needs.
Model make_model(std::string title, const Plan& plan, const Timings& timings);

}  // namespace smpi::calibrate
