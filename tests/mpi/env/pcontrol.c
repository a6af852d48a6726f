/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Pcontrol takes any level and any arguments; without a profiler it does nothing. */
#include "check.h"

int main(int argc, char** argv) {
  double text = 1.5;
  int sum = 0;
  start_test(&argc, &argv);
  MUST(MPI_Pcontrol(0));
  MUST(MPI_Pcontrol(1));
  MUST(MPI_Pcontrol(2));
  MUST(MPI_Pcontrol(-7, "region", 3, &text, text));
  CHECK(text == 1.5);
  MPI_Allreduce(&world_rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sum == world_size * (world_size - 1) / 2);
  return end_test();
}
