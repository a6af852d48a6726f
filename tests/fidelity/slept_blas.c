/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A BLAS for HPL that sleeps as long as a processor of FLOPS would compute, and computes nothing:
 * on the testbed and in the simulator HPL then takes the same time for arithmetic, and what is
 * compared is the network. Copies, swaps and the search of pivots are done, on the random matrix
 * that stays as it was generated, so both runs choose the same pivots. Sleeps are paid in pieces of
 * a millisecond; what a sleep lasts too long is taken off the next. */
#include <math.h>
#include <time.h>

static const double FLOPS = 2e9, piece_s = 1e-3;

static double clock_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void take(double operations) {
  static double owed_s;
  owed_s += operations / FLOPS;
  if (owed_s < piece_s) return;
  const struct timespec length = {(time_t)owed_s, (long)(1e9 * (owed_s - floor(owed_s)))};
  const double start_s = clock_s();
  nanosleep(&length, 0);
  owed_s -= clock_s() - start_s;
}

void cblas_dgemm(int order, int ta, int tb, int m, int n, int k, double alpha, const double* a,
                 int lda, const double* b, int ldb, double beta, double* c, int ldc) {
  (void)order, (void)ta, (void)tb, (void)alpha, (void)a, (void)lda, (void)b, (void)ldb, (void)beta,
      (void)c, (void)ldc;
  take(2.0 * m * n * k);
}

void cblas_dtrsm(int order, int side, int uplo, int ta, int diag, int m, int n, double alpha,
                 const double* a, int lda, double* b, int ldb) {
  enum { left = 141 };
  (void)order, (void)uplo, (void)ta, (void)diag, (void)alpha, (void)a, (void)lda, (void)b,
      (void)ldb;
  take((double)m * n * (side == left ? m : n));
}

void cblas_dgemv(int order, int trans, int m, int n, double alpha, const double* a, int lda,
                 const double* x, int incx, double beta, double* y, int incy) {
  (void)order, (void)trans, (void)alpha, (void)a, (void)lda, (void)x, (void)incx, (void)beta,
      (void)y, (void)incy;
  take(2.0 * m * n);
}

void cblas_dger(int order, int m, int n, double alpha, const double* x, int incx, const double* y,
                int incy, double* a, int lda) {
  (void)order, (void)alpha, (void)x, (void)incx, (void)y, (void)incy, (void)a, (void)lda;
  take(2.0 * m * n);
}

void cblas_dtrsv(int order, int uplo, int trans, int diag, int n, const double* a, int lda,
                 double* x, int incx) {
  (void)order, (void)uplo, (void)trans, (void)diag, (void)a, (void)lda, (void)x, (void)incx;
  take((double)n * n);
}

void cblas_dscal(int n, double alpha, double* x, int incx) {
  (void)alpha, (void)x, (void)incx;
  take(n);
}

void cblas_daxpy(int n, double alpha, const double* x, int incx, double* y, int incy) {
  (void)alpha, (void)x, (void)incx, (void)y, (void)incy;
  take(2.0 * n);
}

void cblas_dcopy(int n, const double* x, int incx, double* y, int incy) {
  for (int i = 0; i < n; i++) y[(long)i * incy] = x[(long)i * incx];
}

void cblas_dswap(int n, double* x, int incx, double* y, int incy) {
  for (int i = 0; i < n; i++) {
    const double kept = x[(long)i * incx];
    x[(long)i * incx] = y[(long)i * incy];
    y[(long)i * incy] = kept;
  }
}

int cblas_idamax(int n, const double* x, int incx) {
  int largest = 0;
  for (int i = 1; i < n; i++)
    if (fabs(x[(long)i * incx]) > fabs(x[(long)largest * incx])) largest = i;
  return largest;
}
