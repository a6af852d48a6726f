// SPDX-License-Identifier: BSD-3-Clause
//
// What the table of the modelled BLAS says of the timed kernels: names of dimensions, operations,
// levels. Terms are evaluated by the formulas that a run will evaluate.
#pragma once

#include <vector>

#include "libsmpi/cost/modeled/blas_routines.h"
#include "libsmpi/cost/modeled/formula.h"
#include "tools/calibrate/kernels.h"

namespace smpi::calibrate {

const modeled::BlasRoutine& routine_of(const Kernel& kernel);

// Floating-point operations of a call.
double operations_of(const Kernel& kernel, const Shape& shape);

// The kernel's terms, compiled.
class Terms {
 public:
  explicit Terms(const Kernel& kernel);
  std::vector<double> evaluate(const Shape& shape) const;

 private:
  const Kernel& kernel_;
  std::vector<modeled::Formula> formulas_;
};

}  // namespace smpi::calibrate
