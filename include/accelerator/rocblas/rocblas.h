// SPDX-License-Identifier: BSD-3-Clause
//
// rocBLAS, as far as it is modelled.
#ifndef SMPI_ROCBLAS_H
#define SMPI_ROCBLAS_H
#include "../hip/hip_runtime.h"
typedef struct _rocblas_handle* rocblas_handle;
typedef int rocblas_int;
typedef int rocblas_stride;
typedef enum rocblas_status_ {
  rocblas_status_success = 0,
  rocblas_status_invalid_handle = 1,
  rocblas_status_not_implemented = 2,
  rocblas_status_invalid_pointer = 3,
  rocblas_status_invalid_size = 4,
  rocblas_status_memory_error = 5,
  rocblas_status_internal_error = 6,
  rocblas_status_invalid_value = 11
} rocblas_status;
typedef enum rocblas_operation_ {
  rocblas_operation_none = 111,
  rocblas_operation_transpose = 112,
  rocblas_operation_conjugate_transpose = 113
} rocblas_operation;
typedef enum rocblas_fill_ {
  rocblas_fill_upper = 121,
  rocblas_fill_lower = 122,
  rocblas_fill_full = 123
} rocblas_fill;
typedef enum rocblas_diagonal_ {
  rocblas_diagonal_non_unit = 131,
  rocblas_diagonal_unit = 132
} rocblas_diagonal;
typedef enum rocblas_side_ {
  rocblas_side_left = 141,
  rocblas_side_right = 142,
  rocblas_side_both = 143
} rocblas_side;
typedef enum rocblas_pointer_mode_ {
  rocblas_pointer_mode_host = 0,
  rocblas_pointer_mode_device = 1
} rocblas_pointer_mode;
typedef enum rocblas_atomics_mode_ {
  rocblas_atomics_not_allowed = 0,
  rocblas_atomics_allowed = 1
} rocblas_atomics_mode;
#define SMPI_BLAS(lower, camel) rocblas_##lower
#define SMPI_BLAS_HANDLE rocblas_handle
#define SMPI_BLAS_STATUS rocblas_status
#define SMPI_BLAS_STREAM hipStream_t
#define SMPI_BLAS_OPERATION rocblas_operation
#define SMPI_BLAS_SIDE rocblas_side
#define SMPI_BLAS_FILL rocblas_fill
#define SMPI_BLAS_DIAGONAL rocblas_diagonal
#define SMPI_BLAS_POINTER_MODE rocblas_pointer_mode
#define SMPI_BLAS_ATOMICS_MODE rocblas_atomics_mode
#include "../smpi_accel/blas.h"
#include "../smpi_accel/blas_end.h"
#ifdef __cplusplus
extern "C" {
#endif
void rocblas_initialize(void);
const char* rocblas_status_to_string(rocblas_status status);
#ifdef __cplusplus
}
#endif
#endif
