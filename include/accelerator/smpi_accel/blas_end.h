// SPDX-License-Identifier: BSD-3-Clause
//
// Forgets what the header of one BLAS library defined for blas.h, so that another may follow.
#undef SMPI_BLAS
#undef SMPI_BLAS_PLAIN
#undef SMPI_BLAS_HANDLE
#undef SMPI_BLAS_STATUS
#undef SMPI_BLAS_STREAM
#undef SMPI_BLAS_OPERATION
#undef SMPI_BLAS_SIDE
#undef SMPI_BLAS_FILL
#undef SMPI_BLAS_DIAGONAL
#undef SMPI_BLAS_POINTER_MODE
#undef SMPI_BLAS_ATOMICS_MODE
