/* SPDX-License-Identifier: BSD-3-Clause
 * The modelled BLAS (tests/modeled/blas.toml) on hosts of 2 Gflop/s: times by the coefficients, in
 * both interfaces, arrays left as they are, plausible values. Linked with the real OpenBLAS. */
#include <cblas.h>
#include <complex.h>
#include <smpi/smpi.h>

#include "check.h"

void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*,
            const double*, const int*, const double*, const int*, const double*, double*,
            const int*);
void dtrsm_(const char*, const char*, const char*, const char*, const int*, const int*,
            const double*, const double*, const int*, double*, const int*);
int idamax_(const int*, const double*, const int*);
double ddot_(const int*, const double*, const int*, const double*, const int*);
void daxpy_(const int*, const double*, const double*, const int*, double*, const int*);

enum { n = 64 };
static double a[n * n], b[n * n], c[n * n];
static float f[n * n];

static void check_untouched(void) {
  for (int i = 0; i < n * n; i++) CHECK(a[i] == i && b[i] == -i && c[i] == 0.5 * i);
}

static void check_moves(void) {
  const int two = 2, back = -1, three = 3;
  double x[6] = {1, 2, 3, 4, 5, 6}, y[6] = {0};
  float complex p[2] = {1 + 2 * I, 3 + 4 * I}, q[2] = {5, 6};
  void dcopy_(const int*, const double*, const int*, double*, const int*);
  cblas_dcopy(6, x, 1, y, 1);
  CHECK(y[0] == 1 && y[5] == 6);
  dcopy_(&two, x, &three, y, &back); /* x[0], x[3] to y[1], y[0] */
  CHECK(y[0] == 4 && y[1] == 1 && y[2] == 3);
  cblas_dswap(2, x, 1, y, 2);
  CHECK(x[0] == 4 && x[1] == 3 && y[0] == 1 && y[2] == 2);
  cblas_cswap(2, p, 1, q, -1);
  CHECK(p[0] == 6 && p[1] == 5 && q[0] == 3 + 4 * I && q[1] == 1 + 2 * I);
  cblas_dcopy(0, NULL, 1, NULL, 1);
}

static void check_values(void) {
  const int one = 1, length = 1000;
  double sum = 0;
  for (int i = 0; i < 2000; i++) {
    const size_t index = cblas_idamax(length, a, 1);
    CHECK(index < 1000);
    sum += (double)index;
    CHECK(idamax_(&length, a, &one) >= 1 && idamax_(&length, a, &one) <= 1000);
  }
  CHECK(sum / 2000 > 450 && sum / 2000 < 550); /* uniform; 7 standard deviations */
  CHECK(cblas_idamax(1, a, 1) == 0 && cblas_idamax(0, a, 1) == 0);
  CHECK(cblas_dnrm2(100, a, 1) > 1 && cblas_dnrm2(100, a, 1) < 100);
  CHECK(cblas_dasum(100, a, 1) > 10 && cblas_dasum(100, a, 1) < 1000);
  CHECK(ddot_(&length, a, &one, b, &one) > 0 && cblas_sdot(10, NULL, 1, NULL, 1) > 0);
  const double complex dot = cblas_zdotu(7, a, 1, b, 1);
  CHECK(creal(dot) > 0 && cimag(dot) == 0);
  double complex by_reference = 0;
  cblas_zdotc_sub(7, a, 1, b, 1, &by_reference);
  CHECK(creal(by_reference) > 0);
  double p = 3, q = 4, cosine = 7, sine = 7;
  cblas_drotg(&p, &q, &cosine, &sine);
  CHECK(cosine == 1 && sine == 0);
}

int main(int argc, char** argv) {
  const int m = 10, k = 30, nn = 20;
  const double one = 1;
  double elapsed;
  MPI_Init(&argc, &argv);
  for (int i = 0; i < n * n; i++) a[i] = i, b[i] = -i, c[i] = 0.5 * i;

  /* 2e-6 s x M*N*K + 1e-3 s x M*N on the reference host of 1 Gflop/s. */
  const double dgemm_s = (2e-6 * 6000 + 1e-3 * 200) / 2;
  TIMED(elapsed,
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, m, nn, k, 1, a, n, b, n, 1, c, n));
  CHECK_NEAR(elapsed, dgemm_s);
  TIMED(elapsed, dgemm_("N", "T", &m, &nn, &k, &one, a, &m, b, &nn, &one, c, &m));
  CHECK_NEAR(elapsed, dgemm_s);
  TIMED(elapsed,
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, m, 0, k, 1, a, n, b, n, 1, c, n));
  CHECK(elapsed == 0);

  /* Without a result there is nothing to do, whatever terms there are: 1e-3 s x (1 + M*K). */
  for (int i = 0; i < 3; i++) {
    TIMED(elapsed, cblas_sgemm(CblasColMajor, CblasNoTrans, CblasTrans, i == 1 ? 0 : 4,
                               i == 2 ? 0 : 5, 6, 1, f, n, f, n, 1, f, n));
    CHECK_NEAR(elapsed, i == 0 ? 25e-3 / 2 : 0);
    TIMED(elapsed, cblas_dger(CblasRowMajor, i == 1 ? 0 : 4, i == 2 ? 0 : 5, 1, a, 1, b, 1, c, n));
    CHECK_NEAR(elapsed, i == 0 ? 1e-3 / 2 : 0);
  }
  /* A band of its diagonal alone has work. */
  TIMED(elapsed, cblas_dsbmv(CblasColMajor, CblasUpper, 8, 0, 1, a, n, b, 1, 1, c, 1));
  CHECK_NEAR(elapsed, 2 * 8 / 0.25e9 / 2);

  /* 1e-6 s x R*T^2: T is the order of the triangular matrix, on either side. */
  TIMED(elapsed, cblas_dtrsm(CblasRowMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasUnit, 10, 20,
                             1, a, n, b, n));
  CHECK_NEAR(elapsed, 1e-6 * 20 * 100 / 2);
  TIMED(elapsed, cblas_dtrsm(CblasColMajor, CblasRight, CblasUpper, CblasNoTrans, CblasUnit, 10, 20,
                             1, a, n, b, n));
  CHECK_NEAR(elapsed, 1e-6 * 10 * 400 / 2);
  TIMED(elapsed, dtrsm_("l", "U", "N", "U", &m, &nn, &one, a, &m, b, &m));
  CHECK_NEAR(elapsed, 1e-6 * 20 * 100 / 2);
  TIMED(elapsed, dtrsm_("R", "U", "N", "U", &m, &nn, &one, a, &m, b, &m));
  CHECK_NEAR(elapsed, 1e-6 * 10 * 400 / 2);

  /* By default flops at 0.5, 0.25 and 0.125 Gflop/s by level. */
  const float complex factor = 1;
  TIMED(elapsed, cblas_daxpy(1000, 2, a, 1, b, 1));
  CHECK_NEAR(elapsed, 2000 / 0.5e9 / 2);
  TIMED(elapsed, daxpy_(&nn, &one, a, &m, b, &m));
  CHECK_NEAR(elapsed, 40 / 0.5e9 / 2);
  TIMED(elapsed, cblas_caxpy(1000, &factor, a, 1, b, 1));
  CHECK_NEAR(elapsed, 8000 / 0.5e9 / 2);
  TIMED(elapsed, cblas_dgemv(CblasColMajor, CblasNoTrans, 10, 20, 1, a, n, b, 1, 1, c, 1));
  CHECK_NEAR(elapsed, 400 / 0.25e9 / 2);
  TIMED(elapsed, cblas_zherk(CblasColMajor, CblasUpper, CblasNoTrans, 10, 20, 1, a, n, 1, c, n));
  CHECK_NEAR(elapsed, 4 * 2000 / 0.125e9 / 2);

  check_untouched();
  /* Copies and swaps are done: they may move control data. A free one takes no time at all. */
  TIMED(elapsed, check_moves());
  CHECK_NEAR(elapsed, (2 * 2 + 2 * 2 * 2) / 0.5e9 / 2);
  check_values();
  MPI_Finalize();
  return 0;
}
