/* SPDX-License-Identifier: BSD-3-Clause
 * Calls that SimGrid's traces have no action for, a part each: collectives of a half of the world,
 * nonblocking ones with computation meanwhile, operations that do not commute, derived types,
 * persistent and neighbourhood collectives, communicators.
 * usage: lowered PART COUNT */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, count;
static double *out, *in;
static int *counts, *displacements;

static void fill_counts(int ranks) {
  for (int i = 0; i < ranks; i++) {
    counts[i] = count / (1 + i % 3);
    displacements[i] = i * count;
  }
}

static void halves(void) {
  MPI_Comm half;
  int mine;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, size - rank, &half);
  MPI_Comm_rank(half, &mine);
  MPI_Comm_size(half, &size);
  fill_counts(size);
  smpi_execute_flops(1e5 * (1 + rank));
  MPI_Barrier(half);
  MPI_Bcast(out, count, MPI_DOUBLE, size - 1, half);
  MPI_Reduce(out, in, count, MPI_DOUBLE, MPI_SUM, 0, half);
  smpi_execute_flops(2e5);
  MPI_Allreduce(out, in, count, MPI_DOUBLE, MPI_MAX, half);
  MPI_Gather(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, 0, half);
  MPI_Scatter(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, 0, half);
  MPI_Allgather(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, half);
  MPI_Alltoall(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, half);
  MPI_Allgatherv(out, counts[mine], MPI_DOUBLE, in, counts, displacements, MPI_DOUBLE, half);
  MPI_Reduce_scatter(out, in, counts, MPI_DOUBLE, MPI_SUM, half);
  MPI_Scan(out, in, count, MPI_DOUBLE, MPI_SUM, half);
  MPI_Sendrecv(out, count, MPI_DOUBLE, (mine + 1) % size, 3, in, count, MPI_DOUBLE,
               (mine + size - 1) % size, 3, half, MPI_STATUS_IGNORE);
  MPI_Comm_free(&half);
}

static void aside(void) {
  MPI_Request requests[3];
  MPI_Iallreduce(out, in, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
  smpi_execute_flops(3e6 * (1 + rank % 3));
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Ibcast(out, count, MPI_DOUBLE, 1 % size, MPI_COMM_WORLD, &requests[0]);
  MPI_Ialltoall(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, MPI_COMM_WORLD, &requests[1]);
  smpi_execute_flops(1e5);
  MPI_Irecv(out, 1, MPI_DOUBLE, (rank + 1) % size, 5, MPI_COMM_WORLD, &requests[2]);
  MPI_Send(in, 1, MPI_DOUBLE, (rank + size - 1) % size, 5, MPI_COMM_WORLD);
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  MPI_Ibarrier(MPI_COMM_WORLD, &requests[0]);
  smpi_execute_flops(1e6 * rank);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
}

static void last_one(void* from, void* to, int* length, MPI_Datatype* type) {
  MPI_Aint lb, extent;
  MPI_Type_get_extent(*type, &lb, &extent);
  memcpy(to, from, (size_t)*length * (size_t)extent);
}

static void ordered(void) {
  MPI_Op operation, other;
  MPI_Datatype three;
  MPI_Op_create(last_one, 0, &operation);
  MPI_Op_create(last_one, 1, &other);
  MPI_Type_contiguous(3, MPI_DOUBLE, &three);
  MPI_Type_commit(&three);
  MPI_Allreduce(out, in, count, MPI_DOUBLE, operation, MPI_COMM_WORLD);
  MPI_Reduce(out, in, count / 3, three, operation, 1 % size, MPI_COMM_WORLD);
  MPI_Allreduce(out, in, count / 3, three, other, MPI_COMM_WORLD);
  MPI_Op_free(&operation);
  MPI_Op_free(&other);
  MPI_Type_free(&three);
}

static void derived(void) {
  MPI_Datatype column, line;
  MPI_Type_vector(4, 1, 2, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Type_contiguous(4, MPI_DOUBLE, &line);
  MPI_Type_commit(&line);
  MPI_Datatype mine = rank % 2 ? column : line;
  MPI_Bcast(out, count / 4, mine, 0, MPI_COMM_WORLD);
  MPI_Gather(out, count / 4, mine, in, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Allgather(out, count / 4, mine, in, count / 4 * 4, MPI_DOUBLE, MPI_COMM_WORLD);
  MPI_Alltoall(out, count / 4, line, in, count / 4, line, MPI_COMM_WORLD);
  MPI_Type_free(&column);
  MPI_Type_free(&line);
}

static void persistent(void) {
  MPI_Request requests[2];
  MPI_Allreduce_init(out, in, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL,
                     &requests[0]);
  MPI_Bcast_init(out, count, MPI_DOUBLE, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
  for (int i = 0; i < 3; i++) {
    MPI_Start(&requests[i % 2]);
    smpi_execute_flops(5e4 * (1 + rank));
    MPI_Wait(&requests[i % 2], MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
}

static void neighbours(void) {
  MPI_Comm ring;
  int period = 1;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &period, 0, &ring);
  MPI_Neighbor_allgather(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, ring);
  smpi_execute_flops(1e5 * rank);
  MPI_Neighbor_alltoall(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, ring);
  MPI_Comm_free(&ring);
}

static void creations(void) {
  MPI_Comm twin, half, same;
  MPI_Comm_dup(MPI_COMM_WORLD, &twin);
  smpi_execute_flops(1e5 * (size - rank));
  MPI_Comm_split(twin, rank / 2, 0, &half);
  MPI_Allreduce(out, in, count, MPI_DOUBLE, MPI_SUM, half);
  MPI_Comm_dup(half, &same);
  MPI_Bcast(out, count, MPI_DOUBLE, 0, same);
  MPI_Allreduce(out, in, count, MPI_DOUBLE, MPI_SUM, twin);
  MPI_Comm_free(&same);
  MPI_Comm_free(&half);
  MPI_Comm_free(&twin);
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*run)(void);
  } parts[] = {{"halves", halves},      {"aside", aside},           {"ordered", ordered},
               {"derived", derived},    {"persistent", persistent}, {"neighbours", neighbours},
               {"creations", creations}};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  count = argc > 2 ? atoi(argv[2]) : 1000;
  out = calloc((size_t)(2 * count) * (size_t)size + 8, sizeof *out);
  in = calloc((size_t)(2 * count) * (size_t)size + 8, sizeof *in);
  counts = calloc((size_t)size, sizeof *counts);
  displacements = calloc((size_t)size, sizeof *displacements);
  int found = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (argc < 2 || strcmp(argv[1], parts[i].name) != 0) continue;
    parts[i].run();
    found = 1;
  }
  if (!found) fprintf(stderr, "no such part\n");
  free(out);
  free(in);
  free(counts);
  free(displacements);
  MPI_Finalize();
  return !found;
}
