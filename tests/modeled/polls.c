/* SPDX-License-Identifier: BSD-3-Clause
 * What loops of polls take (MODELS 10.3), smpi/iprobe:1e-4 and smpi/test:1e-4. Poll k (from 0)
 * since one found something takes 1e-4 s, or (1 + k) x 1e-4 s with smpi/grow-injected-times
 * (argument: grow), so a loop ends with the first poll that ends after the message has come. Ranks:
 * 2; rank 1 polls. */
#include <smpi/smpi.h>
#include <string.h>

#include "check.h"

#define POLL_S 1e-4

static int is_growing;

enum What { PROBE, TEST };

/* When the first poll ends after `late_s`, each with `work_s` before it. One that does not grow
 * looks before it takes time. */
static double expected_s(double late_s, double work_s) {
  double end_s = 0;
  for (int k = 0; end_s < late_s; k++) end_s += work_s + POLL_S * (is_growing ? 1 + k : 1);
  return is_growing ? end_s : end_s - POLL_S;
}

static double poll_until_found(enum What what, double work_s) {
  const double start_s = MPI_Wtime();
  MPI_Request request = MPI_REQUEST_NULL;
  double elapsed_s;
  int flag = 0, got = 0;
  if (what == TEST) MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  while (!flag) {
    if (work_s > 0) smpi_execute_benched(work_s);
    if (what == TEST) {
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    } else {
      MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    }
  }
  elapsed_s = MPI_Wtime() - start_s;
  if (what == PROBE) MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(got == 7);
  return elapsed_s;
}

/* The message comes within a millisecond after `late_s`, in which no poll of `expected_s` ends. */
static void found_in_time(int rank, enum What what, double late_s, double work_s) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    const int sent = 7;
    smpi_execute_benched(late_s);
    MPI_Send(&sent, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    const double elapsed_s = poll_until_found(what, work_s);
    if (is_growing || work_s > 0) {
      CHECK_NEAR(elapsed_s, expected_s(late_s, work_s));
    } else {
      CHECK(elapsed_s > late_s - 1e-3 && elapsed_s < late_s + 1e-3);
    }
  }
}

/* A rank that polls in vain goes on. */
static void gives_up(int rank) {
  const double start_s = MPI_Wtime();
  if (rank == 1) {
    int flag = 0;
    for (int k = 0; k < 100; k++) MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    CHECK(MPI_Wtime() - start_s > 100 * POLL_S * (is_growing ? 50 : 1) - 1e-9);
  } else {
    smpi_execute_benched(3000); /* something is due, so the simulation does not stand still */
  }
}

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  is_growing = argc > 1 && strcmp(argv[1], "grow") == 0;
  for (int what = PROBE; what <= TEST; what++) {
    found_in_time(rank, what, 1.0, 0);
    found_in_time(rank, what, 200.0, 0);
    found_in_time(rank, what, 1.0, 0.0321);
  }
  if (is_growing) gives_up(rank);
  MPI_Finalize();
  return 0;
}
