// SPDX-License-Identifier: BSD-3-Clause
//
// The routines of the modelled BLAS. The table is made by scripts/make_blas.py from
// blas/routines.csv, together with the functions that take the place of a real BLAS, which name a
// routine by its index here.
#pragma once

#include <span>

namespace smpi::modeled {

struct BlasRoutine {
  const char* name;        // with its letter of precision, such as "dgemm"
  int level;               // 1 to 3
  const char* dimensions;  // names for formulas, separated by blanks, such as "M N K"
  const char* operations;  // flops it makes, as a formula over the dimensions
};

std::span<const BlasRoutine> blas_routines();

}  // namespace smpi::modeled
