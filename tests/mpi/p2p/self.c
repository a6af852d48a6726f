/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages of a rank to itself, on MPI_COMM_WORLD and MPI_COMM_SELF, small and large. */
#include "check.h"

enum { large = 50000 };

static int out[large], in[large];

int main(int argc, char** argv) {
  static const int sizes[] = {0, 1, 16384, large};
  int which, s, i, flag, count;
  start_test(&argc, &argv);
  for (i = 0; i < large; i++) out[i] = i ^ world_rank;
  for (which = 0; which < 2; which++) {
    const MPI_Comm comm = which == 0 ? MPI_COMM_WORLD : MPI_COMM_SELF;
    const int me = which == 0 ? world_rank : 0;
    for (s = 0; s < 4; s++) {
      MPI_Request request;
      MPI_Status status;
      memset(in, -1, sizeof in);
      MPI_Isend(out, sizes[s], MPI_INT, me, s, comm, &request);
      MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status);
      CHECK(status.MPI_SOURCE == me && status.MPI_TAG == s);
      MPI_Recv(in, large, MPI_INT, me, s, comm, &status);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      MPI_Get_count(&status, MPI_INT, &count);
      CHECK(count == sizes[s] && memcmp(in, out, sizeof(int) * (size_t)count) == 0);
      memset(in, -1, sizeof in);
      MPI_Irecv(in, large, MPI_INT, MPI_ANY_SOURCE, s, comm, &request);
      MPI_Send(out, sizes[s], MPI_INT, me, s, comm);
      MPI_Wait(&request, &status);
      CHECK(status.MPI_SOURCE == me && memcmp(in, out, sizeof(int) * (size_t)sizes[s]) == 0);
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &flag, MPI_STATUS_IGNORE);
      CHECK(!flag);
    }
  }
  return end_test();
}
