/* SPDX-License-Identifier: BSD-3-Clause
 *
 * All ways in which a message can be sent, received, completed or given up, on all kinds of
 * communicators. Run with 4 ranks or more, an even number. */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdlib.h>

static int rank, size, left, right;
static char* out;
static char* in;
enum { large = 200000 };

static void point_to_point(int bytes) {
  MPI_Request requests[4];
  MPI_Status status;
  int index, done = 0;
  MPI_Sendrecv(out, bytes, MPI_CHAR, right, 1, in, bytes, MPI_CHAR, left, 1, MPI_COMM_WORLD,
               &status);
  MPI_Irecv(in, bytes, MPI_CHAR, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(out, bytes, MPI_CHAR, right, 2, MPI_COMM_WORLD, &requests[1]);
  while (!done) MPI_Test(&requests[0], &done, &status);
  MPI_Wait(&requests[1], &status);
  MPI_Irecv(in, bytes, MPI_CHAR, left, 3, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(in + large, bytes, MPI_CHAR, left, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(out, bytes, MPI_CHAR, right, 3, MPI_COMM_WORLD, &requests[2]);
  MPI_Issend(out, bytes, MPI_CHAR, right, 4, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitany(4, requests, &index, &status);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  if (rank % 2 == 0) {
    smpi_execute_flops(1e6 * (rank + 1));
    MPI_Send(out, bytes, MPI_CHAR, rank + 1, 5, MPI_COMM_WORLD);
    MPI_Recv(in, bytes, MPI_CHAR, rank + 1, 6, MPI_COMM_WORLD, &status);
  } else {
    MPI_Message message;
    MPI_Probe(rank - 1, 5, MPI_COMM_WORLD, &status);
    MPI_Mprobe(rank - 1, 5, MPI_COMM_WORLD, &message, &status);
    MPI_Mrecv(in, bytes, MPI_CHAR, &message, &status);
    MPI_Ssend(out, bytes, MPI_CHAR, rank - 1, 6, MPI_COMM_WORLD);
  }
  MPI_Send(out, 1, MPI_CHAR, MPI_PROC_NULL, 7, MPI_COMM_WORLD);
}

static void given_up(void) {
  MPI_Request request;
  MPI_Irecv(in, 8, MPI_CHAR, left, 99, MPI_COMM_WORLD, &request); /* nobody sends this */
  MPI_Cancel(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Isend(out, 8, MPI_CHAR, right, 98, MPI_COMM_WORLD, &request); /* nobody receives this */
  MPI_Request_free(&request);
  MPI_Irecv(in, 8, MPI_CHAR, left, 97, MPI_COMM_WORLD, &request);
  MPI_Request_free(&request);
  MPI_Send(out, 8, MPI_CHAR, right, 97, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD); /* buffers are freed later */
}

static void persistent(void) {
  MPI_Request requests[2];
  MPI_Send_init(out, 100, MPI_CHAR, right, 11, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv_init(in, 100, MPI_CHAR, left, 11, MPI_COMM_WORLD, &requests[1]);
  for (int i = 0; i < 3; i++) {
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  for (int i = 0; i < 2; i++) MPI_Request_free(&requests[i]);
}

static void collectives(MPI_Comm comm) {
  int value = rank, result, members;
  MPI_Request request;
  MPI_Comm_size(comm, &members);
  MPI_Barrier(comm);
  MPI_Bcast(out, 1000, MPI_CHAR, members - 1, comm);
  MPI_Allreduce(&value, &result, 1, MPI_INT, MPI_SUM, comm);
  MPI_Reduce(&value, &result, 1, MPI_INT, MPI_SUM, 0, comm);
  MPI_Gather(out, 10, MPI_CHAR, in, 10, MPI_CHAR, 0, comm);
  MPI_Scatter(in, 10, MPI_CHAR, out, 10, MPI_CHAR, 0, comm);
  MPI_Allgather(out, 10, MPI_CHAR, in, 10, MPI_CHAR, comm);
  MPI_Alltoall(out, 10, MPI_CHAR, in, 10, MPI_CHAR, comm);
  MPI_Scan(&value, &result, 1, MPI_INT, MPI_SUM, comm);
  MPI_Ibcast(out, 1000, MPI_CHAR, 0, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void communicators(void) {
  MPI_Comm half, both;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  collectives(half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank % 2 == 0 ? 1 : 0, 12, &both);
  int mine;
  MPI_Comm_rank(half, &mine);
  if (rank % 2 == 0) MPI_Send(out, 100, MPI_CHAR, mine, 13, both);
  if (rank % 2 == 1) MPI_Recv(in, 100, MPI_CHAR, mine, 13, both, MPI_STATUS_IGNORE);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  left = (rank + size - 1) % size;
  right = (rank + 1) % size;
  out = calloc(2 * large, 1);
  in = calloc(2 * large, 1);
  point_to_point(100);
  point_to_point(large);
  persistent();
  collectives(MPI_COMM_WORLD);
  communicators();
  given_up();
  MPI_Finalize();
  free(out);
  free(in);
  return 0;
}
