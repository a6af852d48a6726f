/* SPDX-License-Identifier: BSD-3-Clause */
/* Partitioned messages with the same tag match in the order of their init calls, whichever starts
   first; ordinary messages with that tag are not touched. Large partitions,
   MPI_PROC_NULL, and a partition that is there long before the last one is sent. */
#include "check.h"

#define PARTS 4
#define LARGE 50000 /* integers a partition */

static void same_tag(void) {
  int out[3][PARTS], in[3][PARTS], plain = -1, i, k;
  MPI_Request requests[6], ordinary;
  int next = (world_rank + 1) % world_size;
  int previous = (world_rank + world_size - 1) % world_size;
  for (i = 0; i < 3; i++) {
    for (k = 0; k < PARTS; k++) out[i][k] = 1000 * world_rank + 10 * i + k;
    MUST(MPI_Psend_init(out[i], PARTS, 1, MPI_INT, next, 3, MPI_COMM_WORLD, MPI_INFO_NULL,
                        &requests[i]));
  }
  for (i = 0; i < 3; i++) {
    MUST(MPI_Precv_init(in[i], PARTS, 1, MPI_INT, previous, 3, MPI_COMM_WORLD, MPI_INFO_NULL,
                        &requests[3 + i]));
  }
  MUST(MPI_Irecv(&plain, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &ordinary));
  for (i = 5; i >= 0; i--) MUST(MPI_Start(&requests[i]));
  for (i = 2; i >= 0; i--) MUST(MPI_Pready_range(0, PARTS - 1, requests[i]));
  MUST(MPI_Waitall(6, requests, MPI_STATUSES_IGNORE));
  CHECK(plain == -1, "%d", plain);
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  MUST(MPI_Send(&world_rank, 1, MPI_INT, next, 3, MPI_COMM_WORLD));
  MUST(MPI_Wait(&ordinary, MPI_STATUS_IGNORE));
  CHECK(plain == previous, "%d", plain);
  for (i = 0; i < 3; i++) {
    for (k = 0; k < PARTS; k++) CHECK(in[i][k] == 1000 * previous + 10 * i + k, "%d", in[i][k]);
  }
  for (i = 0; i < 6; i++) MUST(MPI_Request_free(&requests[i]));
}

/* From even to odd ranks. The last partition is sent when the receiver says that it has the first.
 */
static void early_partition(void) {
  int* data = malloc(PARTS * LARGE * sizeof *data);
  int partner = world_rank ^ 1, flag, i;
  MPI_Request request;
  if (partner < world_size && world_rank % 2 == 0) {
    for (i = 0; i < PARTS * LARGE; i++) data[i] = i;
    MUST(MPI_Psend_init(data, PARTS, LARGE, MPI_INT, partner, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                        &request));
    MUST(MPI_Start(&request));
    for (i = 0; i < PARTS - 1; i++) MUST(MPI_Pready(i, request));
    MUST(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
    CHECK(!flag, "complete before all partitions are ready");
    MUST(MPI_Recv(NULL, 0, MPI_INT, partner, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    MUST(MPI_Pready(PARTS - 1, request));
    MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
    MUST(MPI_Request_free(&request));
  } else if (partner < world_size) {
    MUST(MPI_Precv_init(data, PARTS, LARGE, MPI_INT, partner, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                        &request));
    MUST(MPI_Start(&request));
    for (flag = 0; !flag;) MUST(MPI_Parrived(request, 0, &flag));
    for (i = 0; i < LARGE; i++) CHECK(data[i] == i, "%d", data[i]);
    MUST(MPI_Parrived(request, PARTS - 1, &flag));
    CHECK(!flag, "a partition that was not sent");
    MUST(MPI_Send(NULL, 0, MPI_INT, partner, 1, MPI_COMM_WORLD));
    MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
    for (i = 0; i < PARTS * LARGE; i++) CHECK(data[i] == i, "%d", data[i]);
    MUST(MPI_Request_free(&request));
  }
  free(data);
}

static void nobody(void) {
  int data[PARTS] = {0}, i;
  MPI_Request requests[2];
  MPI_Status status;
  MUST(MPI_Psend_init(data, PARTS, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                      &requests[0]));
  MUST(MPI_Precv_init(data, PARTS, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                      &requests[1]));
  for (i = 0; i < 2; i++) {
    MUST(MPI_Startall(2, requests));
    MUST(MPI_Pready_range(0, PARTS - 1, requests[0]));
    MUST(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    MUST(MPI_Wait(&requests[1], &status));
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL, "%d", status.MPI_SOURCE);
  }
  for (i = 0; i < 2; i++) MUST(MPI_Request_free(&requests[i]));
}

int main(int argc, char** argv) {
  start_test(&argc, &argv);
  same_tag();
  early_partition();
  nobody();
  return end_test();
}
