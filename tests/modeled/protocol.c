/* SPDX-License-Identifier: BSD-3-Clause
 * The point-to-point protocol in closed form (MODELS 7.1 to MODELS 7.5). Model raw, two links
 * of 1.25 GB/s and 24 us: T(s) = 48 us + (s + 16) / 1.25e9 s. A = smpi/async-small-thresh is 1000,
 * D = smpi/send-is-detached-thresh is 10000, os(s) = 1 ms + 0.1 us s, ois = 2 ms, or = 3 ms,
 * smpi/iprobe 5 ms, smpi/wtime 0, smpi/init 0.5 s. Ranks: 2. */
#include <smpi/smpi.h>

#include "check.h"

enum { A = 1000, D = 10000, LARGEST = 20000 };

static char data[LARGEST];
static int rank;

static double os_s(int size) {
  return 1e-3 + 1e-7 * size;
}
static double transfer_s(int size) {
  return 48e-6 + (size + 16) / 1.25e9;
}
static const double ois_s = 2e-3, or_s = 3e-3;

enum How { BLOCKING, NONBLOCKING, SYNCHRONOUS };

/* Both ranks begin together; rank 0 sends at once, rank 1 receives `late_s` later. Returns what the
 * call of this rank took. */
static double exchange(int size, enum How how, double late_s) {
  double elapsed = 0;
  MPI_Request request;
  MPI_Barrier(MPI_COMM_WORLD);
  smpi_execute_benched(10 - MPI_Wtime() + 10 * floor(MPI_Wtime() / 10)); /* a common time */
  if (rank == 1) {
    smpi_execute_benched(late_s);
    TIMED(elapsed, MPI_Recv(data, size, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  } else if (how == NONBLOCKING) {
    TIMED(elapsed, MPI_Isend(data, size, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &request));
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else if (how == SYNCHRONOUS) {
    TIMED(elapsed, MPI_Ssend(data, size, MPI_CHAR, 1, 0, MPI_COMM_WORLD));
  } else {
    TIMED(elapsed, MPI_Send(data, size, MPI_CHAR, 1, 0, MPI_COMM_WORLD));
  }
  return elapsed;
}

int main(int argc, char** argv) {
  double elapsed;
  int flag;
  MPI_Init(&argc, &argv);
  CHECK_NEAR(MPI_Wtime(), 0.5); /* MODELS 7.5 */
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  /* MODELS 7.1 and MODELS 7.3: a detached send takes its overhead only. MODELS 7.2: below A it
   * travels by itself, so the receiver finds it; from A on it travels when the receive is there. */
  elapsed = exchange(A - 1, BLOCKING, 1);
  CHECK_NEAR(elapsed, rank == 0 ? os_s(A - 1) : or_s);
  elapsed = exchange(A, BLOCKING, 1);
  CHECK_NEAR(elapsed, rank == 0 ? os_s(A) : transfer_s(A) + or_s);
  elapsed = exchange(D - 1, BLOCKING, 1);
  CHECK_NEAR(elapsed, rank == 0 ? os_s(D - 1) : transfer_s(D - 1) + or_s);

  /* A send of D bytes ends with its transfer, which waits for the receive, and has no overheads. */
  elapsed = exchange(D, BLOCKING, 1);
  CHECK_NEAR(elapsed, rank == 0 ? 1 + transfer_s(D) : transfer_s(D));

  /* MODELS 7.3: MPI_Isend has a table of its own, at every size; the transfer begins after it. */
  elapsed = exchange(D, NONBLOCKING, 0);
  CHECK_NEAR(elapsed, rank == 0 ? ois_s : ois_s + transfer_s(D));

  /* A synchronous send has that of a blocking one, and its receive none. */
  elapsed = exchange(500, SYNCHRONOUS, 0);
  CHECK_NEAR(elapsed, os_s(500) + transfer_s(500));

  /* The receive waits for the sender's overhead. */
  elapsed = exchange(500, NONBLOCKING, 0);
  CHECK_NEAR(elapsed, rank == 0 ? ois_s : ois_s + transfer_s(500) + or_s);

  /* MODELS 7.4: a probe that finds nothing. */
  TIMED(elapsed, MPI_Iprobe(1 - rank, 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
  CHECK(!flag);
  CHECK_NEAR(elapsed, 5e-3);
  MPI_Finalize();
  return 0;
}
