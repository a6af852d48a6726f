/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Probe and MPI_Iprobe tell source, tag and size of the next message and leave it there. */
#include "check.h"

static void receive_probed(const MPI_Status* probed, int source, int tag, int ints) {
  int count, again, flag, *data;
  MPI_Status status;
  MPI_Get_count(probed, MPI_INT, &count);
  CHECK(probed->MPI_SOURCE == source && probed->MPI_TAG == tag && count == ints, "%d of %d: %d",
        probed->MPI_TAG, probed->MPI_SOURCE, count);
  MPI_Iprobe(source, tag, MPI_COMM_WORLD, &flag, &status);
  CHECK(flag);
  MPI_Get_count(&status, MPI_INT, &again);
  CHECK(again == count);
  data = malloc((size_t)(count + 1) * sizeof(int));
  MPI_Recv(data, count, MPI_INT, source, tag, MPI_COMM_WORLD, &status);
  CHECK(count == 0 || (data[0] == source && data[count - 1] == source));
  free(data);
  MPI_Iprobe(source, tag, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  CHECK(!flag);
}

int main(int argc, char** argv) {
  static const int sizes[] = {0, 1, 1000, 16384, 50000};
  enum { count = sizeof sizes / sizeof sizes[0], largest = 50000 };
  int *data = malloc(largest * sizeof(int)), i, s, flag, before;
  MPI_Request requests[count];
  MPI_Status status;
  start_test(&argc, &argv);
  before = (world_rank + world_size - 1) % world_size;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  CHECK(!flag);
  MPI_Barrier(MPI_COMM_WORLD);
  for (i = 0; i < largest; i++) data[i] = world_rank;
  for (s = 0; s < count; s++) {
    MPI_Isend(data, sizes[s], MPI_INT, (world_rank + 1) % world_size, s, MPI_COMM_WORLD,
              &requests[s]);
  }
  /* One by its tag, out of order; then the oldest ones by wildcards. */
  MPI_Probe(before, 3, MPI_COMM_WORLD, &status);
  receive_probed(&status, before, 3, sizes[3]);
  for (s = 0; s < count; s++) {
    if (s == 3) continue;
    flag = 0;
    if (s % 2 == 0) MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    while (s % 2 == 1 && !flag) {
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
    }
    receive_probed(&status, before, s, sizes[s]);
  }
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
  free(data);
  return end_test();
}
