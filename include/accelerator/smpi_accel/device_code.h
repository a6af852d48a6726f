// SPDX-License-Identifier: BSD-3-Clause
//
// What the code of kernels needs to compile. It is declared and never run: only the host's half of
// a program is compiled, where each kernel is a stub that tells libsmpi of its launch.
#ifndef SMPI_ACCEL_DEVICE_CODE_H
#define SMPI_ACCEL_DEVICE_CODE_H
#include <stddef.h>

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __managed__ __attribute__((managed))
#ifndef __forceinline__
#define __forceinline__ inline __attribute__((always_inline))
#endif
#ifndef __noinline__
#define __noinline__ __attribute__((noinline))
#endif
#ifndef __align__
#define __align__(count) __attribute__((aligned(count)))
#endif

extern "C" {
int SMPI_ACCEL_PUSH(dim3 grid, dim3 block, size_t shared = 0, SMPI_ACCEL(Stream_t) stream = 0);
}

struct smpi_accel_index {
  unsigned x, y, z;
  __host__ __device__ operator dim3() const { return dim3(x, y, z); }
};
extern const __device__ smpi_accel_index threadIdx, blockIdx, blockDim, gridDim;
extern const __device__ int warpSize;

template <class Vector, class Element>
__host__ __device__ inline Vector smpi_accel_make2(Element x, Element y) {
  return {x, y};
}
template <class Vector, class Element>
__host__ __device__ inline Vector smpi_accel_make3(Element x, Element y, Element z) {
  return {x, y, z};
}
template <class Vector, class Element>
__host__ __device__ inline Vector smpi_accel_make4(Element x, Element y, Element z, Element w) {
  return {x, y, z, w};
}

#define SMPI_ACCEL_VECTOR(type, name)                                                \
  struct name##1 {                                                                   \
    type x;                                                                          \
  };                                                                                 \
  struct alignas(2 * sizeof(type)) name##2 {                                         \
    type x, y;                                                                       \
  };                                                                                 \
  struct name##4 {                                                                   \
    type x, y, z, w;                                                                 \
  };                                                                                 \
  constexpr name##2 (*make_##name##2)(type, type) = smpi_accel_make2<name##2, type>; \
  constexpr name##4 (*make_##name##4)(type, type, type, type) = smpi_accel_make4<name##4, type>;
#define SMPI_ACCEL_VECTOR3(type, name) \
  struct name##3 {                     \
    type x, y, z;                      \
  };                                   \
  constexpr name##3 (*make_##name##3)(type, type, type) = smpi_accel_make3<name##3, type>;
SMPI_ACCEL_VECTOR(char, char)
SMPI_ACCEL_VECTOR(unsigned char, uchar)
SMPI_ACCEL_VECTOR(short, short)
SMPI_ACCEL_VECTOR(int, int)
SMPI_ACCEL_VECTOR3(int, int)
SMPI_ACCEL_VECTOR(unsigned, uint)
SMPI_ACCEL_VECTOR(long, long)
SMPI_ACCEL_VECTOR(float, float)
SMPI_ACCEL_VECTOR3(float, float)
SMPI_ACCEL_VECTOR(double, double)
SMPI_ACCEL_VECTOR3(double, double)
#undef SMPI_ACCEL_VECTOR
#undef SMPI_ACCEL_VECTOR3

__device__ void __syncthreads();
__device__ int __syncthreads_count(int);
__device__ int __syncthreads_or(int);
__device__ int __syncthreads_and(int);
__device__ void __syncwarp(unsigned mask = 0xffffffff);
__device__ void __threadfence();
__device__ void __threadfence_block();
__device__ void __threadfence_system();
__device__ unsigned long long __ballot(int);
__device__ int __any(int);
__device__ int __all(int);
__device__ unsigned __ballot_sync(unsigned long long, int);
__device__ int __any_sync(unsigned long long, int);
__device__ int __all_sync(unsigned long long, int);
__device__ int __popc(unsigned);
__device__ int __popcll(unsigned long long);
__device__ int __clz(int);
__device__ int __clzll(long long);
__device__ int __ffs(int);
__device__ int __ffsll(long long);
__device__ unsigned __activemask();
__device__ long long clock64();
__device__ long long wall_clock64();
__device__ void __nanosleep(unsigned);
template <class T>
__device__ T __shfl(T, int, int = 0);
template <class T>
__device__ T __shfl_up(T, unsigned, int = 0);
template <class T>
__device__ T __shfl_down(T, unsigned, int = 0);
template <class T>
__device__ T __shfl_xor(T, int, int = 0);
template <class T>
__device__ T __shfl_sync(unsigned long long, T, int, int = 0);
template <class T>
__device__ T __shfl_up_sync(unsigned long long, T, unsigned, int = 0);
template <class T>
__device__ T __shfl_down_sync(unsigned long long, T, unsigned, int = 0);
template <class T>
__device__ T __shfl_xor_sync(unsigned long long, T, int, int = 0);
template <class T>
__device__ T __ldg(const T*);

#define SMPI_ACCEL_ATOMIC(name)                    \
  template <class T, class U>                      \
  __device__ T name(T* address, U value);          \
  template <class T, class U>                      \
  __device__ T name##_system(T* address, U value); \
  template <class T, class U>                      \
  __device__ T name##_block(T* address, U value);
SMPI_ACCEL_ATOMIC(atomicAdd)
SMPI_ACCEL_ATOMIC(atomicSub)
SMPI_ACCEL_ATOMIC(atomicExch)
SMPI_ACCEL_ATOMIC(atomicMin)
SMPI_ACCEL_ATOMIC(atomicMax)
SMPI_ACCEL_ATOMIC(atomicInc)
SMPI_ACCEL_ATOMIC(atomicDec)
SMPI_ACCEL_ATOMIC(atomicAnd)
SMPI_ACCEL_ATOMIC(atomicOr)
SMPI_ACCEL_ATOMIC(atomicXor)
#undef SMPI_ACCEL_ATOMIC
template <class T, class U, class V>
__device__ T atomicCAS(T* address, U compare, V value);
template <class T, class U, class V>
__device__ T atomicCAS_system(T* address, U compare, V value);

// Functions of the C library that kernels call.
#define SMPI_ACCEL_MATH1(name)    \
  __device__ double name(double); \
  __device__ float name(float);   \
  __device__ float name##f(float);
#define SMPI_ACCEL_MATH2(name)            \
  __device__ double name(double, double); \
  __device__ float name(float, float);    \
  __device__ float name##f(float, float);
#include <math.h>
#include <stdlib.h>

#include <cmath>
extern "C" {
__device__ int printf(const char*, ...);
}
SMPI_ACCEL_MATH1(sqrt)
SMPI_ACCEL_MATH1(rsqrt)
SMPI_ACCEL_MATH1(cbrt)
SMPI_ACCEL_MATH1(fabs)
SMPI_ACCEL_MATH1(exp)
SMPI_ACCEL_MATH1(exp2)
SMPI_ACCEL_MATH1(log)
SMPI_ACCEL_MATH1(log2)
SMPI_ACCEL_MATH1(log10)
SMPI_ACCEL_MATH1(sin)
SMPI_ACCEL_MATH1(cos)
SMPI_ACCEL_MATH1(tan)
SMPI_ACCEL_MATH1(tanh)
SMPI_ACCEL_MATH1(floor)
SMPI_ACCEL_MATH1(ceil)
SMPI_ACCEL_MATH1(round)
SMPI_ACCEL_MATH2(pow)
SMPI_ACCEL_MATH2(fmin)
SMPI_ACCEL_MATH2(fmax)
SMPI_ACCEL_MATH2(fmod)
SMPI_ACCEL_MATH2(atan2)
__device__ double fma(double, double, double);
__device__ float fmaf(float, float, float);
__device__ int abs(int);
#undef SMPI_ACCEL_MATH1
#undef SMPI_ACCEL_MATH2
#define SMPI_ACCEL_ORDER(type)     \
  __device__ type min(type, type); \
  __device__ type max(type, type);
SMPI_ACCEL_ORDER(int)
SMPI_ACCEL_ORDER(unsigned)
SMPI_ACCEL_ORDER(long)
SMPI_ACCEL_ORDER(unsigned long)
SMPI_ACCEL_ORDER(float)
SMPI_ACCEL_ORDER(double)
#undef SMPI_ACCEL_ORDER
#endif
