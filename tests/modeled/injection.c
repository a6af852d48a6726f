/* SPDX-License-Identifier: BSD-3-Clause
 * Injected time on hosts of 2 Gflop/s, smpi/host-speed 1e9, computation not simulated
 * (MODELS 6.2 and MODELS 6.3):
 * smpi_execute(t) takes t x 1e9 / 2e9 seconds, smpi_execute_benched(t) takes t, flops f take
 * f / 2e9; small times are exact, not rounded to microseconds. Ranks: 2, on different hosts. */
#include <smpi/smpi.h>

#include "check.h"

int main(int argc, char** argv) {
  double elapsed;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  CHECK(smpi_process_index() == rank);
  CHECK(smpi_process_count() == 2 && smpi_global_size() == 2);

  TIMED(elapsed, smpi_execute(3));
  CHECK_NEAR(elapsed, 1.5);
  TIMED(elapsed, smpi_execute_benched(0.25));
  CHECK_NEAR(elapsed, 0.25);
  TIMED(elapsed, smpi_execute_flops(5e8));
  CHECK_NEAR(elapsed, 0.25);
  TIMED(elapsed, smpi_execute_flops_benched(1e9));
  CHECK_NEAR(elapsed, 0.5);
  TIMED(elapsed, smpi_execute(0));
  CHECK(elapsed == 0);

  /* Less than a microsecond each, added up exactly. */
  TIMED(elapsed, for (int i = 0; i < 1000; i++) smpi_execute_benched(1e-3 + 1e-8));
  CHECK_NEAR(elapsed, 1.00001);

  TIMED(elapsed, CHECK(smpi_usleep(7) == 0));
  CHECK_NEAR(elapsed, 7e-6);
  TIMED(elapsed, CHECK(smpi_sleep(2) == 0));
  CHECK_NEAR(elapsed, 2);

  TIMED(elapsed, SMPI_SAMPLE_FLOPS(4e9) CHECK(0));
  CHECK_NEAR(elapsed, 2);
  TIMED(elapsed, SMPI_SAMPLE_DELAY(4) CHECK(0));
  CHECK_NEAR(elapsed, 2);

  /* Work that a rank owes is done before it sends: the receiver waits for it. */
  if (rank == 0) {
    smpi_execute_benched(10);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    TIMED(elapsed, MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK(elapsed > 10 && elapsed < 10.01);
  }

  CHECK(smpi_get_host_nb_pstates() == 1 && smpi_get_host_pstate() == 0);
  CHECK(smpi_get_host_power_peak_at(0) == 2e9 && smpi_get_host_current_power_peak() == 2e9);
  CHECK(smpi_process_get_user_data() == NULL);
  smpi_process_set_user_data(&rank);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(smpi_process_get_user_data() == &rank);
  MPI_Finalize();
  /* Work after MPI_Finalize counts too: the run takes at least this long. */
  smpi_execute_benched(100);
  return 0;
}
