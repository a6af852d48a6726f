// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers of 16 bits, as the headers of HIP and CUDA declare them. The host converts them;
// arithmetic is a kernel's, which does not run.
#ifndef SMPI_ACCEL_HALF_H
#define SMPI_ACCEL_HALF_H
#if defined(__CUDA__) || defined(__HIP__)
#include "device_code.h"

struct __half {
  __fp16 value;
  __half() = default;
  __host__ __device__ __half(float number) : value(static_cast<__fp16>(number)) {}
  __host__ __device__ __half(double number) : value(static_cast<__fp16>(number)) {}
  __host__ __device__ __half(int number) : value(static_cast<__fp16>(number)) {}
  __host__ __device__ operator float() const { return static_cast<float>(value); }
};
struct alignas(4) __half2 {
  __half x, y;
};
using half = __half;
using half2 = __half2;

__host__ __device__ inline __half __float2half(float number) {
  return number;
}
__host__ __device__ inline __half __float2half_rn(float number) {
  return number;
}
__host__ __device__ inline __half __double2half(double number) {
  return number;
}
__host__ __device__ inline __half __int2half_rn(int number) {
  return number;
}
__host__ __device__ inline float __half2float(__half number) {
  return number;
}
__host__ __device__ inline int __half2int_rn(__half number) {
  return static_cast<int>(lrintf(number));
}
__host__ __device__ inline __half2 __halves2half2(__half x, __half y) {
  return {x, y};
}
__host__ __device__ inline __half2 __float2half2_rn(float number) {
  return {number, number};
}
__host__ __device__ inline __half2 __floats2half2_rn(float x, float y) {
  return {x, y};
}
__host__ __device__ inline __half __low2half(__half2 pair) {
  return pair.x;
}
__host__ __device__ inline __half __high2half(__half2 pair) {
  return pair.y;
}
__host__ __device__ inline float __low2float(__half2 pair) {
  return pair.x;
}
__host__ __device__ inline float __high2float(__half2 pair) {
  return pair.y;
}

#define SMPI_ACCEL_HALF(name)             \
  __device__ __half name(__half, __half); \
  __device__ __half2 name##2(__half2, __half2);
SMPI_ACCEL_HALF(__hadd)
SMPI_ACCEL_HALF(__hsub)
SMPI_ACCEL_HALF(__hmul)
SMPI_ACCEL_HALF(__hmax)
SMPI_ACCEL_HALF(__hmin)
#undef SMPI_ACCEL_HALF
__device__ __half __hdiv(__half, __half);
__device__ __half2 __h2div(__half2, __half2);
__device__ __half __hfma(__half, __half, __half);
__device__ __half2 __hfma2(__half2, __half2, __half2);
__device__ bool __hlt(__half, __half);
__device__ bool __hle(__half, __half);
__device__ bool __hgt(__half, __half);
__device__ bool __hge(__half, __half);
__device__ bool __heq(__half, __half);
__device__ __half hsqrt(__half);
__device__ __half hexp(__half);
__device__ __half2 operator+(__half2, __half2);
__device__ __half2 operator-(__half2, __half2);
__device__ __half2 operator*(__half2, __half2);
#endif
#endif
