/* SPDX-License-Identifier: BSD-3-Clause */
/* Predefined operations in a reduction over all ranks: values that show the operation and the
   machine type (wrap-around, signs, logical values other than 0 and 1). */
#include "check.h"

#include <limits.h>
#include <stdint.h>

int main(int argc, char** argv) {
  int all, mine, r;
  start_test(&argc, &argv);
  mine = world_rank + 1;
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(all == world_size * (world_size + 1) / 2);
  mine = world_rank % 2 == 0 ? -world_rank : world_rank;
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  CHECK(all == -((world_size - 1) / 2 * 2));
  {
    uint8_t byte = (uint8_t)(1 << world_rank % 8), result;
    MPI_Allreduce(&byte, &result, 1, MPI_UINT8_T, MPI_BOR, MPI_COMM_WORLD);
    for (r = 0, byte = 0; r < world_size; r++) byte |= (uint8_t)(1 << r % 8);
    CHECK(result == byte);
    MPI_Allreduce(&byte, &result, 1, MPI_UINT8_T, MPI_MAX, MPI_COMM_WORLD);
    CHECK(result == byte);
  }
  {
    unsigned big = UINT_MAX - (unsigned)world_rank, result;
    MPI_Allreduce(&big, &result, 1, MPI_UNSIGNED, MPI_MAX, MPI_COMM_WORLD);
    CHECK(result == UINT_MAX);
  }
  {
    int flags[3], results[3];
    flags[0] = world_rank + 2;
    flags[1] = world_rank == 0 ? 0 : 7;
    flags[2] = 4;
    MPI_Allreduce(flags, results, 3, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    /* A single rank's values are not touched. */
    CHECK(!!results[0] == 1 && results[1] == 0);
    MPI_Allreduce(flags, results, 3, MPI_INT, MPI_LXOR, MPI_COMM_WORLD);
    CHECK(!!results[2] == world_size % 2);
  }
  {
    struct {
      double value;
      int index;
    } pair = {world_rank % 3, world_rank}, result;
    MPI_Allreduce(&pair, &result, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    CHECK(result.index == (world_size < 3 ? world_size - 1 : 2) &&
          result.value == result.index % 3);
    MPI_Allreduce(&pair, &result, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
    CHECK(result.index == 0 && result.value == 0);
  }
  {
    long double x = 1.0L + world_rank, product;
    MPI_Allreduce(&x, &product, 1, MPI_LONG_DOUBLE, MPI_PROD, MPI_COMM_WORLD);
    for (r = 1, x = 1; r <= world_size; r++) x *= r;
    CHECK(product == x);
  }
  {
    double z[2] = {0, 1}, result[2];
    MPI_Allreduce(z, result, 1, MPI_C_DOUBLE_COMPLEX, MPI_PROD, MPI_COMM_WORLD);
    /* i^n */
    CHECK(result[0] == (world_size % 4 == 0) - (world_size % 4 == 2));
    CHECK(result[1] == (world_size % 4 == 1) - (world_size % 4 == 3));
  }
  return end_test();
}
