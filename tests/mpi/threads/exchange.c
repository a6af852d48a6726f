/* SPDX-License-Identifier: BSD-3-Clause */
/* Two threads a rank exchange at once, each on its own communicator, then both on one communicator
   with tags of their own (MPI 5.0, 11.6); the main thread takes part in a collective meanwhile. */
#include <pthread.h>

#include "../check.h"

#define ROUNDS 20

struct work {
  MPI_Comm comm;
  int tag;
  int sum;
};

static void* ring(void* argument) {
  struct work* work = argument;
  int right = (world_rank + 1) % world_size, left = (world_rank + world_size - 1) % world_size;
  int flag = 1;
  MUST(MPI_Is_thread_main(&flag));
  CHECK(flag == 0);
  for (int round = 0; round < ROUNDS; round++) {
    int out = 1000 * work->tag + round, in = -1;
    MPI_Request request;
    MUST(MPI_Irecv(&in, 1, MPI_INT, left, work->tag, work->comm, &request));
    MUST(MPI_Send(&out, 1, MPI_INT, right, work->tag, work->comm));
    MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(in == out, "got %d, not %d", in, out);
    work->sum += in;
  }
  return work;
}

static void run(MPI_Comm first, MPI_Comm second) {
  pthread_t threads[2];
  struct work work[2] = {{first, 1, 0}, {second, 2, 0}};
  int one = 1, total = 0;
  for (int i = 0; i < 2; i++) CHECK(pthread_create(&threads[i], NULL, ring, &work[i]) == 0);
  MUST(MPI_Allreduce(&one, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  CHECK(total == world_size);
  for (int i = 0; i < 2; i++) {
    void* result = NULL;
    CHECK(pthread_join(threads[i], &result) == 0);
    CHECK(result == &work[i]);
    CHECK(work[i].sum == ROUNDS * 1000 * work[i].tag + ROUNDS * (ROUNDS - 1) / 2);
  }
}

int main(int argc, char** argv) {
  int provided = -1, queried = -1, flag = 0;
  MPI_Comm first, second;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world_size);
  CHECK(provided == MPI_THREAD_MULTIPLE);
  MUST(MPI_Query_thread(&queried));
  CHECK(queried == provided);
  MUST(MPI_Is_thread_main(&flag));
  CHECK(flag == 1);
  MUST(MPI_Comm_dup(MPI_COMM_WORLD, &first));
  MUST(MPI_Comm_dup(MPI_COMM_WORLD, &second));
  run(first, second);
  run(first, first);
  MUST(MPI_Comm_free(&first));
  MUST(MPI_Comm_free(&second));
  return end_test();
}
