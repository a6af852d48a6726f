/* SPDX-License-Identifier: BSD-3-Clause
 * What loops of polls take (MODELS 10.3), smpi/iprobe:1e-4 and smpi/test:1e-4. Poll k (from 0)
 * since one found something takes 1e-4 s, or (1 + k) x 1e-4 s with smpi/grow-injected-times
 * (argument: grow), so a loop ends with the first poll that ends after the message has come. Ranks:
 * 2; rank 1 polls. */
#include <smpi/smpi.h>
#include <string.h>

#include "check.h"

#define POLL_S 1e-4

static int is_growing;
static long asked; /* polls since a loop began; in memory that the simulator does not look at */

enum What { PROBE, TEST };

/* When the first poll ends after `late_s`, each with `work_s` before it. One that does not grow
 * looks before it takes time. */
static double expected_s(double late_s, double work_s) {
  double end_s = 0;
  for (int k = 0; end_s < late_s; k++) end_s += work_s + POLL_S * (is_growing ? 1 + k : 1);
  return is_growing ? end_s : end_s - POLL_S;
}

/* What lies below the frame of its caller is other junk each time. */
static __attribute__((noinline)) void leave_junk(void) {
  static long changing;
  long words[200];
  for (int i = 0; i < 200; i++) words[i] = ++changing;
  __asm__ volatile("" : : "r"(words) : "memory");
}

/* One place that polls, for all who call it. */
static __attribute__((noinline, noclone)) double poll_until_found(enum What what, double work_s,
                                                                  int counts) {
  const double start_s = MPI_Wtime();
  MPI_Request request = MPI_REQUEST_NULL;
  double elapsed_s;
  volatile int polls = 0;
  int flag = 0, got = 0;
  asked = 0;
  if (what == TEST) MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  while (!flag) {
    if (work_s > 0) smpi_execute_benched(work_s);
    if (counts) polls++;
    asked++;
    leave_junk();
    if (what == TEST) {
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    } else {
      MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    }
  }
  elapsed_s = MPI_Wtime() - start_s;
  if (what == PROBE) MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(got == 7);
  return elapsed_s;
}

/* The message comes within a millisecond after `late_s`, in which no poll of `expected_s` ends. */
static void found_in_time(int rank, enum What what, double late_s, double work_s, int counts) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    const int sent = 7;
    smpi_execute_benched(late_s);
    MPI_Send(&sent, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    const double elapsed_s = poll_until_found(what, work_s, counts);
    if (is_growing || work_s > 0) {
      CHECK_NEAR(elapsed_s, expected_s(late_s, work_s));
    } else {
      CHECK(elapsed_s > late_s - 1e-3 && elapsed_s < late_s + 1e-3);
      CHECK(asked < (counts ? 10000 : 30)); /* it sleeps */
    }
  }
}

/* A loop that slept through polls before is asked fewer times, and takes as long as one that is
 * asked each time. */
static void sleeps_again(int rank, enum What what) {
  for (int k = 0; k < 40; k++) {
    double elapsed_s[2];
    for (int counts = 1; counts >= 0; counts--) {
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 0) {
        const int sent = 7;
        smpi_execute_benched((k + 0.3) * POLL_S);
        MPI_Send(&sent, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
      } else {
        elapsed_s[counts] = poll_until_found(what, 0, counts);
      }
    }
    if (rank == 0) continue;
    CHECK_NEAR(elapsed_s[0], elapsed_s[1]);
    CHECK(elapsed_s[0] > k * POLL_S);
    if (!is_growing) CHECK(asked < 10);
  }
}

/* Of so few polls a loop may keep its count where the simulator does not look, even if it slept in
 * the same place before. */
static void gives_up_where_it_slept(int rank, enum What what) {
  static int left;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int tag = 0; tag < 2; tag++) {
    MPI_Request request = MPI_REQUEST_NULL;
    const int polls = tag == 0 ? 100000 : 4;
    int number = 7, flag = 0;
    double start_s;
    if (rank == 0) {
      smpi_execute_benched(1.0);
      MPI_Send(&number, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
      continue;
    }
    if (what == TEST) MPI_Irecv(&number, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, &request);
    start_s = MPI_Wtime();
    for (left = polls; left > 0 && !flag; left--) {
      if (what == TEST) {
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
      } else {
        MPI_Iprobe(0, tag, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
      }
    }
    CHECK(flag == (tag == 0));
    if (tag == 1) CHECK_NEAR(MPI_Wtime() - start_s, polls * POLL_S);
    if (what == PROBE) MPI_Irecv(&number, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

static int finds_nothing(enum What what, MPI_Request* request) {
  int flag = 0;
  if (what == TEST) {
    MPI_Test(request, &flag, MPI_STATUS_IGNORE);
  } else {
    MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  }
  return !flag;
}

/* Each counts its polls where compilers do: in a register, on the stack, in the frame of a caller,
 * in two loops. */
static void poll_in_register(enum What what, MPI_Request* request, int polls) {
  for (int k = 0; k < polls; k++) CHECK(finds_nothing(what, request));
}

static void poll_on_stack(enum What what, MPI_Request* request, int polls) {
  for (volatile int k = 0; k < polls; k++) CHECK(finds_nothing(what, request));
}

static __attribute__((noinline)) void poll_one(enum What what, MPI_Request* request, int* left) {
  char room[300]; /* between the count and the poll */
  memset(room, 0, sizeof room);
  __asm__ volatile("" : : "r"(room) : "memory");
  CHECK(finds_nothing(what, request));
  --*left;
}

static void poll_in_caller(enum What what, MPI_Request* request, int polls) {
  for (int left = polls; left > 0;) poll_one(what, request, &left);
}

static void poll_in_rows(enum What what, MPI_Request* request, int polls) {
  for (int row = 0; row < polls / 10; row++) poll_in_register(what, request, 10);
}

/* A rank that gives up after some polls is charged for these, whatever happens later. */
static void gives_up(int rank, enum What what, int polls) {
  static void (*const ways[])(enum What, MPI_Request*, int) = {poll_in_register, poll_on_stack,
                                                               poll_in_caller, poll_in_rows};
  for (size_t way = 0; way < sizeof ways / sizeof ways[0]; way++) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
      MPI_Request request = MPI_REQUEST_NULL;
      int got = 0;
      double start_s, elapsed_s, expected_s;
      if (what == TEST) MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
      start_s = MPI_Wtime();
      ways[way](what, &request, polls);
      elapsed_s = MPI_Wtime() - start_s;
      expected_s = POLL_S * (is_growing ? polls * (polls + 1) / 2 : polls);
      CHECK(elapsed_s > expected_s * (1 - 1e-6)); /* a sum of many */
      CHECK(elapsed_s < expected_s * (1 + 1e-6));
      if (what == PROBE) MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
      while (finds_nothing(TEST, &request)) continue;
      poll_until_found(PROBE, 0, 0); /* growing polls of both kinds start anew */
    } else {
      const int sent = 7;
      smpi_execute_benched(3000);
      MPI_Send(&sent, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
      MPI_Send(&sent, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
  }
}

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  is_growing = argc > 1 && strcmp(argv[1], "grow") == 0;
  for (int what = PROBE; what <= TEST; what++) {
    for (int counts = 0; counts <= 1; counts++) {
      found_in_time(rank, what, 1.0, 0, counts);
      found_in_time(rank, what, 200.0, 0, counts);
      found_in_time(rank, what, 1.0, 0.0321, counts);
    }
    sleeps_again(rank, what);
    if (!is_growing) gives_up_where_it_slept(rank, what);
  }
  for (int what = PROBE; what <= TEST; what++) {
    gives_up(rank, what, 30);
    gives_up(rank, what, 100);
    gives_up(rank, what, 1000);
  }
  MPI_Finalize();
  return 0;
}
