// SPDX-License-Identifier: BSD-3-Clause
//
// Performance variables (MPI 5.0, 15.3.7): what a rank has done and what it is doing. All are about
// the calling rank and bound to no object.
#pragma once

#include <span>

#include "include/mpi.h"
#include "libsmpi/watch/tool/categories.h"
#include "libsmpi/watch/tool/enumerations.h"

namespace smpi {
struct Rank;
}

namespace smpi::tool {

struct PerformanceVariable {
  const char* name;
  const char* description;
  int variable_class;  // MPI_T_PVAR_CLASS_*
  MPI_Datatype datatype;
  const Enumeration* enumeration;
  CategoryId category;
  // The value now, since the start of the rank. Whole numbers stay exact up to 2^53.
  double (*read)(const Rank& rank);

  // Counts from a start to a stop; the others always show the present.
  bool is_counted() const {
    return variable_class == MPI_T_PVAR_CLASS_COUNTER ||
           variable_class == MPI_T_PVAR_CLASS_AGGREGATE || variable_class == MPI_T_PVAR_CLASS_TIMER;
  }
};

// In the order of their indices.
std::span<const PerformanceVariable> performance_variables();

// Copies a value as the variable's datatype, and back.
void store(const PerformanceVariable& variable, double value, void* out);
double fetch(const PerformanceVariable& variable, const void* in);

}  // namespace smpi::tool
