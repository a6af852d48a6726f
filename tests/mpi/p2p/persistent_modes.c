/* SPDX-License-Identifier: BSD-3-Clause */
/* Persistent sends of all modes and receives around a ring, started several times. */
#include "modes.h"

typedef int Init(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
typedef int InitLarge(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

/* Data of each round is written between the rounds; the requests stay. */
static void run_rounds(MPI_Request* requests, int* out, int* in, int ints, int tag, int before) {
  MPI_Status statuses[2];
  int round, i;
  for (round = 0; round < 3; round++) {
    for (i = 0; i < ints; i++) out[i] = 1000003 * world_rank + 7 * round + i;
    memset(in, -1, (size_t)(ints + 1) * sizeof(int));
    MPI_Start(&requests[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Start(&requests[1]);
    MPI_Waitall(2, requests, statuses);
    CHECK(requests[0] != MPI_REQUEST_NULL && requests[1] != MPI_REQUEST_NULL);
    check_filled(in, before, ints, round);
    check_status(&statuses[0], before, tag, ints);
  }
}

int main(int argc, char** argv) {
  Init* const inits[mode_count] = {MPI_Send_init, MPI_Ssend_init, MPI_Bsend_init, MPI_Rsend_init};
  InitLarge* const large[mode_count] = {MPI_Send_init_c, MPI_Ssend_init_c, MPI_Bsend_init_c,
                                        MPI_Rsend_init_c};
  int mode, s, next, before;
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  attach_buffer(4);
  for (mode = 0; mode < 2 * mode_count; mode++) {
    for (s = 0; s < ints_count; s++) {
      const int ints = ints_of_size[s];
      int *out = filled(world_rank, ints, 0), *in = filled(0, ints, 0);
      MPI_Request requests[2];
      if (mode < mode_count) {
        MUST(MPI_Recv_init(in, ints, MPI_INT, before, mode, MPI_COMM_WORLD, &requests[0]));
        MUST(inits[mode](out, ints, MPI_INT, next, mode, MPI_COMM_WORLD, &requests[1]));
      } else {
        MUST(MPI_Recv_init_c(in, ints, MPI_INT, before, mode, MPI_COMM_WORLD, &requests[0]));
        MUST(
            large[mode - mode_count](out, ints, MPI_INT, next, mode, MPI_COMM_WORLD, &requests[1]));
      }
      run_rounds(requests, out, in, ints, mode, before);
      MPI_Request_free(&requests[0]);
      MPI_Request_free(&requests[1]);
      CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
      free(out);
      free(in);
    }
  }
  detach_buffer();
  return end_test();
}
