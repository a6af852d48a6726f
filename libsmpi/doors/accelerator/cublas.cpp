// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of cuBLAS.
#include "include/accelerator/cublas_v2.h"

#define BLAS(lower, camel) cublas##camel##_v2
#define BLAS_PLAIN(lower, camel) cublas##camel
#define BLAS_HANDLE cublasHandle_t
#define BLAS_STATUS cublasStatus_t
#define BLAS_STREAM cudaStream_t
#define BLAS_OPERATION cublasOperation_t
#define BLAS_SIDE cublasSideMode_t
#define BLAS_FILL cublasFillMode_t
#define BLAS_DIAGONAL cublasDiagType_t
#define BLAS_POINTER_MODE cublasPointerMode_t
#define BLAS_ATOMICS_MODE cublasAtomicsMode_t
#define BLAS_LEFT CUBLAS_SIDE_LEFT
#define BLAS_BAD_HANDLE CUBLAS_STATUS_NOT_INITIALIZED
#define BLAS_BAD_VALUE CUBLAS_STATUS_INVALID_VALUE
#define BLAS_FAILED CUBLAS_STATUS_EXECUTION_FAILED
#include "libsmpi/doors/accelerator/blas_functions.h"

#define BLAS_REAL double
#define BLAS_ROUTINE(name) cublasD##name##_v2
#define BLAS_TEXT(name) "d" #name
#define BLAS_AMAX cublasIdamax_v2
#define BLAS_AMAX_TEXT "idamax"
#include "libsmpi/doors/accelerator/blas_routines.inc"

#define BLAS_REAL float
#define BLAS_ROUTINE(name) cublasS##name##_v2
#define BLAS_TEXT(name) "s" #name
#define BLAS_AMAX cublasIsamax_v2
#define BLAS_AMAX_TEXT "isamax"
#include "libsmpi/doors/accelerator/blas_routines.inc"
