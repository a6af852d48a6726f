/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Comm_disconnect waits for what is pending, deletes the attributes and frees the handle. */
#include "check.h"

#define COUNT 100000

static int deleted_count;

static int on_delete(MPI_Comm comm, int key, void* value, void* state) {
  (void)comm;
  (void)key;
  (void)value;
  (void)state;
  deleted_count++;
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  static int sent[COUNT], received[COUNT];
  MPI_Request requests[2];
  MPI_Comm comm;
  int key, i;
  start_test(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &key, NULL);
  MPI_Comm_set_attr(comm, key, &key);
  for (i = 0; i < COUNT; i++) sent[i] = world_rank * 7 + i;
  MPI_Irecv(received, COUNT, MPI_INT, (world_rank + world_size - 1) % world_size, 0, comm,
            &requests[0]);
  MPI_Isend(sent, COUNT, MPI_INT, (world_rank + 1) % world_size, 0, comm, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MUST(MPI_Comm_disconnect(&comm));
  CHECK(comm == MPI_COMM_NULL && deleted_count == 1);
  for (i = 0; i < COUNT; i++) {
    CHECK(received[i] == (world_rank + world_size - 1) % world_size * 7 + i, "%d", i);
  }
  MPI_Comm_free_keyval(&key);
  return end_test();
}
