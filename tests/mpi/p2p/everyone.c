/* SPDX-License-Identifier: BSD-3-Clause */
/* All ranks send to all ranks at once, at eager and rendezvous sizes. */
#include "check.h"

enum { max_ranks = 32, largest = 20000 };

int main(int argc, char** argv) {
  static const int sizes[] = {1, 1000, largest};
  MPI_Request requests[2 * max_ranks];
  int *in, *out, s, r, i;
  start_test(&argc, &argv);
  in = malloc((size_t)world_size * largest * sizeof(int));
  out = malloc((size_t)world_size * largest * sizeof(int));
  for (s = 0; s < 3; s++) {
    const int ints = sizes[s];
    for (r = 0; r < world_size; r++) {
      for (i = 0; i < ints; i++) out[r * ints + i] = 10000 * world_rank + 100 * r + i;
      MPI_Irecv(&in[r * ints], ints, MPI_INT, r, s, MPI_COMM_WORLD, &requests[2 * r]);
    }
    for (r = 0; r < world_size; r++) {
      MPI_Isend(&out[r * ints], ints, MPI_INT, r, s, MPI_COMM_WORLD, &requests[2 * r + 1]);
    }
    MPI_Waitall(2 * world_size, requests, MPI_STATUSES_IGNORE);
    for (r = 0; r < world_size; r++) {
      for (i = 0; i < ints; i++) {
        CHECK(in[r * ints + i] == 10000 * r + 100 * world_rank + i, "from %d", r);
      }
    }
  }
  free(in);
  free(out);
  return end_test();
}
