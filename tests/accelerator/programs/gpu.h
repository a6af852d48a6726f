// SPDX-License-Identifier: BSD-3-Clause
//
// One spelling for HIP and CUDA, so that each program is compiled for both; times as closed forms.
#pragma once

#include <mpi.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#ifdef __HIP__
#include <hip/hip_runtime.h>
#include <hipblas/hipblas.h>
#include <rocblas/rocblas.h>
#include <roctracer.h>
#include <roctx.h>
#define GPU(name) hip##name
#define GPU_BLAS(name) hipblas##name
#define GPU_RANGE(name) roctx##name
#define GPU_OP_N HIPBLAS_OP_N
#define GPU_LEFT HIPBLAS_SIDE_LEFT
#define GPU_RIGHT HIPBLAS_SIDE_RIGHT
#define GPU_UPPER HIPBLAS_FILL_MODE_UPPER
#define GPU_NON_UNIT HIPBLAS_DIAG_NON_UNIT
#define GPU_ATOMICS_ALLOWED HIPBLAS_ATOMICS_ALLOWED
#else
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <nvToolsExt.h>
#define GPU(name) cuda##name
#define GPU_BLAS(name) cublas##name
#define GPU_RANGE(name) nvtx##name
#define GPU_OP_N CUBLAS_OP_N
#define GPU_LEFT CUBLAS_SIDE_LEFT
#define GPU_RIGHT CUBLAS_SIDE_RIGHT
#define GPU_UPPER CUBLAS_FILL_MODE_UPPER
#define GPU_NON_UNIT CUBLAS_DIAG_NON_UNIT
#define GPU_ATOMICS_ALLOWED CUBLAS_ATOMICS_ALLOWED
#endif

inline int failures = 0;

#define CHECK(condition)                                                    \
  do {                                                                      \
    if (!(condition)) {                                                     \
      std::printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
      failures++;                                                           \
    }                                                                       \
  } while (false)

#define CHECK_CALL(call)                                                       \
  do {                                                                         \
    const int code = (call);                                                   \
    if (code != 0) {                                                           \
      std::printf("%s:%d: %s returned %d\n", __FILE__, __LINE__, #call, code); \
      failures++;                                                              \
    }                                                                          \
  } while (false)

// Seconds since it was made, against a closed form.
class Watch {
 public:
  Watch() : begin_s_(MPI_Wtime()) {}
  void expect(double expected_s, int line) const {
    const double measured_s = MPI_Wtime() - begin_s_;
    if (std::abs(measured_s - expected_s) <= 1e-9 * (begin_s_ + measured_s)) return;
    std::printf("line %d: %.9f ms instead of %.9f ms\n", line, 1e3 * measured_s, 1e3 * expected_s);
    failures++;
  }

 private:
  double begin_s_;
};
#define EXPECT_TIME(watch, seconds) (watch).expect(seconds, __LINE__)
