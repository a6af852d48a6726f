/* SPDX-License-Identifier: BSD-3-Clause */
/* Sessions before, next to and after the world, and two at once. */
#include "session.h"

static int sum_over(MPI_Comm comm) {
  int sum;
  MPI_Allreduce(&world_rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  return sum;
}

int main(int argc, char** argv) {
  MPI_Session first, second;
  MPI_Comm of_first, of_second;
  int expected, flag;
  of_first = open_session(&first, "session.first");
  expected = world_size * (world_size - 1) / 2;
  CHECK(sum_over(of_first) == expected);
  MPI_Init(&argc, &argv);
  of_second = open_session(&second, "session.second");
  CHECK(sum_over(MPI_COMM_WORLD) == expected);
  CHECK(sum_over(of_first) == expected);
  CHECK(sum_over(of_second) == expected);
  MPI_Comm_free(&of_first);
  MUST(MPI_Session_finalize(&first));
  CHECK(sum_over(of_second) == expected);
  MPI_Finalize();
  MPI_Finalized(&flag);
  CHECK(flag);
  CHECK(sum_over(of_second) == expected);
  return close_session(&second, &of_second);
}
