/* SPDX-License-Identifier: BSD-3-Clause */
/* Many collectives under way on one communicator, blocking ones and messages with wildcards between
   them: nothing may match what belongs to another call. Completed in any order. */
#include "check.h"

#define MAX_RANKS 32
#define MANY 1000

/* 1,000 sums at once, completed from the last to the first. */
static void many_sums(void) {
  static int in[MANY], out[MANY];
  static MPI_Request requests[MANY];
  int i;
  for (i = 0; i < MANY; i++) {
    in[i] = world_rank + i;
    MUST(MPI_Iallreduce(&in[i], &out[i], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[i]));
  }
  for (i = MANY - 1; i >= 0; i--) MUST(MPI_Wait(&requests[i], MPI_STATUS_IGNORE));
  for (i = 0; i < MANY; i++) {
    int expected = world_size * (world_size - 1) / 2 + i * world_size;
    CHECK(out[i] == expected, "%d: %d, not %d", i, out[i], expected);
  }
}

/* Broadcasts from all roots with blocking collectives in between. */
static void mixed(void) {
  int data[MAX_RANKS], gathered[MAX_RANKS][MAX_RANKS], sum, root, i, done = 0, count;
  int indices[2 * MAX_RANKS];
  MPI_Request requests[2 * MAX_RANKS];
  for (root = 0; root < world_size; root++) {
    data[root] = world_rank == root ? 100 + root : -1;
    MUST(MPI_Ibcast(&data[root], 1, MPI_INT, root, MPI_COMM_WORLD, &requests[2 * root]));
    MUST(MPI_Allreduce(&world_rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK(sum == world_size * (world_size - 1) / 2, "%d", sum);
    MUST(MPI_Igather(&world_rank, 1, MPI_INT, gathered[root], 1, MPI_INT, root, MPI_COMM_WORLD,
                     &requests[2 * root + 1]));
    sum = world_rank;
    MUST(MPI_Bcast(&sum, 1, MPI_INT, root, MPI_COMM_WORLD));
    CHECK(sum == root, "%d", sum);
  }
  while (done < 2 * world_size) {
    MUST(MPI_Waitsome(2 * world_size, requests, &count, indices, MPI_STATUSES_IGNORE));
    CHECK(count > 0, "%d", count);
    done += count;
  }
  for (root = 0; root < world_size; root++) CHECK(data[root] == 100 + root, "%d", data[root]);
  for (i = 0; i < world_size; i++) CHECK(gathered[world_rank][i] == i, "rank %d", i);
}

/* A receive with wildcards is posted while a collective runs, and finds only its own message. */
static void wildcards(void) {
  int next = (world_rank + 1) % world_size, got = -1, flag = 0, i;
  double out[100], in[100];
  MPI_Request requests[3];
  MPI_Status statuses[3];
  for (i = 0; i < 100; i++) out[i] = world_rank + i;
  MUST(MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]));
  MUST(MPI_Iallreduce(out, in, 100, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[1]));
  MUST(MPI_Ibarrier(MPI_COMM_WORLD, &requests[2]));
  MUST(MPI_Send(&world_rank, 1, MPI_INT, next, 5, MPI_COMM_WORLD));
  while (!flag) MUST(MPI_Testall(3, requests, &flag, statuses));
  CHECK(got == (world_rank + world_size - 1) % world_size, "%d", got);
  CHECK(statuses[0].MPI_TAG == 5 && statuses[0].MPI_SOURCE == got, "%d", statuses[0].MPI_TAG);
  for (i = 0; i < 100; i++) {
    CHECK(in[i] == world_size * (world_size - 1) / 2.0 + i * world_size, "%d: %g", i, in[i]);
  }
}

/* The same collectives on two communicators, started in different orders on different ranks. */
static void two_communicators(void) {
  MPI_Comm other;
  MPI_Request requests[2];
  int a[MAX_RANKS], b[MAX_RANKS], mine[2], i;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  mine[0] = world_rank;
  mine[1] = 1000 + world_rank;
  for (i = 0; i < 2; i++) {
    int which = (i + world_rank) % 2;
    MUST(MPI_Iallgather(&mine[which], 1, MPI_INT, which ? b : a, 1, MPI_INT,
                        which ? other : MPI_COMM_WORLD, &requests[which]));
  }
  MUST(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
  for (i = 0; i < world_size; i++) CHECK(a[i] == i && b[i] == 1000 + i, "%d %d", a[i], b[i]);
  MPI_Comm_free(&other);
}

int main(int argc, char** argv) {
  start_test(&argc, &argv);
  many_sums();
  mixed();
  wildcards();
  two_communicators();
  return end_test();
}
