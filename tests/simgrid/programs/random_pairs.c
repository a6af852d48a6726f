/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kind of the benchmark EP: each rank draws pairs of numbers (here: says how long that takes),
 * and three reductions collect what was found. Its computation has a category of traces. */
#include <mpi.h>
#include <simgrid/instr.h>
#include <smpi/smpi.h>
#include <stdio.h>

int main(int argc, char* argv[]) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  TRACE_smpi_set_category("start");
  double sums[2] = {1.0 / (rank + 1), rank}, total[2], counts[10], all[10], slowest;
  const double begin_s = MPI_Wtime();
  TRACE_smpi_set_category("pairs");
  for (int block = 0; block < 16; block++) {
    SMPI_SAMPLE_FLOPS(2e7 * (1 + (rank + block) % 3)) { /* the pairs of a block */
    }
  }
  for (int i = 0; i < 10; i++) counts[i] = i * rank;
  TRACE_smpi_set_category("finalize");
  MPI_Allreduce(sums, total, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(counts, all, 10, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  const double time_s = MPI_Wtime() - begin_s;
  MPI_Allreduce(&time_s, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("sum = %.9f\n", total[0] + total[1] + all[9]);
    printf("time = %.9f\nslowest = %.9f\nend = %.9f\n", time_s, slowest, MPI_Wtime());
  }
  MPI_Finalize();
  return 0;
}
