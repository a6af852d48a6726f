// SPDX-License-Identifier: BSD-3-Clause
//
// What the kernels of lu.cpp compute, one element or column at a time. The kernels call it on a
// real device; lu_plugin.cpp calls it in loops, for runs that compute for real without a device.
// Matrices are stored by columns. Lists hold rows of the matrix, or -1 for "not here".
#pragma once

#ifndef __HIP__
#define __host__
#define __device__
#endif
#define LU_ELEMENT __host__ __device__ inline

namespace lu {

// Entry (row, column) of the matrix [A | b]: uniform in [-0.5, 0.5), by a hash.
LU_ELEMENT double entry(long row, long column) {
  unsigned long x = static_cast<unsigned long>(row) * 0x9e3779b97f4a7c15UL +
                    static_cast<unsigned long>(column) * 0xc2b2ae3d27d4eb4fUL + 1;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9UL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebUL;
  x ^= x >> 31;
  return static_cast<double>(x >> 11) * 0x1p-53 - 0.5;
}

// Of `local`, the place of a row in process `mine` of `count`, blocks of `block` rows.
LU_ELEMENT long global_of(long local, int block, int mine, int count) {
  return (local / block * count + mine) * block + local % block;
}

LU_ELEMENT void pack_element(int i, int j, int rows, const double* a, long stride, const int* list,
                             double* packed) {
  const int row = list[i];
  packed[i + static_cast<long>(j) * rows] = row < 0 ? 0 : a[row + j * stride];
}

LU_ELEMENT void unpack_element(int i, int j, int rows, double* a, long stride, const int* list,
                               const double* packed) {
  const int row = list[i];
  if (row >= 0) a[row + j * stride] = packed[i + static_cast<long>(j) * rows];
}

// Column j of U: solves with the unit lower triangle of `top`.
LU_ELEMENT void solve_column(int j, int block, const double* top, double* u) {
  double* const column = u + static_cast<long>(j) * block;
  for (int k = 0; k < block; k++) {
    for (int i = k + 1; i < block; i++) column[i] -= top[i + k * block] * column[k];
  }
}

LU_ELEMENT void update_element(int i, int j, int block, const double* l, long l_stride,
                               const double* u, double* a, long stride) {
  double sum = 0;
  for (int k = 0; k < block; k++) sum += l[i + k * l_stride] * u[k + static_cast<long>(j) * block];
  a[i + j * stride] -= sum;
}

LU_ELEMENT void add_product_element(int i, int columns, const double* a, long stride,
                                    const double* x, double* sums) {
  for (int j = 0; j < columns; j++) sums[i] += a[i + j * stride] * x[j];
}

// Solves with the upper triangle of `a`, in place.
LU_ELEMENT void solve_upper(int block, const double* a, long stride, double* x) {
  for (int k = block - 1; k >= 0; k--) {
    x[k] /= a[k + k * stride];
    for (int i = 0; i < k; i++) x[i] -= a[i + k * stride] * x[k];
  }
}

}  // namespace lu
