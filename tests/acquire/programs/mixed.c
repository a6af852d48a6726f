// SPDX-License-Identifier: BSD-3-Clause
//
// A bit of everything that a trace records, without wildcards and polls: each run makes the same
// calls, whatever the MPI library. For four ranks.
#include <mpi.h>
#include <stdlib.h>

enum { most = 64 };

static int rank, size;
static int out[most * 4], in[most * 4];

static void add(void* from, void* to, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; i++) ((int*)to)[i] += ((int*)from)[i];
}

static void messages(MPI_Comm comm) {
  MPI_Request requests[4];
  MPI_Status status;
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  MPI_Irecv(in, 8, MPI_INT, before, 1, comm, &requests[0]);
  MPI_Irecv(in + 8, 16, MPI_CHAR, before, 2, comm, &requests[1]);
  MPI_Isend(out, 8, MPI_INT, next, 1, comm, &requests[2]);
  MPI_Issend(out, 16, MPI_CHAR, next, 2, comm, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  MPI_Sendrecv(out, 5, MPI_DOUBLE, next, 3, in, 5, MPI_DOUBLE, before, 3, comm, &status);
  MPI_Sendrecv_replace(out, 5, MPI_FLOAT, next, 4, before, 4, comm, &status);
  if (rank % 2 == 0) {
    MPI_Ssend(out, 3, MPI_LONG, next, 5, comm);
    MPI_Probe(before, 6, comm, &status);
    MPI_Recv(in, 2, MPI_SHORT, before, 6, comm, &status);
  } else {
    MPI_Recv(in, 3, MPI_LONG, before, 5, comm, &status);
    MPI_Send(out, 2, MPI_SHORT, next, 6, comm);
  }
  MPI_Send_init(out, 4, MPI_INT, next, 7, comm, &requests[0]);
  MPI_Recv_init(in, 4, MPI_INT, before, 7, comm, &requests[1]);
  for (int turn = 0; turn < 2; turn++) {
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  MPI_Send(out, 1, MPI_INT, MPI_PROC_NULL, 8, comm);
}

static void types(void) {
  MPI_Datatype column, pair;
  MPI_Request request;
  MPI_Type_vector(4, 2, 8, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
  MPI_Type_commit(&pair);
  const int partner = rank ^ 1;
  MPI_Irecv(in, 1, column, partner, 1, MPI_COMM_WORLD, &request);
  MPI_Send(out, 1, column, partner, 1, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Bcast(out, 3, pair, 1, MPI_COMM_WORLD);
  MPI_Type_free(&column);
  MPI_Type_free(&pair);
}

static void collectives(MPI_Comm comm) {
  int counts[4] = {1, 2, 3, 4}, places[4] = {0, 1, 3, 6};
  MPI_Op operation;
  int its_size, its_rank;
  MPI_Comm_size(comm, &its_size);
  MPI_Comm_rank(comm, &its_rank);
  MPI_Barrier(comm);
  MPI_Bcast(out, 7, MPI_INT, 1, comm);
  MPI_Reduce(out, in, 7, MPI_INT, MPI_MAX, 0, comm);
  MPI_Allreduce(out, in, 6, MPI_DOUBLE, MPI_SUM, comm);
  MPI_Allreduce(MPI_IN_PLACE, in, 6, MPI_DOUBLE, MPI_SUM, comm);
  MPI_Scan(out, in, 5, MPI_INT, MPI_SUM, comm);
  MPI_Exscan(out, in, 5, MPI_INT, MPI_SUM, comm);
  MPI_Gather(out, 3, MPI_INT, in, 3, MPI_INT, 1, comm);
  MPI_Scatter(in, 3, MPI_INT, out, 3, MPI_INT, 1, comm);
  MPI_Allgather(out, 3, MPI_INT, in, 3, MPI_INT, comm);
  MPI_Alltoall(out, 3, MPI_INT, in, 3, MPI_INT, comm);
  MPI_Gatherv(out, counts[its_rank], MPI_INT, in, counts, places, MPI_INT, 0, comm);
  MPI_Scatterv(in, counts, places, MPI_INT, out, counts[its_rank], MPI_INT, 0, comm);
  MPI_Allgatherv(out, counts[its_rank], MPI_INT, in, counts, places, MPI_INT, comm);
  MPI_Reduce_scatter(out, in, counts, MPI_INT, MPI_SUM, comm);
  MPI_Reduce_scatter_block(out, in, 2, MPI_INT, MPI_SUM, comm);
  MPI_Op_create(add, 1, &operation);
  MPI_Allreduce(out, in, 4, MPI_INT, operation, comm);
  MPI_Op_free(&operation);
  MPI_Request request;
  MPI_Iallreduce(out, in, 4, MPI_INT, MPI_SUM, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Ibarrier(comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void communicators(void) {
  MPI_Comm half, twin, grid, row, made;
  MPI_Group world, group;
  int dims[2] = {2, 2}, periods[2] = {1, 0}, keeps[2] = {0, 1}, evens[2] = {0, 2};
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, -rank, &half);
  collectives(half);
  MPI_Comm_dup(MPI_COMM_WORLD, &twin);
  messages(twin);
  MPI_Cart_create(twin, 2, dims, periods, 0, &grid);
  MPI_Neighbor_allgather(out, 2, MPI_INT, in, 2, MPI_INT, grid);
  MPI_Cart_sub(grid, keeps, &row);
  MPI_Allreduce(out, in, 1, MPI_INT, MPI_SUM, row);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, evens, &group);
  MPI_Comm_create(MPI_COMM_WORLD, group, &made);
  if (made != MPI_COMM_NULL) MPI_Comm_free(&made);
  MPI_Comm_split(MPI_COMM_WORLD, rank == 3 ? MPI_UNDEFINED : 0, 0, &made);
  if (made != MPI_COMM_NULL) MPI_Comm_free(&made);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Comm_free(&row);
  MPI_Comm_free(&grid);
  MPI_Comm_free(&twin);
  MPI_Comm_free(&half);
}

static void windows(void) {
  MPI_Win window;
  MPI_Win_create(in, sizeof in, sizeof *in, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put(out, 4, MPI_INT, (rank + 1) % size, 3, 4, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Get(out, 4, MPI_INT, (rank + 1) % size, 3, 4, MPI_INT, window);
  MPI_Accumulate(out, 2, MPI_INT, (rank + 2) % size, 9, 2, MPI_INT, MPI_SUM, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  messages(MPI_COMM_WORLD);
  types();
  collectives(MPI_COMM_WORLD);
  communicators();
  windows();
  MPI_Finalize();
  return 0;
}
