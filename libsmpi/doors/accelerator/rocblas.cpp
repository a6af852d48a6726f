// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of rocBLAS.
#include "include/accelerator/rocblas/rocblas.h"

#define BLAS(lower, camel) rocblas_##lower
#define BLAS_HANDLE rocblas_handle
#define BLAS_STATUS rocblas_status
#define BLAS_STREAM hipStream_t
#define BLAS_OPERATION rocblas_operation
#define BLAS_SIDE rocblas_side
#define BLAS_FILL rocblas_fill
#define BLAS_DIAGONAL rocblas_diagonal
#define BLAS_POINTER_MODE rocblas_pointer_mode
#define BLAS_ATOMICS_MODE rocblas_atomics_mode
#define BLAS_LEFT rocblas_side_left
#define BLAS_BAD_HANDLE rocblas_status_invalid_handle
#define BLAS_BAD_VALUE rocblas_status_invalid_size
#define BLAS_FAILED rocblas_status_internal_error
#include "libsmpi/doors/accelerator/blas_functions.h"

#define BLAS_REAL double
#define BLAS_ROUTINE(name) rocblas_d##name
#define BLAS_TEXT(name) "d" #name
#define BLAS_AMAX rocblas_idamax
#define BLAS_AMAX_TEXT "idamax"
#include "libsmpi/doors/accelerator/blas_routines.inc"

#define BLAS_REAL float
#define BLAS_ROUTINE(name) rocblas_s##name
#define BLAS_TEXT(name) "s" #name
#define BLAS_AMAX rocblas_isamax
#define BLAS_AMAX_TEXT "isamax"
#include "libsmpi/doors/accelerator/blas_routines.inc"

#pragma GCC visibility push(default)
extern "C" {
void rocblas_initialize(void) {}
const char* rocblas_status_to_string(rocblas_status status) {
  switch (status) {
    case rocblas_status_success:
      return "rocblas_status_success";
    case rocblas_status_invalid_handle:
      return "rocblas_status_invalid_handle";
    case rocblas_status_invalid_size:
      return "rocblas_status_invalid_size";
    default:
      return "rocblas_status_internal_error";
  }
}
}  // extern "C"
#pragma GCC visibility pop
