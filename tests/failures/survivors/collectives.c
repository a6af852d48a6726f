/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives that a rank dies in: nobody hangs, who depends on it gets the error, and who gets
 * none has the right result. All go on together afterwards, with the communicator that is left.
 */
#include <stdlib.h>

#include "survivors.h"

static int *in, *out;

static void go_on(void) {
  MPI_Comm left;
  int left_size, sum = 0, one = 1;
  EXPECT(MPI_Comm_shrink(MPI_COMM_WORLD, &left) == MPI_SUCCESS);
  MPI_Comm_size(left, &left_size);
  EXPECT(left_size == size - 1);
  EXPECT(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, left) == MPI_SUCCESS);
  EXPECT(sum == size - 1);
  MPI_Comm_free(&left);
}

static int is_failure(int code) {
  return class_of(code) == MPI_ERR_PROC_FAILED;
}

/* Each case comes before the lost rank ends, and once more when it has ended. */
#define DEFINE_CASE(name, call, must_fail, is_right)   \
  static void name(void) {                             \
    if (rank == lost) lose();                          \
    for (int i = 0; i < 2; i++) {                      \
      const int code = call;                           \
      EXPECT(code == MPI_SUCCESS || is_failure(code)); \
      EXPECT(!(must_fail) || code != MPI_SUCCESS);     \
      EXPECT(code != MPI_SUCCESS || (is_right));       \
    }                                                  \
    go_on();                                           \
  }

DEFINE_CASE(barrier, MPI_Barrier(MPI_COMM_WORLD), 1, 1)
DEFINE_CASE(bcast_from_lost, MPI_Bcast(in, 1, MPI_INT, lost, MPI_COMM_WORLD), 1, 1)
DEFINE_CASE(bcast, (in[0] = rank == 0 ? 5 : 0, MPI_Bcast(in, 1, MPI_INT, 0, MPI_COMM_WORLD)), 0,
            in[0] == 5)
DEFINE_CASE(reduce, MPI_Reduce(in, out, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD), rank == 0, 1)
DEFINE_CASE(reduce_to_lost, MPI_Reduce(in, out, 1, MPI_INT, MPI_SUM, lost, MPI_COMM_WORLD), 0, 1)
DEFINE_CASE(allreduce, MPI_Allreduce(in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), 1, 1)
DEFINE_CASE(gather, MPI_Gather(in, 1, MPI_INT, out, 1, MPI_INT, 0, MPI_COMM_WORLD), rank == 0, 1)
DEFINE_CASE(scatter, MPI_Scatter(in, 1, MPI_INT, out, 1, MPI_INT, 0, MPI_COMM_WORLD), 0,
            out[0] == 0)
DEFINE_CASE(allgather, MPI_Allgather(in, 1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD), 1, 1)
DEFINE_CASE(alltoall, MPI_Alltoall(in, 1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD), 1, 1)
DEFINE_CASE(scan, MPI_Scan(in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), rank > lost, 1)
DEFINE_CASE(reduce_scatter, MPI_Reduce_scatter_block(in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD),
            1, 1)

static int wait_for(MPI_Request* request) {
  return MPI_Wait(request, MPI_STATUS_IGNORE);
}

static MPI_Request request;
DEFINE_CASE(ibarrier, (MPI_Ibarrier(MPI_COMM_WORLD, &request), wait_for(&request)), 1, 1)
DEFINE_CASE(iallreduce,
            (MPI_Iallreduce(in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request),
             wait_for(&request)),
            1, 1)

/* Communicators: none is made where one is told an error. */
static MPI_Comm made;

static int made_by(int code) {
  EXPECT((code == MPI_SUCCESS) == (made != MPI_COMM_NULL));
  return code;
}

DEFINE_CASE(duplicate, made_by(MPI_Comm_dup(MPI_COMM_WORLD, &made)), 1, 1)
DEFINE_CASE(split, made_by(MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &made)), 1, 1)

static void fence(void) {
  MPI_Win window;
  MPI_Win_create(in, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
  EXPECT(MPI_Win_fence(0, window) == MPI_SUCCESS);
  if (rank == lost) lose();
  EXPECT(is_failure(MPI_Win_fence(0, window)));
  EXPECT(is_near(MPI_Wtime(), 1.5));
  go_on();
}

/* What the lost rank holds others get when its failure is known; it also waits for a lock itself.
 */
static void window_lock(void) {
  MPI_Win window;
  MPI_Win_create(in, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
  if (rank == lost) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    usleep(200000);
    MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, window);
    lose();
  }
  usleep(100000);
  if (rank == 2) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, window);
    sleep(2);
    MPI_Win_unlock(2, window);
    EXPECT(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, window) == MPI_SUCCESS);
    EXPECT(MPI_Win_unlock(2, window) == MPI_SUCCESS);
    EXPECT(is_near(MPI_Wtime(), 2.1));
  }
  EXPECT(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window) == MPI_SUCCESS);
  EXPECT(is_near(MPI_Wtime(), rank == 2 ? 2.1 : 1.5));
  EXPECT(MPI_Win_unlock(0, window) == MPI_SUCCESS);
  go_on();
}

/* The lost rank holds the locks of all, or waits for them behind an exclusive one. Others go on, in
 * messages with all ranks, too. */
static void window_lock_all(int is_holder) {
  MPI_Win window;
  MPI_Win_create(in, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
  if (rank == lost) {
    if (!is_holder) usleep(200000);
    MPI_Win_lock_all(0, window);
    lose();
  }
  usleep(100000);
  if (!is_holder && rank == 0) {
    EXPECT(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, window) == MPI_SUCCESS);
    sleep(2);
    EXPECT(MPI_Win_unlock(2, window) == MPI_SUCCESS);
  } else {
    usleep(300000);
  }
  const double start = MPI_Wtime();
  EXPECT(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window) == MPI_SUCCESS);
  EXPECT(is_near(MPI_Wtime(), is_holder || rank != 0 ? 1.5 : start));
  EXPECT(MPI_Win_unlock(0, window) == MPI_SUCCESS);
  for (int i = 0; i < 2; i++) {
    EXPECT(MPI_Win_lock_all(0, window) == MPI_SUCCESS);
    EXPECT(MPI_Win_unlock_all(window) == MPI_SUCCESS);
    sleep(1);
  }
  go_on();
}

static void lock_all_held(void) {
  window_lock_all(1);
}

static void lock_all_awaited(void) {
  window_lock_all(0);
}

/* Collective access fails, each rank by itself still has the file. */
static void file(void) {
  MPI_File data, other = MPI_FILE_NULL;
  const int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
  EXPECT(MPI_File_open(MPI_COMM_WORLD, "data", mode, MPI_INFO_NULL, &data) == MPI_SUCCESS);
  if (rank == lost) lose();
  int number = rank, found = -1;
  const MPI_Offset offset = rank * (MPI_Offset)sizeof number;
  EXPECT(is_failure(MPI_File_write_at_all(data, offset, &number, 1, MPI_INT, MPI_STATUS_IGNORE)));
  EXPECT(is_near(MPI_Wtime(), 1.5));
  EXPECT(is_failure(MPI_File_set_size(data, 100)));
  EXPECT(MPI_File_write_at(data, offset, &number, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  EXPECT(MPI_File_read_at(data, offset, &found, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  EXPECT(found == rank);
  EXPECT(is_failure(MPI_File_open(MPI_COMM_WORLD, "other", mode, MPI_INFO_NULL, &other)));
  EXPECT(other == MPI_FILE_NULL);
  EXPECT(MPI_File_close(&data) == MPI_SUCCESS);
  go_on();
}

/* Ranks of another communicator do not notice. */
static void others(void) {
  MPI_Comm without;
  MPI_Comm_split(MPI_COMM_WORLD, rank == lost ? MPI_UNDEFINED : 0, 0, &without);
  if (rank == lost) lose();
  int sum = 0, one = 1;
  for (int i = 0; i < 3; i++) {
    EXPECT(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, without) == MPI_SUCCESS);
    EXPECT(sum == size - 1);
    sleep(1);
  }
  MPI_Comm_free(&without);
}

int main(int argc, char** argv) {
  static const struct Case cases[] = {
      {"barrier", barrier},
      {"bcast_from_lost", bcast_from_lost},
      {"bcast", bcast},
      {"reduce", reduce},
      {"allreduce", allreduce},
      {"reduce_to_lost", reduce_to_lost},
      {"gather", gather},
      {"scatter", scatter},
      {"allgather", allgather},
      {"alltoall", alltoall},
      {"scan", scan},
      {"reduce_scatter", reduce_scatter},
      {"ibarrier", ibarrier},
      {"iallreduce", iallreduce},
      {"duplicate", duplicate},
      {"split", split},
      {"fence", fence},
      {"others", others},
      {"window_lock", window_lock},
      {"lock_all_held", lock_all_held},
      {"lock_all_awaited", lock_all_awaited},
      {"file", file},
  };
  in = calloc(4096, sizeof(int));
  out = calloc(4096, sizeof(int));
  const int result = run_case(argc, argv, cases, sizeof cases / sizeof cases[0]);
  free(in);
  free(out);
  return result;
}
