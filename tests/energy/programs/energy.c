/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the tests of energy run: the argument names a case of closed_forms. */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char data[3000000];

static void send(int rank, int from, int to, int size) {
  if (rank == from) MPI_Send(data, size, MPI_CHAR, to, 0, MPI_COMM_WORLD);
  if (rank == to) MPI_Recv(data, size, MPI_CHAR, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* 1e9 flops in each of three pstates. */
static void pstates(int rank) {
  for (int pstate = 0; pstate < 3; pstate++) {
    smpi_set_host_pstate(pstate);
    smpi_execute_flops(1e9);
    printf("%d %.17g %.17g\n", rank, MPI_Wtime(), smpi_get_host_consumed_energy());
  }
}

/* 10 s idle, 7 s of booting, 150 s of shutting down: pstates 0, 1 and 2 of the host. */
static void boot(void) {
  const unsigned int durations_s[] = {10, 7, 150};
  for (int pstate = 0; pstate < 3; pstate++) {
    smpi_set_host_pstate(pstate);
    smpi_sleep(durations_s[pstate]);
  }
}

static void computation_and_message(int rank) {
  if (rank == 0) smpi_execute_flops(1e8);
  send(rank, 0, 1, 1000000);
  if (rank == 1) smpi_execute_flops(5e7);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void idle_and_message(int rank) {
  smpi_sleep(10);
  send(rank, 0, 1, 25000);
}

static void shared_link(int rank) {
  send(rank, 0, 2, 1000000);
  send(rank, 1, 3, 3000000);
}

/* The first so many ranks compute for 1 s at 100 Mflop/s, the others wait. */
static void busy_cores(int rank, int count) {
  if (rank < count) smpi_execute_flops(1e8);
}

/* The first 3 of 8 ranks compute for 1 s as class dgemm, the others for 2 s as class stream, in a
 * phase of their own. */
static void classes(int rank) {
  smpi_power_class(rank < 3 ? "dgemm" : "stream");
  MPI_Pcontrol(1, "first");
  smpi_execute_flops(rank < 3 ? 1e8 : 2e8);
  MPI_Pcontrol(-1, "first");
  smpi_power_class("default");
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Pcontrol(1, "last");
  smpi_execute_flops(1e8);
  MPI_Pcontrol(-1, "last");
}

/* An overlay says what it costs. */
__attribute__((noinline)) void kernel(int n) {
  if (n < 0) abort();
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char* name = argc > 1 ? argv[1] : "";
  if (strcmp(name, "pstates") == 0) pstates(rank);
  if (strcmp(name, "boot") == 0) boot();
  if (strcmp(name, "message") == 0) computation_and_message(rank);
  if (strcmp(name, "link") == 0) idle_and_message(rank);
  if (strcmp(name, "shared") == 0) shared_link(rank);
  if (strcmp(name, "cores") == 0) busy_cores(rank, atoi(argv[2]));
  if (strcmp(name, "probe") == 0) {
    /* Rank 1 looks for a message until it is there, at 1 s. */
    int found = rank == 0;
    if (rank == 0) smpi_execute_flops(1e8);
    while (!found) MPI_Iprobe(0, 0, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    send(rank, 0, 1, 1);
  }
  if (strcmp(name, "frequency") == 0) {
    smpi_set_host_pstate(2);
    kernel(100);
  }
  if (strcmp(name, "classes") == 0) classes(rank);
  MPI_Finalize();
  return 0;
}
