// SPDX-License-Identifier: BSD-3-Clause
//
// Control variables (MPI 5.0, 15.3.6): the options of smpirun, under their names.
//
// A number is a double, yes and no are an int, everything else (such as the algorithm of a
// collective) is a string. Thresholds and costs of calls may be written while the program runs, by
// any rank for all of them; the rest was fixed before the run.
#pragma once

#include <span>
#include <string>

#include "include/mpi.h"
#include "kernel/options.h"
#include "libsmpi/ranks/runtime/tuning.h"
#include "libsmpi/watch/tool/categories.h"

namespace smpi {
class Simulation;
}

namespace smpi::tool {

struct ControlVariable {
  const kernel::OptionSpec* option;
  CategoryId category;
  double Tuning::*field = nullptr;  // where it is kept while the program may change it

  bool is_writable() const { return field != nullptr; }
  bool is_text() const { return field == nullptr && option->kind == kernel::OptionKind::text; }
  bool is_boolean() const { return option->kind == kernel::OptionKind::boolean; }
};

// In the order of their indices.
std::span<const ControlVariable> control_variables();

// How many elements of datatype() the value has; of a string, with the final NUL.
int count_of(const ControlVariable& variable, const Simulation& simulation);
MPI_Datatype datatype(const ControlVariable& variable);
// Copies the value to `out`.
void read(const ControlVariable& variable, const Simulation& simulation, void* out);
// REQUIRES: is_writable(). False for a value that is negative or not a number.
bool write(const ControlVariable& variable, Simulation& simulation, const void* in);

}  // namespace smpi::tool
