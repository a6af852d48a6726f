/* SPDX-License-Identifier: BSD-3-Clause
 * Energy of a host and a trace file of bandwidth, on machine.xml, against closed forms
 * (raw network model: no factors). Argument: the value of smpi/poll-power. */
#include <smpi/smpi.h>

#include "check.h"

/* Rank 0 alone on host-0: two cores, 10 W idle, 20 W as its load goes to 0, 40 W on all cores. */
static void check_energy(int rank, double poll_power) {
  if (rank != 0) return;
  const double at_start_j = smpi_get_host_consumed_energy();
  CHECK_NEAR(at_start_j, 0.0);
  smpi_execute(2); /* one core of two: 20 + 0.5 * 20 W */
  double expected_j = 2 * 30;
  CHECK_NEAR(smpi_get_host_consumed_energy(), expected_j);
  smpi_set_host_pstate(1); /* half the speed: 4 s of 10 + 0.5 * 10 W */
  smpi_execute_flops(2e9);
  expected_j += 4 * 15;
  CHECK_NEAR(smpi_get_host_consumed_energy(), expected_j);
  smpi_set_host_pstate(0);
  int none;
  MPI_Recv(&none, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* sent at 10 s */
  expected_j += 4 * (poll_power > 0 ? 20 + poll_power / 2 * 20 : 10);
  CHECK(fabs(smpi_get_host_consumed_energy() - expected_j) < 1e-5);
}

int main(int argc, char** argv) {
  CHECK(argc == 2);
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  static char data[100000000];
  if (rank == 1) {
    smpi_execute(10);
    int none = 0;
    MPI_Send(&none, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  check_energy(rank, atof(argv[1]));
  /* Long after 5 s: 50 MB/s. */
  double spent_s = 0;
  if (rank == 0) TIMED(spent_s, MPI_Ssend(data, sizeof data, MPI_CHAR, 1, 0, MPI_COMM_WORLD));
  if (rank == 1)
    TIMED(spent_s, MPI_Recv(data, sizeof data, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  CHECK(fabs(spent_s - 2) < 1e-5);
  MPI_Finalize();
  return 0;
}
