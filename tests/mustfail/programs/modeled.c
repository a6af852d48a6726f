/* SPDX-License-Identifier: BSD-3-Clause
 * Wrong uses of modelled kernels, injected time and shared memory; the argument says which. */
#include <cblas.h>
#include <mpi.h>
#include <smpi/smpi.h>
#include <string.h>

static void free_twice(void) {
  void* block = SMPI_SHARED_MALLOC(1000);
  SMPI_SHARED_FREE(block);
  SMPI_SHARED_FREE(block);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  const size_t parts[] = {10, 60, 50, 80};
  double a[4] = {0};
  MPI_Init(&argc, &argv);
  if (strcmp(what, "dgemm") == 0)
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, 1, 2, 3, 1, a, 1, a, 3, 0, a, 1);
  if (strcmp(what, "execute") == 0) smpi_execute(-1);
  if (strcmp(what, "free-twice") == 0) free_twice();
  if (strcmp(what, "overlap") == 0) SMPI_PARTIAL_SHARED_MALLOC(100, parts, 2);
  if (strcmp(what, "too-large") == 0) SMPI_SHARED_MALLOC((size_t)1 << 60);
  if (strcmp(what, "sample") == 0) SMPI_SAMPLE_LOCAL(int i = 0, i < 3, i++, 0, 0) a[0] = i;
  MPI_Finalize();
  return 0;
}
