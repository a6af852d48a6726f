/* SPDX-License-Identifier: BSD-3-Clause
 * The main program around HPL's own driver. In the HPC Challenge suite HPL is a library function,
 * HPL_main, which reads hpccinf.txt and appends its report to hpccoutf.txt; the suite's main is not
 * used here. This one also prints the time that HPL measured with all its digits: HPL's own line
 * stops at hundredths of a second. */
#include "hpl.h"

/* Called by HPL on rank 0 when its input file is missing or wrong; the suite would choose a case of
 * its own, we do not. The arguments, outputs of no use here, are left undeclared. */
int HPCC_Defaults() {
  fprintf(stderr, "hpl: HPL refuses its input file hpccinf.txt\n");
  return MPI_Abort(MPI_COMM_WORLD, 2);
}

int main(int argc, char** argv) {
  HPL_RuntimeData result = {0};
  int rank, failure = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  HPL_main(argc, argv, &result, &failure);
  if (rank == 0)
    printf("HPL time_s=%.12g gflops=%.12g failure=%d\n", result.time, result.Gflops, failure);
  MPI_Finalize();
  return 0;
}
