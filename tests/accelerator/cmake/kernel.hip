// SPDX-License-Identifier: BSD-3-Clause
//
// A library with a kernel, in the language HIP.
#include <hip/hip_runtime.h>

#include "kernel.h"

__global__ void plus_one(double* elements, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) elements[i] += 1;
}

int add_one(double* elements, int count) {
  plus_one<<<(count + 255) / 256, 256>>>(elements, count);
  return hipGetLastError();
}
