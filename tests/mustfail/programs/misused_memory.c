// SPDX-License-Identifier: BSD-3-Clause
//
// Buffers and windows used in ways that no call can see; `smpirun -analyze` tells. Each kind is one
// mistake, each "right" the same without it. REQUIRES: three ranks.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int me, other;
static int x[64], y[64];

static void exchange(int tag) {
  MPI_Send(y, 8, MPI_INT, other, tag, MPI_COMM_WORLD);
}

static void send_changed(int wrong) {
  MPI_Request request;
  MPI_Isend(x, 8, MPI_INT, other, 1, MPI_COMM_WORLD, &request);
  if (wrong) x[3] = 99;
  MPI_Recv(y, 8, MPI_INT, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  x[3] = 98;
}

static void receive_written(int wrong) {
  MPI_Request request;
  MPI_Irecv(x, 8, MPI_INT, other, 2, MPI_COMM_WORLD, &request);
  x[wrong ? 3 : 9] = 99;
  exchange(2);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void receive_overlaps(int wrong) {
  MPI_Request requests[2];
  MPI_Irecv(x, 8, MPI_INT, other, 3, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(x + (wrong ? 7 : 8), 8, MPI_INT, other, 4, MPI_COMM_WORLD, &requests[1]);
  exchange(3);
  exchange(4);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

// Columns of a matrix interleave and share nothing.
static void columns(int wrong) {
  MPI_Datatype column;
  MPI_Request requests[2];
  MPI_Type_vector(8, 1, 8, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Irecv(x, 1, column, other, 3, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(x + (wrong ? 0 : 1), 1, column, other, 4, MPI_COMM_WORLD, &requests[1]);
  exchange(3);
  exchange(4);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Type_free(&column);
}

static void receive_sent(int wrong) {
  MPI_Request request;
  MPI_Irecv(x, 8, MPI_INT, other, 5, MPI_COMM_WORLD, &request);
  MPI_Send(wrong ? x : y, 8, MPI_INT, other, 5, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void sendrecv(int wrong) {
  MPI_Sendrecv(x, 8, MPI_INT, other, 6, wrong ? x + 4 : y, 8, MPI_INT, other, 6, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

static void collective_overlaps(int wrong) {
  MPI_Allreduce(x, wrong ? x + 4 : y, 8, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void collective_written(int wrong) {
  MPI_Request request;
  MPI_Iallreduce(x, y, 8, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  if (wrong) y[2] = 77;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void never_completed(int wrong) {
  MPI_Request request;
  MPI_Isend(x, 8, MPI_INT, other, 7, MPI_COMM_WORLD, &request);
  MPI_Recv(y, 8, MPI_INT, other, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (!wrong) MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static MPI_Win window_of(int* memory) {
  MPI_Win window;
  MPI_Win_create(memory, 64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  return window;
}

static void freed_in_epoch(int wrong) {
  MPI_Win window = window_of(x);
  MPI_Win_fence(0, window);
  if (me == 0) MPI_Get(y, 4, MPI_INT, 1, 0, 4, MPI_INT, window);
  if (!wrong) MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

static void lock_in_fence(int wrong) {
  MPI_Win window = window_of(x);
  MPI_Win_fence(0, window);
  if (me == 0) MPI_Put(y, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
  if (!wrong) MPI_Win_fence(0, window);
  if (me == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
    MPI_Put(y, 1, MPI_INT, 1, 1, 1, MPI_INT, window);
    MPI_Win_unlock(1, window);
  }
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

static void put_put(int wrong) {
  MPI_Win window = window_of(x);
  MPI_Win_fence(0, window);
  if (me != 0) MPI_Put(&me, 1, MPI_INT, 0, wrong ? 5 : me, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

// Ranks that meet between their accesses order them; a lock that others share does not.
static void put_in_turn(int wrong) {
  MPI_Win window = window_of(x);
  MPI_Win_lock_all(0, window);
  if (me == 1) {
    MPI_Put(&me, 1, MPI_INT, 0, 5, 1, MPI_INT, window);
    MPI_Win_flush(0, window);
  }
  if (!wrong) MPI_Barrier(MPI_COMM_WORLD);
  if (me == 2) MPI_Put(&me, 1, MPI_INT, 0, 5, 1, MPI_INT, window);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
}

static void accumulates(int wrong) {
  MPI_Win window = window_of(x);
  MPI_Win_fence(0, window);
  MPI_Accumulate(&me, 1, MPI_INT, 0, 5, 1, MPI_INT, wrong && me == 2 ? MPI_PROD : MPI_SUM, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

static void local_store(int wrong) {
  MPI_Win window = window_of(x);
  MPI_Win_fence(0, window);
  if (me == 0) MPI_Put(y, 4, MPI_INT, 1, 0, 4, MPI_INT, window);
  if (me == 1) x[wrong ? 2 : 20] = 1234;
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

static void origin_changed(int wrong) {
  MPI_Win window = window_of(x);
  MPI_Win_fence(0, window);
  if (me == 0) {
    MPI_Put(y, 4, MPI_INT, 1, 0, 4, MPI_INT, window);
    y[wrong ? 2 : 20] = 1234;
  }
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

static void result_sent(int wrong) {
  MPI_Win window = window_of(x);
  MPI_Win_fence(0, window);
  if (me == 0) MPI_Get(y, 4, MPI_INT, 1, 0, 4, MPI_INT, window);
  if (!wrong) MPI_Win_fence(0, window);
  if (me == 0) MPI_Send(y, 4, MPI_INT, 1, 8, MPI_COMM_WORLD);
  if (me == 1) MPI_Recv(y, 4, MPI_INT, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

static void window_received(int wrong) {
  MPI_Win window = window_of(x);
  MPI_Win_fence(0, window);
  if (me == 0) MPI_Put(y, 4, MPI_INT, 1, 0, 4, MPI_INT, window);
  if (me == 2) MPI_Send(y, 4, MPI_INT, 1, 9, MPI_COMM_WORLD);
  if (me == 1) MPI_Recv(x + (wrong ? 3 : 4), 4, MPI_INT, 2, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

static const struct {
  const char* name;
  void (*run)(int wrong);
  int in_pairs;  // ranks 0 and 1 only
} kinds[] = {{"send-changed", send_changed, 1},
             {"receive-written", receive_written, 1},
             {"receive-overlaps", receive_overlaps, 1},
             {"columns", columns, 1},
             {"receive-sent", receive_sent, 1},
             {"sendrecv", sendrecv, 1},
             {"collective-overlaps", collective_overlaps, 0},
             {"collective-written", collective_written, 0},
             {"never-completed", never_completed, 1},
             {"freed-in-epoch", freed_in_epoch, 0},
             {"lock-in-fence", lock_in_fence, 0},
             {"put-put", put_put, 0},
             {"put-in-turn", put_in_turn, 0},
             {"accumulates", accumulates, 0},
             {"local-store", local_store, 0},
             {"origin-changed", origin_changed, 0},
             {"result-sent", result_sent, 0},
             {"window-received", window_received, 0}};

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  other = 1 - me;
  const int wrong = argc > 2 && strcmp(argv[2], "wrong") == 0;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    const int is_asked = argc > 1 && strcmp(argv[1], kinds[i].name) == 0;
    if ((argc == 1 || is_asked) && (me < 2 || !kinds[i].in_pairs)) kinds[i].run(wrong);
  }
  MPI_Finalize();
  return 0;
}
