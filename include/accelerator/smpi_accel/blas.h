// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of cuBLAS, rocBLAS and hipBLAS that are modelled. The including file defines the
// types and SMPI_BLAS(lower, camel), the name of a function in its spelling; also SMPI_BLAS_PLAIN,
// where functions that came after the library's first interface have names of another kind.
//
// Included once per library, so without a guard of its own.

#ifndef SMPI_BLAS_PLAIN
#define SMPI_BLAS_PLAIN SMPI_BLAS
#endif

#ifdef __cplusplus
extern "C" {
#endif

SMPI_BLAS_STATUS SMPI_BLAS(create_handle, Create)(SMPI_BLAS_HANDLE* handle);
SMPI_BLAS_STATUS SMPI_BLAS(destroy_handle, Destroy)(SMPI_BLAS_HANDLE handle);
SMPI_BLAS_STATUS SMPI_BLAS(set_stream, SetStream)(SMPI_BLAS_HANDLE handle, SMPI_BLAS_STREAM stream);
SMPI_BLAS_STATUS SMPI_BLAS(get_stream, GetStream)(SMPI_BLAS_HANDLE handle,
                                                  SMPI_BLAS_STREAM* stream);
SMPI_BLAS_STATUS SMPI_BLAS(set_pointer_mode, SetPointerMode)(SMPI_BLAS_HANDLE handle,
                                                             SMPI_BLAS_POINTER_MODE mode);
SMPI_BLAS_STATUS SMPI_BLAS(get_pointer_mode, GetPointerMode)(SMPI_BLAS_HANDLE handle,
                                                             SMPI_BLAS_POINTER_MODE* mode);
SMPI_BLAS_STATUS SMPI_BLAS_PLAIN(set_atomics_mode, SetAtomicsMode)(SMPI_BLAS_HANDLE handle,
                                                                   SMPI_BLAS_ATOMICS_MODE mode);
SMPI_BLAS_STATUS SMPI_BLAS_PLAIN(get_atomics_mode, GetAtomicsMode)(SMPI_BLAS_HANDLE handle,
                                                                   SMPI_BLAS_ATOMICS_MODE* mode);

#define SMPI_BLAS_ROUTINES(real, l, c)                                                            \
  SMPI_BLAS_STATUS SMPI_BLAS(l##gemm, c##gemm)(                                                   \
      SMPI_BLAS_HANDLE handle, SMPI_BLAS_OPERATION op_a, SMPI_BLAS_OPERATION op_b, int m, int n,  \
      int k, const real* alpha, const real* a, int lda, const real* b, int ldb, const real* beta, \
      real* c_, int ldc);                                                                         \
  SMPI_BLAS_STATUS SMPI_BLAS(l##trsm, c##trsm)(                                                   \
      SMPI_BLAS_HANDLE handle, SMPI_BLAS_SIDE side, SMPI_BLAS_FILL fill, SMPI_BLAS_OPERATION op,  \
      SMPI_BLAS_DIAGONAL diagonal, int m, int n, const real* alpha, const real* a, int lda,       \
      real* b, int ldb);                                                                          \
  SMPI_BLAS_STATUS SMPI_BLAS(l##gemv, c##gemv)(                                                   \
      SMPI_BLAS_HANDLE handle, SMPI_BLAS_OPERATION op, int m, int n, const real* alpha,           \
      const real* a, int lda, const real* x, int incx, const real* beta, real* y, int incy);      \
  SMPI_BLAS_STATUS SMPI_BLAS(l##ger, c##ger)(SMPI_BLAS_HANDLE handle, int m, int n,               \
                                             const real* alpha, const real* x, int incx,          \
                                             const real* y, int incy, real* a, int lda);          \
  SMPI_BLAS_STATUS SMPI_BLAS(l##trsv, c##trsv)(                                                   \
      SMPI_BLAS_HANDLE handle, SMPI_BLAS_FILL fill, SMPI_BLAS_OPERATION op,                       \
      SMPI_BLAS_DIAGONAL diagonal, int n, const real* a, int lda, real* x, int incx);             \
  SMPI_BLAS_STATUS SMPI_BLAS(l##axpy, c##axpy)(SMPI_BLAS_HANDLE handle, int n, const real* alpha, \
                                               const real* x, int incx, real* y, int incy);       \
  SMPI_BLAS_STATUS SMPI_BLAS(l##scal, c##scal)(SMPI_BLAS_HANDLE handle, int n, const real* alpha, \
                                               real* x, int incx);                                \
  SMPI_BLAS_STATUS SMPI_BLAS(l##copy, c##copy)(SMPI_BLAS_HANDLE handle, int n, const real* x,     \
                                               int incx, real* y, int incy);                      \
  SMPI_BLAS_STATUS SMPI_BLAS(l##swap, c##swap)(SMPI_BLAS_HANDLE handle, int n, real* x, int incx, \
                                               real* y, int incy);                                \
  SMPI_BLAS_STATUS SMPI_BLAS(l##dot, c##dot)(SMPI_BLAS_HANDLE handle, int n, const real* x,       \
                                             int incx, const real* y, int incy, real* result);    \
  SMPI_BLAS_STATUS SMPI_BLAS(l##nrm2, c##nrm2)(SMPI_BLAS_HANDLE handle, int n, const real* x,     \
                                               int incx, real* result);                           \
  SMPI_BLAS_STATUS SMPI_BLAS(l##asum, c##asum)(SMPI_BLAS_HANDLE handle, int n, const real* x,     \
                                               int incx, real* result);                           \
  SMPI_BLAS_STATUS SMPI_BLAS(i##l##amax, I##l##amax)(SMPI_BLAS_HANDLE handle, int n,              \
                                                     const real* x, int incx, int* result);

SMPI_BLAS_ROUTINES(double, d, D)
SMPI_BLAS_ROUTINES(float, s, S)
#undef SMPI_BLAS_ROUTINES

#ifdef __cplusplus
}
#endif
