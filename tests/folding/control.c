/* SPDX-License-Identifier: BSD-3-Clause
 * Two large blocks: one of numbers that nobody looks at, one that says whom to send to. Folding
 * both is wrong. Argument `data`: the second block is too small to be folded with the first;
 * `macro`: the second block is folded by the program itself. */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdlib.h>
#include <string.h>

enum { numbers = 1 << 20, partners = 1 << 17 };

__attribute__((noipa)) static int* make_partners(int rank, int size, int count) {
  int* list = malloc((size_t)count * sizeof(int));
  int i;
  for (i = 0; i < count; i++) list[i] = (rank + 1) % size;
  return list;
}

static int* share_partners(int rank, int size) {
  int* list = SMPI_SHARED_MALLOC(partners * sizeof(int));
  int i;
  for (i = 0; i < partners; i++) list[i] = (rank + 1) % size;
  return list;
}

int main(int argc, char** argv) {
  const int only_data = argc > 1 && strcmp(argv[1], "data") == 0;
  const int macro = argc > 1 && strcmp(argv[1], "macro") == 0;
  int rank, size, next;
  double* data;
  int* list;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  data = calloc(numbers, sizeof(double));
  list = macro ? share_partners(rank, size) : make_partners(rank, size, only_data ? 100 : partners);
  MPI_Barrier(MPI_COMM_WORLD);
  next = list[10];
  if (next < 0 || next >= size) MPI_Abort(MPI_COMM_WORLD, 5);
  MPI_Sendrecv(data, 100, MPI_DOUBLE, next, 7, data + 100, 100, MPI_DOUBLE, MPI_ANY_SOURCE, 7,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (macro) SMPI_SHARED_FREE(list);
  if (!macro) free(list);
  free(data);
  MPI_Finalize();
  return 0;
}
