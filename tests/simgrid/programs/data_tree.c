/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kind of the benchmark DT: data flows through a binary tree of ranks, from the leaves to the
 * root ("black hole"), whose nodes reduce what they get, and back again ("white hole"). */
#include <mpi.h>
#include <simgrid/instr.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { features = 17472 };

int main(int argc, char* argv[]) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double* own = calloc(2 * features, sizeof *own);
  double* other = own + features;
  for (int i = 0; i < features; i++) own[i] = rank + 1;
  TRACE_smpi_set_category("black hole");
  for (int child = 2 * rank + 1; child <= 2 * rank + 2 && child < size; child++) {
    MPI_Recv(other, features, MPI_DOUBLE, child, 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < features; i++) own[i] += other[i];
    SMPI_SAMPLE_FLOPS(20.0 * features) { /* reducing */
    }
  }
  if (rank > 0) MPI_Send(own, features, MPI_DOUBLE, (rank - 1) / 2, 10, MPI_COMM_WORLD);
  TRACE_smpi_set_category("white hole");
  if (rank > 0)
    MPI_Recv(own, features, MPI_DOUBLE, (rank - 1) / 2, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int child = 2 * rank + 1; child <= 2 * rank + 2 && child < size; child++) {
    MPI_Send(own, features, MPI_DOUBLE, child, 11, MPI_COMM_WORLD);
  }
  SMPI_SAMPLE_FLOPS(5.0 * features) { /* comparing */
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == size - 1) printf("sum = %.3f\nend = %.9f\n", own[0], MPI_Wtime());
  MPI_Finalize();
  return 0;
}
