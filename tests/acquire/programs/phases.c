// SPDX-License-Identifier: BSD-3-Clause
//
// Three phases of a ring; MPI_Pcontrol marks the one in the middle. Between the phases requests and
// persistent requests cross the marks. Any number of ranks.
#include <mpi.h>

static int rank, size, out[8], in[8];

static void work(int turns) {
  volatile double sum = 0;
  for (int i = 0; i < turns; i++) sum = sum + i;
}

static void ring(MPI_Comm comm, int tag, int turns) {
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  for (int turn = 0; turn < turns; turn++) {
    MPI_Request request;
    MPI_Irecv(in, 4, MPI_INT, before, tag, comm, &request);
    work(20000);
    MPI_Send(out, 4, MPI_INT, next, tag, comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

int main(int argc, char** argv) {
  MPI_Request persistent[2], crossing;
  MPI_Comm copy;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  work(1000000);
  ring(MPI_COMM_WORLD, 1, 3);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Barrier(copy);
  MPI_Send_init(out, 2, MPI_INT, next, 5, MPI_COMM_WORLD, &persistent[0]);
  MPI_Recv_init(in, 2, MPI_INT, before, 5, MPI_COMM_WORLD, &persistent[1]);
  MPI_Startall(2, persistent);
  MPI_Waitall(2, persistent, MPI_STATUSES_IGNORE);

  MPI_Pcontrol(1);
  ring(copy, 2, 5);
  MPI_Startall(2, persistent);
  MPI_Waitall(2, persistent, MPI_STATUSES_IGNORE);
  MPI_Irecv(in + 4, 4, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &crossing);
  MPI_Send(out, 4, MPI_INT, next, 3, MPI_COMM_WORLD);
  work(20000);
  MPI_Pcontrol(0);

  MPI_Wait(&crossing, MPI_STATUS_IGNORE);
  ring(MPI_COMM_WORLD, 4, 7);
  MPI_Allreduce(out, in, 4, MPI_INT, MPI_SUM, copy);
  MPI_Request_free(&persistent[0]);
  MPI_Request_free(&persistent[1]);
  MPI_Comm_free(&copy);
  MPI_Finalize();
  return 0;
}
