// SPDX-License-Identifier: BSD-3-Clause
//
// Looking routines up, and evaluating formulas over their dimensions.
#include "tools/calibrate/routines.h"

#include <sstream>
#include <string>

#include "kernel/error.h"

namespace smpi::calibrate {
namespace {

std::vector<std::string> dimension_names(const Kernel& kernel) {
  std::istringstream stream(routine_of(kernel).dimensions);
  std::vector<std::string> names;
  for (std::string name; stream >> name;) names.push_back(name);
  return names;
}

}  // namespace

const modeled::BlasRoutine& routine_of(const Kernel& kernel) {
  for (const modeled::BlasRoutine& routine : modeled::blas_routines()) {
    if (std::string_view(routine.name) == kernel.routine) return routine;
  }
  SIM_ASSERT(false, "a kernel is no routine of the BLAS");
}

double operations_of(const Kernel& kernel, const Shape& shape) {
  const modeled::Formula formula =
      modeled::Formula::compile(routine_of(kernel).operations, dimension_names(kernel));
  return formula.evaluate(dimensions_of(kernel, shape).data());
}

Terms::Terms(const Kernel& kernel) : kernel_(kernel) {
  const std::vector<std::string> names = dimension_names(kernel);
  for (const std::string& term : kernel.terms) {
    formulas_.push_back(modeled::Formula::compile(term, names));
  }
}

std::vector<double> Terms::evaluate(const Shape& shape) const {
  const std::vector<double> dimensions = dimensions_of(kernel_, shape);
  std::vector<double> values;
  for (const modeled::Formula& formula : formulas_)
    values.push_back(formula.evaluate(dimensions.data()));
  return values;
}

}  // namespace smpi::calibrate
