/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Pack and MPI_Unpack: several types one after the other, MPI_PACKED messages, sizes, too small
   buffers (MPI 5.0, 5.2). */
#include "check.h"

int main(int argc, char** argv) {
  char buffer[200], letters[5] = "abcd", got_letters[5] = "";
  double column[4] = {1, 2, 3, 4}, got_column[8] = {0};
  int number = 42, got_number = 0, position = 0, size, sum = 0, received;
  MPI_Count large_position = 0, large_size;
  MPI_Datatype strided;
  MPI_Status status;
  start_test(&argc, &argv);
  MPI_Type_vector(4, 1, 2, MPI_DOUBLE, &strided);
  MPI_Type_commit(&strided);
  MPI_Pack_size(1, MPI_INT, MPI_COMM_WORLD, &size);
  CHECK(size >= 4);
  sum += size;
  MPI_Pack_size(4, MPI_DOUBLE, MPI_COMM_WORLD, &size);
  CHECK(size >= 32);
  sum += size;
  MPI_Pack_size(5, MPI_CHAR, MPI_COMM_WORLD, &size);
  sum += size;
  MPI_Pack_size_c(1, strided, MPI_COMM_WORLD, &large_size);
  CHECK(large_size >= 32);
  MPI_Pack(&number, 1, MPI_INT, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
  MPI_Pack(column, 4, MPI_DOUBLE, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
  MPI_Pack(letters, 5, MPI_CHAR, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
  CHECK(position <= sum, "%d bytes, %d announced", position, sum);
  MPI_Sendrecv_replace(buffer, position, MPI_PACKED, (world_rank + 1) % world_size, 0,
                       (world_rank + world_size - 1) % world_size, 0, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_PACKED, &received);
  CHECK(received == position);
  position = 0;
  MPI_Unpack(buffer, received, &position, &got_number, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Unpack(buffer, received, &position, got_column, 1, strided, MPI_COMM_WORLD);
  MPI_Unpack(buffer, received, &position, got_letters, 5, MPI_CHAR, MPI_COMM_WORLD);
  CHECK(position == received && got_number == 42 && strcmp(got_letters, "abcd") == 0);
  CHECK(got_column[0] == 1 && got_column[1] == 0 && got_column[2] == 2 && got_column[6] == 4);

  /* A packed message may be received as what it holds. */
  if (world_size == 1) {
    position = 0;
    MPI_Pack(&number, 1, MPI_INT, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
    MPI_Sendrecv(buffer, position, MPI_PACKED, 0, 0, &got_number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    CHECK(got_number == 42);
  }
  MPI_Pack_c(column, 2, MPI_DOUBLE, buffer, sizeof buffer, &large_position, MPI_COMM_WORLD);
  CHECK(large_position == 16);
  large_position = 8;
  MPI_Unpack_c(buffer, 16, &large_position, got_column, 1, MPI_DOUBLE, MPI_COMM_WORLD);
  CHECK(got_column[0] == 2 && large_position == 16);

  return_errors();
  position = 0;
  MUST_FAIL(MPI_ERR_COUNT,
            MPI_Pack(column, -1, MPI_DOUBLE, buffer, 100, &position, MPI_COMM_WORLD));
  MUST_FAIL(MPI_ERR_TYPE,
            MPI_Pack(column, 1, MPI_DATATYPE_NULL, buffer, 100, &position, MPI_COMM_WORLD));
  MUST_FAIL(MPI_ERR_COMM, MPI_Pack(column, 1, MPI_DOUBLE, buffer, 100, &position, MPI_COMM_NULL));
  MPI_Type_free(&strided);
  return end_test();
}
