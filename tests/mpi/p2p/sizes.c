/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages of sizes around 65536 bytes and of powers of two, expected and unexpected. */
#include "check.h"

static const int sizes[] = {0,     1,     2,     3,      7,      8,      63,     64,
                            1023,  1024,  8191,  8192,   65519,  65520,  65535,  65536,
                            65537, 65552, 99999, 131071, 131072, 131073, 1 << 20};
enum { size_count = sizeof sizes / sizeof sizes[0], largest = 1 << 20 };

static char out[largest], in[largest + 1];

int main(int argc, char** argv) {
  int late, s, i, next, before, count;
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  for (late = 0; late < 2; late++) {
    for (s = 0; s < size_count; s++) {
      MPI_Request requests[2];
      MPI_Status statuses[2];
      for (i = 0; i < sizes[s]; i++) out[i] = (char)(i * 31 + world_rank + s);
      memset(in, 0x55, (size_t)sizes[s] + 1);
      if (!late) MPI_Irecv(in, largest, MPI_CHAR, before, s, MPI_COMM_WORLD, &requests[0]);
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_Isend(out, sizes[s], MPI_CHAR, next, s, MPI_COMM_WORLD, &requests[1]);
      MPI_Barrier(MPI_COMM_WORLD);
      if (late) MPI_Irecv(in, largest, MPI_CHAR, before, s, MPI_COMM_WORLD, &requests[0]);
      MPI_Waitall(2, requests, statuses);
      MPI_Get_count(&statuses[0], MPI_CHAR, &count);
      CHECK(count == sizes[s], "%d of %d bytes", count, sizes[s]);
      for (i = 0; i < sizes[s]; i++) {
        CHECK(in[i] == (char)(i * 31 + before + s), "byte %d of %d", i, sizes[s]);
      }
      CHECK(in[sizes[s]] == 0x55, "behind %d bytes", sizes[s]);
    }
  }
  return end_test();
}
