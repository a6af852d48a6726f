/* SPDX-License-Identifier: BSD-3-Clause */
/* The blocking sends of all modes around a ring, to a receive that is posted. */
#include "modes.h"

typedef int Send(const void*, int, MPI_Datatype, int, int, MPI_Comm);
typedef int SendLarge(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm);

int main(int argc, char** argv) {
  Send* const sends[mode_count] = {MPI_Send, MPI_Ssend, MPI_Bsend, MPI_Rsend};
  SendLarge* const large[mode_count] = {MPI_Send_c, MPI_Ssend_c, MPI_Bsend_c, MPI_Rsend_c};
  int mode, s, next, before;
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  attach_buffer(2);
  for (mode = 0; mode < 2 * mode_count; mode++) {
    for (s = 0; s < ints_count; s++) {
      const int ints = ints_of_size[s];
      int *out = filled(world_rank, ints, mode), *in = filled(0, ints, 0);
      MPI_Request request;
      MPI_Status status;
      memset(in, -1, (size_t)(ints + 1) * sizeof(int));
      MPI_Irecv(in, ints, MPI_INT, before, 10 + mode, MPI_COMM_WORLD, &request);
      MPI_Barrier(MPI_COMM_WORLD);
      if (mode < mode_count) {
        MUST(sends[mode](out, ints, MPI_INT, next, 10 + mode, MPI_COMM_WORLD));
      } else {
        MUST(large[mode - mode_count](out, ints, MPI_INT, next, 10 + mode, MPI_COMM_WORLD));
      }
      memset(out, 0, (size_t)ints * sizeof(int)); /* the buffer is ours again */
      MPI_Wait(&request, &status);
      check_filled(in, before, ints, mode);
      check_status(&status, before, 10 + mode, ints);
      free(out);
      free(in);
    }
  }
  detach_buffer();
  return end_test();
}
