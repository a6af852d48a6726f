/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Finalize deletes the attributes of MPI_COMM_SELF, the last one first, while MPI works. */
#include "check.h"

enum { count = 5 };
static int order[count], deleted;

static int erase(MPI_Comm comm, int key, void* value, void* state) {
  int finalized, rank;
  (void)key;
  (void)state;
  MPI_Finalized(&finalized);
  CHECK(!finalized);
  MPI_Comm_rank(comm, &rank);
  CHECK(rank == 0);
  order[deleted++] = (int)(long)value;
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  int i, key[count];
  start_test(&argc, &argv);
  for (i = 0; i < count; i++) {
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, erase, &key[i], NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key[i], (void*)(long)(i + 1));
  }
  MPI_Finalize();
  CHECK(deleted == count);
  for (i = 0; i < count; i++) CHECK(order[i] == count - i);
  if (world_rank == 0) printf("OK\n");
  return 0;
}
