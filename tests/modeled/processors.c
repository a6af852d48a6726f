/* SPDX-License-Identifier: BSD-3-Clause
 * A dgemm takes what the table says of the processor of its rank (tests/modeled/processors.toml):
 * four ranks on two hosts of two processors. With an argument the table has deviations: means over
 * many calls, and never less than the least. */
#include <cblas.h>

#include "check.h"

enum { calls = 4000 };

static double dgemm_s(void) {
  static double a[1], b[1], c[1];
  double elapsed;
  TIMED(elapsed, cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, 10, 20, 30, 1, a, 10, b, 30,
                             1, c, 10));
  return elapsed;
}

int main(int argc, char** argv) {
  int rank, i;
  double sum = 0, least = 1e9;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  /* 6000 MNK of (rank + 1) x 1e-6 s on hosts twice as fast as the reference, less 200 MN of 1e-6 s.
   */
  const double mean_s = (6e-3 * (rank + 1) - 2e-4) / 2;
  if (argc == 1) {
    CHECK_NEAR(dgemm_s(), mean_s);
  } else {
    /* Deviation 1e-8 s x 6000 MNK / 2: 3e-5 s; five standard errors of 4,000 calls. */
    for (i = 0; i < calls; i++) {
      const double elapsed = dgemm_s();
      sum += elapsed;
      if (elapsed < least) least = elapsed;
    }
    CHECK(sum / calls > mean_s - 2.4e-6 && sum / calls < mean_s + 2.4e-6);
    CHECK(least > mean_s - 1.3237 * 3e-5 && least < mean_s - 1.3 * 3e-5);
  }
  MPI_Finalize();
  return 0;
}
