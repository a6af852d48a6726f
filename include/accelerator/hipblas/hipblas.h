// SPDX-License-Identifier: BSD-3-Clause
//
// hipBLAS, as far as it is modelled.
#ifndef SMPI_HIPBLAS_H
#define SMPI_HIPBLAS_H
#include "../hip/hip_runtime_api.h"
typedef void* hipblasHandle_t;
typedef enum {
  HIPBLAS_STATUS_SUCCESS = 0,
  HIPBLAS_STATUS_NOT_INITIALIZED = 1,
  HIPBLAS_STATUS_ALLOC_FAILED = 2,
  HIPBLAS_STATUS_INVALID_VALUE = 3,
  HIPBLAS_STATUS_MAPPING_ERROR = 4,
  HIPBLAS_STATUS_EXECUTION_FAILED = 5,
  HIPBLAS_STATUS_INTERNAL_ERROR = 6,
  HIPBLAS_STATUS_NOT_SUPPORTED = 7
} hipblasStatus_t;
typedef enum { HIPBLAS_OP_N = 111, HIPBLAS_OP_T = 112, HIPBLAS_OP_C = 113 } hipblasOperation_t;
typedef enum {
  HIPBLAS_FILL_MODE_UPPER = 121,
  HIPBLAS_FILL_MODE_LOWER = 122,
  HIPBLAS_FILL_MODE_FULL = 123
} hipblasFillMode_t;
typedef enum { HIPBLAS_DIAG_NON_UNIT = 131, HIPBLAS_DIAG_UNIT = 132 } hipblasDiagType_t;
typedef enum { HIPBLAS_SIDE_LEFT = 141, HIPBLAS_SIDE_RIGHT = 142 } hipblasSideMode_t;
typedef enum {
  HIPBLAS_POINTER_MODE_HOST = 0,
  HIPBLAS_POINTER_MODE_DEVICE = 1
} hipblasPointerMode_t;
typedef enum { HIPBLAS_ATOMICS_NOT_ALLOWED = 0, HIPBLAS_ATOMICS_ALLOWED = 1 } hipblasAtomicsMode_t;
#define SMPI_BLAS(lower, camel) hipblas##camel
#define SMPI_BLAS_HANDLE hipblasHandle_t
#define SMPI_BLAS_STATUS hipblasStatus_t
#define SMPI_BLAS_STREAM hipStream_t
#define SMPI_BLAS_OPERATION hipblasOperation_t
#define SMPI_BLAS_SIDE hipblasSideMode_t
#define SMPI_BLAS_FILL hipblasFillMode_t
#define SMPI_BLAS_DIAGONAL hipblasDiagType_t
#define SMPI_BLAS_POINTER_MODE hipblasPointerMode_t
#define SMPI_BLAS_ATOMICS_MODE hipblasAtomicsMode_t
#include "../smpi_accel/blas.h"
#include "../smpi_accel/blas_end.h"
#endif
