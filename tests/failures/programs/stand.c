// SPDX-License-Identifier: BSD-3-Clause
//
// What may stand still when a part of the machine does, by name: usage: stand WHAT, with one of the
// functions below. Each needs more than a second on links of 1e6 B/s and cores of 1e9 flop/s.
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { bytes = 2000000 };

static char* buffer;
static int rank, size;

static void do_send(void) {
  if (rank == 0) MPI_Send(buffer, bytes, MPI_CHAR, 1, 7, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(buffer, bytes, MPI_CHAR, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

// Rank 2 waits for rank 0, which is not to blame.
static void do_chain(void) {
  do_send();
  if (rank == 0) MPI_Send(buffer, 1, MPI_CHAR, 2, 8, MPI_COMM_WORLD);
  if (rank == 2) MPI_Recv(buffer, 1, MPI_CHAR, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void do_many(void) {
  MPI_Request requests[4];
  for (int i = 0; i < 4; i++) {
    if (rank == 0) MPI_Isend(buffer, bytes, MPI_CHAR, 1, i, MPI_COMM_WORLD, &requests[i]);
    if (rank == 1) MPI_Irecv(buffer, bytes, MPI_CHAR, 0, i, MPI_COMM_WORLD, &requests[i]);
  }
  if (rank < 2) MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

// Small enough to be sent before anybody receives it.
static void do_probe(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  smpi_execute_flops(2e9);
  if (rank == 0) MPI_Send(buffer, 10, MPI_CHAR, 1, 7, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Recv(buffer, 10, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void do_bcast(void) {
  MPI_Bcast(buffer, bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
}

static void do_ibcast(void) {
  MPI_Request request;
  MPI_Ibcast(buffer, bytes, MPI_CHAR, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void do_put(void) {
  MPI_Win window;
  MPI_Win_create(buffer, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  if (rank == 0) MPI_Put(buffer, bytes, MPI_CHAR, 1, 0, bytes, MPI_CHAR, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

static void do_compute(void) {
  smpi_execute_flops(2e9);
  MPI_Barrier(MPI_COMM_WORLD);
}

// Nobody sends: the program's own mistake, whatever the machine does.
static void do_nothing(void) {
  if (rank == 1) MPI_Recv(buffer, 1, MPI_CHAR, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*run)(void);
  } all[] = {{"send", do_send},   {"chain", do_chain},     {"many", do_many},
             {"probe", do_probe}, {"bcast", do_bcast},     {"ibcast", do_ibcast},
             {"put", do_put},     {"compute", do_compute}, {"nothing", do_nothing}};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  buffer = malloc(bytes);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (argc > 1 && strcmp(argv[1], all[i].name) == 0) all[i].run();
  }
  free(buffer);
  MPI_Finalize();
  if (rank == 0) printf("done\n");
  return 0;
}
