/* SPDX-License-Identifier: BSD-3-Clause */
/* Every predefined operation on types of every class it is defined for (MPI 5.0, 6.9.2). */
#include <complex.h>
#include <stdint.h>

#include "check.h"

/* The sum of r % 3 + 1 over n ranks. */
static int sum_of(int n) {
  int r, sum = 0;
  for (r = 0; r < n; r++) sum += r % 3 + 1;
  return sum;
}

#define REDUCE(ctype, type, op, expression, expected)                               \
  do {                                                                              \
    ctype mine[2] = {(ctype)(expression), (ctype)(expression)}, got[2] = {0, 0};    \
    MUST(MPI_Allreduce(mine, got, 2, type, op, MPI_COMM_WORLD));                    \
    CHECK(got[0] == (ctype)(expected) && got[1] == got[0], "%s of %s", #op, #type); \
  } while (0)

#define ARITHMETIC(ctype, type)                                                                    \
  do {                                                                                             \
    REDUCE(ctype, type, MPI_SUM, world_rank % 3 + 1, sum_of(world_size));                          \
    REDUCE(ctype, type, MPI_PROD, world_rank < 6 ? 2 : 1, 1 << (world_size < 6 ? world_size : 6)); \
  } while (0)

#define ORDERED(ctype, type)                                              \
  do {                                                                    \
    ARITHMETIC(ctype, type);                                              \
    REDUCE(ctype, type, MPI_MAX, (world_rank * 5) % world_size, largest); \
    REDUCE(ctype, type, MPI_MIN, (world_rank * 5) % world_size + 1, 1);   \
  } while (0)

#define INTEGER(ctype, type)                                       \
  do {                                                             \
    ORDERED(ctype, type);                                          \
    BITS(ctype, type);                                             \
    REDUCE(ctype, type, MPI_LAND, world_rank > 0, 0);              \
    REDUCE(ctype, type, MPI_LOR, world_rank == world_size - 1, 1); \
    REDUCE(ctype, type, MPI_LXOR, 1, world_size % 2);              \
  } while (0)

#define BITS(ctype, type)                                           \
  do {                                                              \
    REDUCE(ctype, type, MPI_BAND, 0x70 | (world_rank % 2), 0x70);   \
    REDUCE(ctype, type, MPI_BOR, 1 << world_rank % 7,               \
           (1 << (world_size < 7 ? world_size : 7)) - 1);           \
    REDUCE(ctype, type, MPI_BXOR, 0x15, world_size % 2 ? 0x15 : 0); \
  } while (0)

int main(int argc, char** argv) {
  int r, largest = 0;
  start_test(&argc, &argv);
  for (r = 0; r < world_size; r++) {
    if ((r * 5) % world_size > largest) largest = (r * 5) % world_size;
  }
  INTEGER(signed char, MPI_SIGNED_CHAR);
  INTEGER(unsigned char, MPI_UNSIGNED_CHAR);
  INTEGER(short, MPI_SHORT);
  INTEGER(unsigned short, MPI_UNSIGNED_SHORT);
  INTEGER(int, MPI_INT);
  INTEGER(unsigned, MPI_UNSIGNED);
  INTEGER(long, MPI_LONG);
  INTEGER(unsigned long, MPI_UNSIGNED_LONG);
  INTEGER(long long, MPI_LONG_LONG);
  INTEGER(unsigned long long, MPI_UNSIGNED_LONG_LONG);
  INTEGER(int8_t, MPI_INT8_T);
  INTEGER(int16_t, MPI_INT16_T);
  INTEGER(int32_t, MPI_INT32_T);
  INTEGER(int64_t, MPI_INT64_T);
  INTEGER(uint8_t, MPI_UINT8_T);
  INTEGER(uint16_t, MPI_UINT16_T);
  INTEGER(uint32_t, MPI_UINT32_T);
  INTEGER(uint64_t, MPI_UINT64_T);
  ORDERED(MPI_Aint, MPI_AINT);
  ORDERED(MPI_Offset, MPI_OFFSET);
  ORDERED(MPI_Count, MPI_COUNT);
  ORDERED(float, MPI_FLOAT);
  ORDERED(double, MPI_DOUBLE);
  ORDERED(long double, MPI_LONG_DOUBLE);
  ARITHMETIC(float complex, MPI_C_FLOAT_COMPLEX);
  ARITHMETIC(double complex, MPI_C_DOUBLE_COMPLEX);
  ARITHMETIC(long double complex, MPI_C_LONG_DOUBLE_COMPLEX);
  REDUCE(_Bool, MPI_C_BOOL, MPI_LAND, world_rank > 0, 0);
  REDUCE(_Bool, MPI_C_BOOL, MPI_LOR, world_rank == 0, 1);
  REDUCE(_Bool, MPI_C_BOOL, MPI_LXOR, 1, world_size % 2);
  BITS(unsigned char, MPI_BYTE);
  return end_test();
}
