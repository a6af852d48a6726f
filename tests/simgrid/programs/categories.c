/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Phases with a category of SimGrid's traces each: blocking, nonblocking and persistent messages,
 * waits for one, any and all, sleeps of each kind. */
#include <mpi.h>
#include <simgrid/instr.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { count = 30000, burst = 7 };

static int rank, size;
static int* data;

static void end_phase(const char* name) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("%s = %.9f\n", name, MPI_Wtime());
}

static void pairs(void) {
  MPI_Request requests[2 * burst];
  const int partner = rank ^ 1;
  for (int i = 0; i < burst; i++) {
    MPI_Isend(data, count * (i + 1) / burst, MPI_INT, partner, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Irecv(data, count, MPI_INT, partner, i, MPI_COMM_WORLD, &requests[burst + i]);
  }
  for (int i = 0; i < burst; i++) {
    int done = 0;
    MPI_Waitany(2 * burst, requests, &done, MPI_STATUS_IGNORE);
  }
  MPI_Waitall(2 * burst, requests, MPI_STATUSES_IGNORE);
}

static void ring(void) {
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  MPI_Request request;
  for (int i = 0; i < burst; i++) {
    MPI_Irecv(data, count, MPI_INT, before, 0, MPI_COMM_WORLD, &request);
    MPI_Send(data, count, MPI_INT, next, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

static void sleeps(void) {
  struct timespec moment = {0, 5000000};
  struct timeval now;
  struct timespec same;
  smpi_usleep(2000);
  smpi_nanosleep(&moment, NULL);
  if (rank == size - 1) smpi_sleep(1);
  smpi_gettimeofday(&now, NULL);
  smpi_clock_gettime(CLOCK_REALTIME, &same);
  if (now.tv_sec != same.tv_sec) abort();
}

int main(int argc, char* argv[]) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  data = smpi_shared_malloc_intercept(count * sizeof *data, __FILE__, __LINE__);
  memset(data, 0, count * sizeof *data);
  TRACE_smpi_set_category("pairs");
  pairs();
  end_phase("pairs");
  TRACE_smpi_set_category("ring");
  ring();
  end_phase("ring");
  TRACE_smpi_set_category("sleeps");
  sleeps();
  end_phase("sleeps");
  smpi_shared_free(data);
  MPI_Finalize();
  return 0;
}
