// SPDX-License-Identifier: BSD-3-Clause
//
// The kernels of lu.cpp as functions of a plug-in (`replace` in lu.toml): with
// --cfg=accel/content:all they compute what the kernels would.
#include "lu_elements.h"

namespace {

template <class Type>
Type argument(void** arguments, int place) {
  return *static_cast<Type*>(arguments[place]);
}
int integer(void** arguments, int place) {
  return argument<int>(arguments, place);
}
double* matrix(void** arguments, int place) {
  return argument<double*>(arguments, place);
}

}  // namespace

extern "C" {

void compute_generate(void** all, const void*) {
  const int rows = integer(all, 0), columns = integer(all, 1), block = integer(all, 2);
  for (int j = 0; j < columns; j++) {
    for (int i = 0; i < rows; i++) {
      matrix(all, 7)[i + static_cast<long>(j) * rows] =
          lu::entry(lu::global_of(i, block, integer(all, 3), integer(all, 4)),
                    lu::global_of(j, block, integer(all, 5), integer(all, 6)));
    }
  }
}

void compute_pack(void** all, const void*) {
  for (int j = 0; j < integer(all, 1); j++) {
    for (int i = 0; i < integer(all, 0); i++) {
      lu::pack_element(i, j, integer(all, 0), matrix(all, 2), argument<long>(all, 3),
                       argument<int*>(all, 4), matrix(all, 5));
    }
  }
}

void compute_unpack(void** all, const void*) {
  for (int j = 0; j < integer(all, 1); j++) {
    for (int i = 0; i < integer(all, 0); i++) {
      lu::unpack_element(i, j, integer(all, 0), matrix(all, 2), argument<long>(all, 3),
                         argument<int*>(all, 4), matrix(all, 5));
    }
  }
}

void compute_solve(void** all, const void*) {
  for (int j = 0; j < integer(all, 1); j++) {
    lu::solve_column(j, integer(all, 0), matrix(all, 2), matrix(all, 3));
  }
}

void compute_update(void** all, const void*) {
  for (int j = 0; j < integer(all, 1); j++) {
    for (int i = 0; i < integer(all, 0); i++) {
      lu::update_element(i, j, integer(all, 2), matrix(all, 3), argument<long>(all, 4),
                         matrix(all, 5), matrix(all, 6), argument<long>(all, 7));
    }
  }
}

void compute_add_product(void** all, const void*) {
  for (int i = 0; i < integer(all, 0); i++) {
    lu::add_product_element(i, integer(all, 1), matrix(all, 2), argument<long>(all, 3),
                            matrix(all, 4), matrix(all, 5));
  }
}

void compute_right_side(void** all, const void*) {
  const double* const right = matrix(all, 2);
  for (int i = 0; i < integer(all, 0); i++) {
    matrix(all, 3)[i] = (right == nullptr ? 0 : right[i]) - matrix(all, 1)[i];
  }
}

void compute_solve_upper(void** all, const void*) {
  lu::solve_upper(integer(all, 0), matrix(all, 1), argument<long>(all, 2), matrix(all, 3));
}

}  // extern "C"
