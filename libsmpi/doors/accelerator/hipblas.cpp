// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of hipBLAS.
#include "include/accelerator/hipblas/hipblas.h"

#define BLAS(lower, camel) hipblas##camel
#define BLAS_HANDLE hipblasHandle_t
#define BLAS_STATUS hipblasStatus_t
#define BLAS_STREAM hipStream_t
#define BLAS_OPERATION hipblasOperation_t
#define BLAS_SIDE hipblasSideMode_t
#define BLAS_FILL hipblasFillMode_t
#define BLAS_DIAGONAL hipblasDiagType_t
#define BLAS_POINTER_MODE hipblasPointerMode_t
#define BLAS_ATOMICS_MODE hipblasAtomicsMode_t
#define BLAS_LEFT HIPBLAS_SIDE_LEFT
#define BLAS_BAD_HANDLE HIPBLAS_STATUS_NOT_INITIALIZED
#define BLAS_BAD_VALUE HIPBLAS_STATUS_INVALID_VALUE
#define BLAS_FAILED HIPBLAS_STATUS_EXECUTION_FAILED
#include "libsmpi/doors/accelerator/blas_functions.h"

#define BLAS_REAL double
#define BLAS_ROUTINE(name) hipblasD##name
#define BLAS_TEXT(name) "d" #name
#define BLAS_AMAX hipblasIdamax
#define BLAS_AMAX_TEXT "idamax"
#include "libsmpi/doors/accelerator/blas_routines.inc"

#define BLAS_REAL float
#define BLAS_ROUTINE(name) hipblasS##name
#define BLAS_TEXT(name) "s" #name
#define BLAS_AMAX hipblasIsamax
#define BLAS_AMAX_TEXT "isamax"
#include "libsmpi/doors/accelerator/blas_routines.inc"
