/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Sendrecv of a short message gives its send buffer back when it returns, whether the other
   side has posted its receive before, during the call or only afterwards, and has probed or not. */
#include "check.h"

enum { most = 2000 };
static int out[most], in[most];

static void fill(int count, int value) {
  for (int i = 0; i < count; i++) out[i] = value + i;
}

static void check_content(int count, int value) {
  for (int i = 0; i < count; i++)
    CHECK(in[i] == value + i, "element %d of %d: %d", i, count, in[i]);
}

/* What rank 0 does, before rank 1 may go on. */
static void exchange_and_overwrite(int count) {
  fill(count, 5);
  MPI_Sendrecv(out, count, MPI_INT, 1, 1, in, count, MPI_INT, 1, 2, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  fill(count, -1000000);
  check_content(count, 70);
  MPI_Send(NULL, 0, MPI_INT, 1, 3, MPI_COMM_WORLD);
}

/* Rank 1 first sends, then looks at what rank 0 sent and has overwritten since. */
static void late_receive(int count, int probe) {
  MPI_Status status;
  MPI_Message message;
  int got;
  if (world_rank == 0) {
    exchange_and_overwrite(count);
  } else {
    fill(count, 70);
    MPI_Send(out, count, MPI_INT, 0, 2, MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_INT, 0, 3, MPI_COMM_WORLD, &status);
    if (probe) {
      MPI_Mprobe(0, 1, MPI_COMM_WORLD, &message, &status);
      MPI_Get_count(&status, MPI_INT, &got);
      CHECK(got == count, "%d", got);
      MPI_Mrecv(in, count, MPI_INT, &message, &status);
    } else {
      MPI_Recv(in, count, MPI_INT, 0, 1, MPI_COMM_WORLD, &status);
    }
    check_content(count, 5);
  }
}

/* Rank 1 probes before it sends, so the message is known while rank 0 is still in its call. */
static void probed_early(int count) {
  MPI_Status status;
  MPI_Message message;
  if (world_rank == 0) {
    exchange_and_overwrite(count);
  } else {
    MPI_Mprobe(0, 1, MPI_COMM_WORLD, &message, &status);
    fill(count, 70);
    MPI_Send(out, count, MPI_INT, 0, 2, MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_INT, 0, 3, MPI_COMM_WORLD, &status);
    MPI_Mrecv(in, count, MPI_INT, &message, &status);
    check_content(count, 5);
  }
}

/* Every other element goes out, and comes in as it is. */
static void strided(int count) {
  MPI_Datatype every_other;
  MPI_Status status;
  MPI_Type_vector(count, 1, 2, MPI_INT, &every_other);
  MPI_Type_commit(&every_other);
  if (world_rank == 0) {
    fill(2 * count, 0);
    MPI_Sendrecv(out, 1, every_other, 1, 1, in, 0, MPI_INT, 1, 2, MPI_COMM_WORLD, &status);
    fill(2 * count, -1000000);
    MPI_Send(NULL, 0, MPI_INT, 1, 3, MPI_COMM_WORLD);
  } else {
    MPI_Send(NULL, 0, MPI_INT, 0, 2, MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_INT, 0, 3, MPI_COMM_WORLD, &status);
    MPI_Recv(in, count, MPI_INT, 0, 1, MPI_COMM_WORLD, &status);
    for (int i = 0; i < count; i++) CHECK(in[i] == 2 * i, "element %d: %d", i, in[i]);
  }
  MPI_Type_free(&every_other);
}

int main(int argc, char** argv) {
  static const int counts[] = {1, 300, 1000};
  start_test(&argc, &argv);
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
    if (world_rank < 2) {
      late_receive(counts[i], 0);
      late_receive(counts[i], 1);
      probed_early(counts[i]);
      strided(counts[i]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  return end_test();
}
