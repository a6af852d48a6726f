// SPDX-License-Identifier: BSD-3-Clause
//
// cuBLAS, as far as it is modelled.
#ifndef SMPI_CUBLAS_V2_H
#define SMPI_CUBLAS_V2_H
#include "cuda_runtime_api.h"
typedef struct cublasContext* cublasHandle_t;
typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15
} cublasStatus_t;
typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum {
  CUBLAS_FILL_MODE_LOWER = 0,
  CUBLAS_FILL_MODE_UPPER = 1,
  CUBLAS_FILL_MODE_FULL = 2
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
#define SMPI_BLAS(lower, camel) cublas##camel##_v2
#define SMPI_BLAS_PLAIN(lower, camel) cublas##camel
#define SMPI_BLAS_HANDLE cublasHandle_t
#define SMPI_BLAS_STATUS cublasStatus_t
#define SMPI_BLAS_STREAM cudaStream_t
#define SMPI_BLAS_OPERATION cublasOperation_t
#define SMPI_BLAS_SIDE cublasSideMode_t
#define SMPI_BLAS_FILL cublasFillMode_t
#define SMPI_BLAS_DIAGONAL cublasDiagType_t
#define SMPI_BLAS_POINTER_MODE cublasPointerMode_t
#define SMPI_BLAS_ATOMICS_MODE cublasAtomicsMode_t
#include "smpi_accel/blas.h"
#include "smpi_accel/blas_end.h"
#define cublasCreate cublasCreate_v2
#define cublasDestroy cublasDestroy_v2
#define cublasSetStream cublasSetStream_v2
#define cublasGetStream cublasGetStream_v2
#define cublasSetPointerMode cublasSetPointerMode_v2
#define cublasGetPointerMode cublasGetPointerMode_v2
#define cublasDgemm cublasDgemm_v2
#define cublasSgemm cublasSgemm_v2
#define cublasDtrsm cublasDtrsm_v2
#define cublasStrsm cublasStrsm_v2
#define cublasDgemv cublasDgemv_v2
#define cublasSgemv cublasSgemv_v2
#define cublasDger cublasDger_v2
#define cublasSger cublasSger_v2
#define cublasDtrsv cublasDtrsv_v2
#define cublasStrsv cublasStrsv_v2
#define cublasDaxpy cublasDaxpy_v2
#define cublasSaxpy cublasSaxpy_v2
#define cublasDscal cublasDscal_v2
#define cublasSscal cublasSscal_v2
#define cublasDcopy cublasDcopy_v2
#define cublasScopy cublasScopy_v2
#define cublasDswap cublasDswap_v2
#define cublasSswap cublasSswap_v2
#define cublasDdot cublasDdot_v2
#define cublasSdot cublasSdot_v2
#define cublasDnrm2 cublasDnrm2_v2
#define cublasSnrm2 cublasSnrm2_v2
#define cublasDasum cublasDasum_v2
#define cublasSasum cublasSasum_v2
#define cublasIdamax cublasIdamax_v2
#define cublasIsamax cublasIsamax_v2
#endif
