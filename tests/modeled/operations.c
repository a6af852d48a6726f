/* SPDX-License-Identifier: BSD-3-Clause
 * Calls BLAS routines of levels 2 and 3 with each side, transposition, triangle and layout, on
 * matrices of several shapes, and prints a line for each call: routine, call, operations, seconds.
 * Operations are those of LAPACK Working Note 41, without terms of lower order. Nothing is
 * computed: the BLAS is modelled, so that matrices need no memory. */
#include <cblas.h>
#include <mpi.h>
#include <stdio.h>

static double one[2] = {1, 1}; /* any matrix, vector or number; a complex one has two */
static const double operations_of_complex = 4;

static void told(const char* routine, const char* call, double operations, double begin) {
  printf("CALL %s %s %.17g %.17g\n", routine, call, operations, MPI_Wtime() - begin);
}

/* The call, measured. `text` says how it was made. */
#define CALL(routine, operations, text, ...) \
  do {                                       \
    const double begin = MPI_Wtime();        \
    routine(__VA_ARGS__);                    \
    told(#routine, text, operations, begin); \
  } while (0)

static const enum CBLAS_ORDER orders[] = {CblasColMajor, CblasRowMajor};
static const enum CBLAS_TRANSPOSE transposes[] = {CblasNoTrans, CblasTrans};
static const enum CBLAS_UPLO triangles[] = {CblasUpper, CblasLower};
static const enum CBLAS_SIDE sides[] = {CblasLeft, CblasRight};

static void general(int m, int n, int k) {
  char text[80];
  const double mnk = 2. * m * n * k;
  for (int i = 0; i < 8; i++) {
    const enum CBLAS_ORDER order = orders[i % 2];
    const enum CBLAS_TRANSPOSE a = transposes[i / 2 % 2], b = transposes[i / 4];
    snprintf(text, sizeof text, "m=%d,n=%d,k=%d,variant=%d", m, n, k, i);
    CALL(cblas_dgemm, mnk, text, order, a, b, m, n, k, 1, one, m, one, k, 1, one, m);
    CALL(cblas_sgemm, mnk, text, order, a, b, m, n, k, 1, (float*)one, m, (float*)one, k, 1,
         (float*)one, m);
    CALL(cblas_zgemm, operations_of_complex * mnk, text, order, a, b, m, n, k, one, one, m, one, k,
         one, one, m);
    CALL(cblas_cgemm, operations_of_complex * mnk, text, order, a, b, m, n, k, one, one, m, one, k,
         one, one, m);
    CALL(cblas_dgemv, 2. * m * n, text, order, a, m, n, 1, one, m, one, 1, 1, one, 1);
    CALL(cblas_dger, 2. * m * n, text, order, m, n, 1, one, 1, one, 1, one, m);
    CALL(cblas_dsyrk, 1. * k * n * n, text, order, triangles[i / 4], a, n, k, 1, one, n, 1, one, n);
    CALL(cblas_dsyr2k, 2. * k * n * n, text, order, triangles[i / 4], a, n, k, 1, one, n, one, n, 1,
         one, n);
  }
}

static void sided(int m, int n) {
  char text[80];
  for (int i = 0; i < 16; i++) {
    const enum CBLAS_ORDER order = orders[i % 2];
    const enum CBLAS_SIDE side = sides[i / 2 % 2];
    const enum CBLAS_UPLO triangle = triangles[i / 4 % 2];
    const enum CBLAS_TRANSPOSE transpose = transposes[i / 8];
    const double flops = side == CblasLeft ? 1. * m * m * n : 1. * m * n * n;
    snprintf(text, sizeof text, "m=%d,n=%d,side=%s,variant=%d", m, n,
             side == CblasLeft ? "left" : "right", i);
    CALL(cblas_dtrsm, flops, text, order, side, triangle, transpose, CblasUnit, m, n, 1, one, m,
         one, m);
    CALL(cblas_strsm, flops, text, order, side, triangle, transpose, CblasUnit, m, n, 1,
         (float*)one, m, (float*)one, m);
    CALL(cblas_dtrmm, flops, text, order, side, triangle, transpose, CblasNonUnit, m, n, 1, one, m,
         one, m);
    CALL(cblas_strmm, flops, text, order, side, triangle, transpose, CblasNonUnit, m, n, 1,
         (float*)one, m, (float*)one, m);
    CALL(cblas_dsymm, 2 * flops, text, order, side, triangle, m, n, 1, one, m, one, m, 1, one, m);
  }
}

static void square(int n) {
  char text[80];
  for (int i = 0; i < 8; i++) {
    const enum CBLAS_ORDER order = orders[i % 2];
    const enum CBLAS_UPLO triangle = triangles[i / 2 % 2];
    const enum CBLAS_TRANSPOSE transpose = transposes[i / 4];
    const double nn = 1. * n * n;
    snprintf(text, sizeof text, "n=%d,variant=%d", n, i);
    CALL(cblas_dtrsv, nn, text, order, triangle, transpose, CblasUnit, n, one, n, one, 1);
    CALL(cblas_dtrmv, nn, text, order, triangle, transpose, CblasUnit, n, one, n, one, 1);
    CALL(cblas_dsymv, 2 * nn, text, order, triangle, n, 1, one, n, one, 1, 1, one, 1);
    CALL(cblas_dsyr, nn, text, order, triangle, n, 1, one, 1, one, n);
    CALL(cblas_dsyr2, 2 * nn, text, order, triangle, n, 1, one, 1, one, 1, one, n);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  static const int sizes[] = {2000, 60000};
  for (int i = 0; i < 8; i++) general(sizes[i % 2], sizes[i / 2 % 2], sizes[i / 4]);
  for (int i = 0; i < 4; i++) sided(sizes[i % 2], sizes[i / 2]);
  for (int i = 0; i < 2; i++) square(sizes[i]);
  MPI_Finalize();
  return 0;
}
