/* SPDX-License-Identifier: BSD-3-Clause */
/* The nonblocking sends of all modes around a ring, and both nonblocking receives. */
#include "modes.h"

typedef int Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
typedef int IsendLarge(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

int main(int argc, char** argv) {
  Isend* const sends[mode_count] = {MPI_Isend, MPI_Issend, MPI_Ibsend, MPI_Irsend};
  IsendLarge* const large[mode_count] = {MPI_Isend_c, MPI_Issend_c, MPI_Ibsend_c, MPI_Irsend_c};
  int mode, s, next, before;
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  attach_buffer(2);
  for (mode = 0; mode < 2 * mode_count; mode++) {
    for (s = 0; s < ints_count; s++) {
      const int ints = ints_of_size[s];
      int *out = filled(world_rank, ints, mode), *in = filled(0, ints, 0);
      MPI_Request requests[2];
      MPI_Status statuses[2];
      memset(in, -1, (size_t)(ints + 1) * sizeof(int));
      if (mode < mode_count) {
        MPI_Irecv(in, ints, MPI_INT, before, mode, MPI_COMM_WORLD, &requests[0]);
        MPI_Barrier(MPI_COMM_WORLD);
        MUST(sends[mode](out, ints, MPI_INT, next, mode, MPI_COMM_WORLD, &requests[1]));
      } else {
        MPI_Irecv_c(in, ints, MPI_INT, before, mode, MPI_COMM_WORLD, &requests[0]);
        MPI_Barrier(MPI_COMM_WORLD);
        MUST(
            large[mode - mode_count](out, ints, MPI_INT, next, mode, MPI_COMM_WORLD, &requests[1]));
      }
      MPI_Waitall(2, requests, statuses);
      CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
      check_filled(in, before, ints, mode);
      check_status(&statuses[0], before, mode, ints);
      free(out);
      free(in);
    }
  }
  detach_buffer();
  return end_test();
}
