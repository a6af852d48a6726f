// SPDX-License-Identifier: BSD-3-Clause
//
// What the code of kernels needs to compile. It is declared and never run: only the host's half of
// a program is compiled, where each kernel is a stub that tells libsmpi of its launch.
#ifndef SMPI_ACCEL_DEVICE_CODE_H
#define SMPI_ACCEL_DEVICE_CODE_H
// Programs rely on these, which the real headers bring along.
#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <string>

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
#define __grid_constant__
#ifndef __restrict__
#define __restrict__ __restrict
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

#define SMPI_ACCEL_ELEMENT signed char
#define SMPI_ACCEL_NAME(count) char##count
#define SMPI_ACCEL_MAKE(count) make_char##count
#define SMPI_ACCEL_PAIR_BYTES 2
#define SMPI_ACCEL_QUAD_BYTES 4
#include "vectors.inc"
#define SMPI_ACCEL_ELEMENT unsigned char
#define SMPI_ACCEL_NAME(count) uchar##count
#define SMPI_ACCEL_MAKE(count) make_uchar##count
#define SMPI_ACCEL_PAIR_BYTES 2
#define SMPI_ACCEL_QUAD_BYTES 4
#include "vectors.inc"
#define SMPI_ACCEL_ELEMENT short
#define SMPI_ACCEL_NAME(count) short##count
#define SMPI_ACCEL_MAKE(count) make_short##count
#define SMPI_ACCEL_PAIR_BYTES 4
#define SMPI_ACCEL_QUAD_BYTES 8
#include "vectors.inc"
#define SMPI_ACCEL_ELEMENT unsigned short
#define SMPI_ACCEL_NAME(count) ushort##count
#define SMPI_ACCEL_MAKE(count) make_ushort##count
#define SMPI_ACCEL_PAIR_BYTES 4
#define SMPI_ACCEL_QUAD_BYTES 8
#include "vectors.inc"
#define SMPI_ACCEL_ELEMENT int
#define SMPI_ACCEL_NAME(count) int##count
#define SMPI_ACCEL_MAKE(count) make_int##count
#define SMPI_ACCEL_PAIR_BYTES 8
#define SMPI_ACCEL_QUAD_BYTES 16
#include "vectors.inc"
#define SMPI_ACCEL_ELEMENT long
#define SMPI_ACCEL_NAME(count) long##count
#define SMPI_ACCEL_MAKE(count) make_long##count
#define SMPI_ACCEL_PAIR_BYTES 16
#define SMPI_ACCEL_QUAD_BYTES 16
#include "vectors.inc"
#define SMPI_ACCEL_ELEMENT unsigned long
#define SMPI_ACCEL_NAME(count) ulong##count
#define SMPI_ACCEL_MAKE(count) make_ulong##count
#define SMPI_ACCEL_PAIR_BYTES 16
#define SMPI_ACCEL_QUAD_BYTES 16
#include "vectors.inc"
#define SMPI_ACCEL_ELEMENT long long
#define SMPI_ACCEL_NAME(count) longlong##count
#define SMPI_ACCEL_MAKE(count) make_longlong##count
#define SMPI_ACCEL_PAIR_BYTES 16
#define SMPI_ACCEL_QUAD_BYTES 16
#include "vectors.inc"
#define SMPI_ACCEL_ELEMENT unsigned long long
#define SMPI_ACCEL_NAME(count) ulonglong##count
#define SMPI_ACCEL_MAKE(count) make_ulonglong##count
#define SMPI_ACCEL_PAIR_BYTES 16
#define SMPI_ACCEL_QUAD_BYTES 16
#include "vectors.inc"
#define SMPI_ACCEL_ELEMENT float
#define SMPI_ACCEL_NAME(count) float##count
#define SMPI_ACCEL_MAKE(count) make_float##count
#define SMPI_ACCEL_PAIR_BYTES 8
#define SMPI_ACCEL_QUAD_BYTES 16
#include "vectors.inc"
#define SMPI_ACCEL_ELEMENT double
#define SMPI_ACCEL_NAME(count) double##count
#define SMPI_ACCEL_MAKE(count) make_double##count
#define SMPI_ACCEL_PAIR_BYTES 16
#define SMPI_ACCEL_QUAD_BYTES 16
#include "vectors.inc"
#define SMPI_ACCEL_HAS_TRIPLE  // uint3 is in types.h, for dim3
#define SMPI_ACCEL_ELEMENT unsigned
#define SMPI_ACCEL_NAME(count) uint##count
#define SMPI_ACCEL_MAKE(count) make_uint##count
#define SMPI_ACCEL_PAIR_BYTES 8
#define SMPI_ACCEL_QUAD_BYTES 16
#include "vectors.inc"
#undef SMPI_ACCEL_HAS_TRIPLE

__device__ void __syncthreads();
__device__ int __syncthreads_count(int);
__device__ int __syncthreads_or(int);
__device__ int __syncthreads_and(int);
template <class T>
__device__ unsigned __match_any_sync(unsigned long long, T);
template <class T>
__device__ unsigned __match_all_sync(unsigned long long, T, int*);
__device__ unsigned __reduce_add_sync(unsigned, unsigned);
__device__ unsigned __reduce_min_sync(unsigned, unsigned);
__device__ unsigned __reduce_max_sync(unsigned, unsigned);
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
__device__ void __trap();
__device__ void __brkpt();
template <class T>
__device__ T __ldcg(const T*);
template <class T>
__device__ T __ldcs(const T*);
template <class T>
__device__ void __stcg(T*, T);
template <class T>
__device__ void __stcs(T*, T);
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
extern "C" {
__device__ int printf(const char*, ...);
__device__ void __assert_fail(const char*, const char*, unsigned, const char*);
}
__device__ clock_t clock();
__device__ void* memcpy(void*, const void*, size_t);
__device__ void* memset(void*, int, size_t);
__device__ void* malloc(size_t);
__device__ void free(void*);
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
__device__ long labs(long);
__device__ long long llabs(long long);
SMPI_ACCEL_MATH1(asin)
SMPI_ACCEL_MATH1(acos)
SMPI_ACCEL_MATH1(atan)
SMPI_ACCEL_MATH1(sinh)
SMPI_ACCEL_MATH1(cosh)
SMPI_ACCEL_MATH1(asinh)
SMPI_ACCEL_MATH1(acosh)
SMPI_ACCEL_MATH1(atanh)
SMPI_ACCEL_MATH1(expm1)
SMPI_ACCEL_MATH1(log1p)
SMPI_ACCEL_MATH1(exp10)
SMPI_ACCEL_MATH1(erf)
SMPI_ACCEL_MATH1(erfc)
SMPI_ACCEL_MATH1(tgamma)
SMPI_ACCEL_MATH1(lgamma)
SMPI_ACCEL_MATH1(trunc)
SMPI_ACCEL_MATH1(rint)
SMPI_ACCEL_MATH1(nearbyint)
SMPI_ACCEL_MATH1(sinpi)
SMPI_ACCEL_MATH1(cospi)
SMPI_ACCEL_MATH1(rcbrt)
SMPI_ACCEL_MATH1(normcdf)
SMPI_ACCEL_MATH2(hypot)
SMPI_ACCEL_MATH2(copysign)
SMPI_ACCEL_MATH2(fdim)
SMPI_ACCEL_MATH2(remainder)
__device__ void sincos(double, double*, double*);
__device__ void sincosf(float, float*, float*);
__device__ void sincospi(double, double*, double*);
__device__ double frexp(double, int*);
__device__ float frexp(float, int*);
__device__ double ldexp(double, int);
__device__ float ldexpf(float, int);
__device__ double modf(double, double*);
__device__ float modff(float, float*);
__device__ long lrint(double);
__device__ long lrintf(float);
__device__ bool isnan(double);
__device__ bool isnan(float);
__device__ bool isinf(double);
__device__ bool isinf(float);
__device__ bool isfinite(double);
__device__ bool isfinite(float);
__device__ float __saturatef(float);
__device__ float __powf(float, float);
__device__ float __fdividef(float, float);
__device__ void __sincosf(float, float*, float*);
// Fast forms of single precision, and operations that say how they round.
#define SMPI_ACCEL_FAST(name) __device__ float __##name##f(float);
SMPI_ACCEL_FAST(exp)
SMPI_ACCEL_FAST(exp10)
SMPI_ACCEL_FAST(log)
SMPI_ACCEL_FAST(log2)
SMPI_ACCEL_FAST(log10)
SMPI_ACCEL_FAST(sin)
SMPI_ACCEL_FAST(cos)
SMPI_ACCEL_FAST(tan)
#undef SMPI_ACCEL_FAST
#define SMPI_ACCEL_ROUNDED(mode)                          \
  __device__ float __fadd_##mode(float, float);           \
  __device__ float __fsub_##mode(float, float);           \
  __device__ float __fmul_##mode(float, float);           \
  __device__ float __fdiv_##mode(float, float);           \
  __device__ float __fmaf_##mode(float, float, float);    \
  __device__ float __frcp_##mode(float);                  \
  __device__ float __fsqrt_##mode(float);                 \
  __device__ double __dadd_##mode(double, double);        \
  __device__ double __dsub_##mode(double, double);        \
  __device__ double __dmul_##mode(double, double);        \
  __device__ double __ddiv_##mode(double, double);        \
  __device__ double __fma_##mode(double, double, double); \
  __device__ double __drcp_##mode(double);                \
  __device__ double __dsqrt_##mode(double);               \
  __device__ int __float2int_##mode(float);               \
  __device__ unsigned __float2uint_##mode(float);         \
  __device__ int __double2int_##mode(double);             \
  __device__ long long __double2ll_##mode(double);        \
  __device__ float __double2float_##mode(double);         \
  __device__ float __int2float_##mode(int);               \
  __device__ float __uint2float_##mode(unsigned);
SMPI_ACCEL_ROUNDED(rn)
SMPI_ACCEL_ROUNDED(rd)
SMPI_ACCEL_ROUNDED(ru)
SMPI_ACCEL_ROUNDED(rz)
#undef SMPI_ACCEL_ROUNDED
__device__ double __int2double_rn(int);
__device__ int __float_as_int(float);
__device__ unsigned __float_as_uint(float);
__device__ float __int_as_float(int);
__device__ float __uint_as_float(unsigned);
__device__ long long __double_as_longlong(double);
__device__ double __longlong_as_double(long long);
__device__ int __double2hiint(double);
__device__ int __double2loint(double);
__device__ double __hiloint2double(int, int);
__device__ int __mul24(int, int);
__device__ unsigned __umul24(unsigned, unsigned);
__device__ int __mulhi(int, int);
__device__ unsigned __umulhi(unsigned, unsigned);
__device__ unsigned long long __umul64hi(unsigned long long, unsigned long long);
__device__ unsigned __usad(unsigned, unsigned, unsigned);
__device__ unsigned __brev(unsigned);
__device__ unsigned long long __brevll(unsigned long long);
__device__ unsigned __byte_perm(unsigned, unsigned, unsigned);
__device__ int __dp4a(int, int, int);
#undef SMPI_ACCEL_MATH1
#undef SMPI_ACCEL_MATH2
#define SMPI_ACCEL_ONE int
#define SMPI_ACCEL_TWO int
#define SMPI_ACCEL_COMMON int
#include "order.inc"
#define SMPI_ACCEL_ONE unsigned
#define SMPI_ACCEL_TWO unsigned
#define SMPI_ACCEL_COMMON unsigned
#include "order.inc"
#define SMPI_ACCEL_ONE int
#define SMPI_ACCEL_TWO unsigned
#define SMPI_ACCEL_COMMON unsigned
#include "order.inc"
#define SMPI_ACCEL_ONE unsigned
#define SMPI_ACCEL_TWO int
#define SMPI_ACCEL_COMMON unsigned
#include "order.inc"
#define SMPI_ACCEL_ONE long
#define SMPI_ACCEL_TWO long
#define SMPI_ACCEL_COMMON long
#include "order.inc"
#define SMPI_ACCEL_ONE unsigned long
#define SMPI_ACCEL_TWO unsigned long
#define SMPI_ACCEL_COMMON unsigned long
#include "order.inc"
#define SMPI_ACCEL_ONE long
#define SMPI_ACCEL_TWO unsigned long
#define SMPI_ACCEL_COMMON unsigned long
#include "order.inc"
#define SMPI_ACCEL_ONE unsigned long
#define SMPI_ACCEL_TWO long
#define SMPI_ACCEL_COMMON unsigned long
#include "order.inc"
#define SMPI_ACCEL_ONE long long
#define SMPI_ACCEL_TWO long long
#define SMPI_ACCEL_COMMON long long
#include "order.inc"
#define SMPI_ACCEL_ONE unsigned long long
#define SMPI_ACCEL_TWO unsigned long long
#define SMPI_ACCEL_COMMON unsigned long long
#include "order.inc"
#define SMPI_ACCEL_ONE long long
#define SMPI_ACCEL_TWO unsigned long long
#define SMPI_ACCEL_COMMON unsigned long long
#include "order.inc"
#define SMPI_ACCEL_ONE unsigned long long
#define SMPI_ACCEL_TWO long long
#define SMPI_ACCEL_COMMON unsigned long long
#include "order.inc"
#define SMPI_ACCEL_ONE float
#define SMPI_ACCEL_TWO float
#define SMPI_ACCEL_COMMON float
#include "order.inc"
#define SMPI_ACCEL_ONE double
#define SMPI_ACCEL_TWO double
#define SMPI_ACCEL_COMMON double
#include "order.inc"
#define SMPI_ACCEL_ONE float
#define SMPI_ACCEL_TWO double
#define SMPI_ACCEL_COMMON double
#include "order.inc"
#define SMPI_ACCEL_ONE double
#define SMPI_ACCEL_TWO float
#define SMPI_ACCEL_COMMON double
#include "order.inc"
#endif
