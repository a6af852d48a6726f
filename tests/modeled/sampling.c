/* SPDX-License-Identifier: BSD-3-Clause
 * Sampling macros (MODELS 6.4): how often bodies run, and what is injected for the others. Ranks:
 * 4, computation simulated at the speed of the host. How long a body really takes differs from run
 * to run, so times are compared with what the program itself measured, loosely. */
#include <smpi/smpi.h>

#include "check.h"

static int run_count;

static void work(void) {
  volatile double sum = 0;
  run_count++;
  for (int i = 0; i < 2000000; i++) sum += i;
}

static int total(int count) {
  int sum;
  MPI_Allreduce(&count, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

/* A body with MPI calls: waiting for others is not its own time, so skipping it costs little. */
static void check_bodies_with_calls(int rank) {
  double elapsed;
  MPI_Barrier(MPI_COMM_WORLD);
  run_count = 0;
  if (rank < 2) {
    SMPI_SAMPLE_LOCAL(int i = 0, i < 4, i++, 2, 0) {
      run_count++;
      if (rank == 0) smpi_execute_benched(1000);
      MPI_Sendrecv(NULL, 0, MPI_INT, 1 - rank, 0, NULL, 0, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
    }
    CHECK(run_count == 2);
    TIMED(elapsed, SMPI_SAMPLE_LOCAL(int i = 0, i < 4, i++, 2, 0) run_count++;);
    CHECK(elapsed < 1);
  }
}

int main(int argc, char** argv) {
  int rank, last = 0, left = 0;
  double elapsed;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  run_count = 0;
  TIMED(elapsed, SMPI_SAMPLE_LOCAL(int i = 0, i < 200, i++, 5, 0) work(););
  CHECK(run_count == 5);
  /* 200 means of a body that takes about a millisecond or more. */
  CHECK(elapsed > 0.05);

  /* One sample for all ranks: together they run the body 10 times, or a little more, since those
   * that have begun before the tenth ends may finish. */
  MPI_Barrier(MPI_COMM_WORLD);
  run_count = 0;
  SMPI_SAMPLE_GLOBAL(int i = 0, i < 50, i++, 10, 0) {
    work();
    last = i;
  }
  CHECK(total(run_count) >= 10 && total(run_count) <= 13);
  CHECK(last < 50);

  /* The older form, where `break` leaves the body only. */
  run_count = 0;
  for (int i = 0; i < 20; i++) SMPI_SAMPLE_LOCAL(3, 0) {
      work();
      left = i;
      if (i == 0) break; /* this run is not counted */
    }
  CHECK(run_count == 4 && left == 3);

  /* In the first form `break` leaves the loop. */
  run_count = 0;
  SMPI_SAMPLE_LOCAL(int i = 0, i < 20, i++, 3, 0) {
    work();
    if (i == 1) break;
  }
  CHECK(run_count == 2);

  /* A generous threshold is met after two runs, whatever the number of iterations allowed. */
  run_count = 0;
  SMPI_SAMPLE_LOCAL(int i = 0, i < 20, i++, 1000, 1e9) work();
  CHECK(run_count == 2);
  run_count = 0;
  SMPI_SAMPLE_GLOBAL_TAG(int i = 0, i < 20, i++, 0, 1e9, "no limit") work();
  CHECK(total(run_count) >= 2 && total(run_count) <= 5);

  /* Samples with different tags at one place are different samples. */
  run_count = 0;
  for (int size = 0; size < 3; size++) {
    char tag[8];
    snprintf(tag, sizeof tag, "%d", size);
    SMPI_SAMPLE_LOCAL_TAG(int i = 0, i < 9, i++, 2, 0, tag) work();
  }
  CHECK(run_count == 6);

  check_bodies_with_calls(rank);
  MPI_Finalize();
  return 0;
}
