// SPDX-License-Identifier: BSD-3-Clause
//
// What the functions of the modelled BLAS are made of. Each takes the place of one C or Fortran
// routine: it charges the time of the call to the running rank, leaves arrays as they are, and
// returns a plausible value where the routine returns one. Only copy and swap do their work:
// programs use them for control data too (HPL for its pivots).
//
// Plausible means: of the size that vectors with entries near 1 give, positive, drawn from the
// rank's own seeded stream, so that divisions by norms and searches for a pivot go their usual way.
#pragma once

#include <cmath>
#include <cstddef>

extern "C" {
// Of libsmpi. `routine` is an index of blas_routines(), `dimensions` its dimensions.
void smpi_blas_charge(unsigned routine, const double* dimensions);
// A uniform random number of the running rank's stream, at least 0 and below 1.
double smpi_plausible_uniform(void);
// Copies or exchanges `count` elements of two vectors with increments, as the BLAS defines them.
void smpi_blas_copy(unsigned element_bytes, int count, const void* x, int x_increment, void* y,
                    int y_increment);
void smpi_blas_swap(unsigned element_bytes, int count, void* x, int x_increment, void* y,
                    int y_increment);
}

namespace {

// As C and Fortran return complex numbers: in registers.
template <class Real>
struct Complex {
  Real real;
  Real imaginary;
};

// The enumerator CblasLeft is part of the C interface to BLAS.
constexpr int c_left = 141;
constexpr int c_right = 142;

[[maybe_unused]] inline int c_side(char side) {
  return side == 'L' || side == 'l' ? c_left : c_right;
}

// A BLAS does nothing for a negative dimension.
inline double dimension(int value) {
  return value > 0 ? value : 0;
}

inline int triangle_order(int side, int m, int n) {
  return side == c_left ? m : n;
}
inline int vector_count(int side, int m, int n) {
  return side == c_left ? n : m;
}

inline double plausible_sum(int n) {
  return n > 0 ? n * (0.5 + 0.5 * smpi_plausible_uniform()) : 0;
}
inline double plausible_norm(int n) {
  return n > 0 ? std::sqrt(static_cast<double>(n)) * (0.5 + 0.5 * smpi_plausible_uniform()) : 0;
}
// 0 to n - 1.
inline int plausible_index(int n) {
  return n > 0 ? static_cast<int>(n * smpi_plausible_uniform()) : 0;
}

}  // namespace
