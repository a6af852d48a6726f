/* SPDX-License-Identifier: BSD-3-Clause */
/* The shared file pointer: blocks of all ranks in some order, each once and whole. */
#include "file.h"

enum { times = 4, length = 5 };

static void check_blocks(const char* name) {
  int* seen = calloc((size_t)world_size, sizeof(int));
  int b, i, values[length];
  for (b = 0; b < times * world_size; b++) {
    look_at(name, (long)sizeof(values) * b, values, sizeof(values));
    const int rank = values[0] / 1000;
    CHECK(rank >= 0 && rank < world_size, "block %d has %d", b, values[0]);
    /* The blocks of one rank are in the order in which it wrote them. */
    CHECK(values[0] == 1000 * rank + 10 * seen[rank], "block %d has %d", b, values[0]);
    for (i = 0; i < length; i++) CHECK(values[i] == values[0] + i);
    seen[rank]++;
  }
  for (i = 0; i < world_size; i++) CHECK(seen[i] == times);
  free(seen);
}

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Request request;
  MPI_Status status;
  MPI_Offset position;
  int t, i, values[length], sum = 0, total;
  start_test(&argc, &argv);
  file = open_new("data", MPI_MODE_RDWR);
  MUST(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
  for (t = 0; t < times; t++) {
    for (i = 0; i < length; i++) values[i] = 1000 * world_rank + 10 * t + i;
    if (t % 2 == 0) {
      MUST(MPI_File_write_shared(file, values, length, MPI_INT, &status));
    } else {
      MUST(MPI_File_iwrite_shared(file, values, length, MPI_INT, &request));
      MUST(MPI_Wait(&request, &status));
    }
    CHECK(count_of(&status, MPI_INT) == length);
  }
  settle(file);
  MUST(MPI_File_get_position_shared(file, &position));
  CHECK(position == times * length * world_size, "%lld", (long long)position);
  check_blocks("data");
  MPI_Barrier(MPI_COMM_WORLD);

  MUST(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
  for (t = 0; t < times; t++) {
    if (t % 2 == 0) {
      MUST(MPI_File_read_shared(file, values, length, MPI_INT, &status));
    } else {
      MUST(MPI_File_iread_shared(file, values, length, MPI_INT, &request));
      MUST(MPI_Wait(&request, &status));
    }
    CHECK(count_of(&status, MPI_INT) == length);
    sum += values[0];
  }
  MPI_Allreduce(&sum, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(total == times * 1000 * world_size * (world_size - 1) / 2 +
                     world_size * 10 * times * (times - 1) / 2,
        "%d", total);
  MPI_Barrier(MPI_COMM_WORLD);
  MUST(MPI_File_seek_shared(file, 0, MPI_SEEK_END));
  MUST(MPI_File_get_position_shared(file, &position));
  CHECK(position == times * length * world_size, "%lld", (long long)position);
  MUST(MPI_File_close(&file));
  return end_test();
}
