/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kind of the benchmark IS: keys go to the ranks of their buckets by MPI_Alltoall and
 * MPI_Alltoallv, round after round; the end checks that neighbours are in order. */
#include <mpi.h>
#include <simgrid/instr.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { keys = 4096, largest = 1 << 16, rounds = 3 };

int main(int argc, char* argv[]) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int* mine = malloc(keys * sizeof *mine);
  int* sorted = malloc(keys * sizeof *sorted);
  int* got = malloc(sizeof *got * keys * size);
  int* counts = calloc(4 * (size_t)size, sizeof *counts);
  int *send = counts, *send_at = counts + size, *receive = counts + 2 * size,
      *receive_at = counts + 3 * size;
  long long sum = 0;
  for (int round = 0; round < rounds; round++) {
    TRACE_smpi_set_category("keys");
    for (int i = 0; i < keys; i++)
      mine[i] = (int)((1103515245u * (unsigned)(i + keys * (rank + round)) >> 8) % largest);
    for (int to = 0; to < size; to++) send[to] = 0;
    for (int i = 0; i < keys; i++) send[(long)mine[i] * size / largest]++;
    SMPI_SAMPLE_FLOPS(5.0 * keys) { /* counting */
    }
    TRACE_smpi_set_category("exchange");
    MPI_Alltoall(send, 1, MPI_INT, receive, 1, MPI_INT, MPI_COMM_WORLD);
    for (int to = 1; to < size; to++) {
      send_at[to] = send_at[to - 1] + send[to - 1];
      receive_at[to] = receive_at[to - 1] + receive[to - 1];
    }
    int* place = malloc(sizeof *place * size);
    for (int to = 0; to < size; to++) place[to] = send_at[to];
    for (int i = 0; i < keys; i++) sorted[place[(long)mine[i] * size / largest]++] = mine[i];
    free(place);
    MPI_Alltoallv(sorted, send, send_at, MPI_INT, got, receive, receive_at, MPI_INT,
                  MPI_COMM_WORLD);
    const int total = receive_at[size - 1] + receive[size - 1];
    for (int i = 0; i < total; i++) sum += got[i];
    SMPI_SAMPLE_FLOPS(8.0 * total) { /* ranking */
    }
  }
  TRACE_smpi_set_category("check");
  long long all = 0;
  MPI_Reduce(&sum, &all, 1, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("sum = %lld\nend = %.9f\n", all, MPI_Wtime());
  MPI_Finalize();
  return 0;
}
