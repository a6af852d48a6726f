/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_MAXLOC and MPI_MINLOC on all pairs of types; of equal values, the lowest index. */
#include "check.h"

#define TEST(ctype, type)                                                                      \
  do {                                                                                         \
    struct {                                                                                   \
      ctype value;                                                                             \
      int index;                                                                               \
    } mine[2], got[2];                                                                         \
    memset(mine, 0, sizeof mine);                                                              \
    mine[0].value = (ctype)(10 + world_rank / 2 % 3); /* pairs of ranks have the same */       \
    mine[1].value = (ctype)5;                                                                  \
    mine[0].index = 100 + world_rank;                                                          \
    mine[1].index = 100 + (world_rank + 1) % world_size;                                       \
    MUST(MPI_Allreduce(mine, got, 2, type, MPI_MAXLOC, MPI_COMM_WORLD));                       \
    CHECK(got[0].value == (ctype)(10 + top) && got[0].index == 100 + 2 * top, "%s: %d", #type, \
          got[0].index);                                                                       \
    CHECK(got[1].value == (ctype)5 && got[1].index == 100, "%s: %d", #type, got[1].index);     \
    MUST(MPI_Allreduce(mine, got, 2, type, MPI_MINLOC, MPI_COMM_WORLD));                       \
    CHECK(got[0].value == (ctype)10 && got[0].index == 100, "%s: %d", #type, got[0].index);    \
    CHECK(got[1].value == (ctype)5 && got[1].index == 100, "%s: %d", #type, got[1].index);     \
  } while (0)

int main(int argc, char** argv) {
  int top;
  start_test(&argc, &argv);
  top = world_size > 4 ? 2 : world_size > 2 ? 1 : 0;
  TEST(float, MPI_FLOAT_INT);
  TEST(double, MPI_DOUBLE_INT);
  TEST(long, MPI_LONG_INT);
  TEST(int, MPI_2INT);
  TEST(short, MPI_SHORT_INT);
  TEST(long double, MPI_LONG_DOUBLE_INT);
  return end_test();
}
