/* SPDX-License-Identifier: BSD-3-Clause
 * One-sided communication, a part each: fences around operations with several peers, locks with and
 * without contention, general active target, flushes, operations that return old values, requests.
 * usage: windows PART COUNT */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, count;
static double *memory, *out, *in;
static MPI_Win window;

static void put(int to, int length) {
  MPI_Put(out, length, MPI_DOUBLE, to, (MPI_Aint)rank * count, length, MPI_DOUBLE, window);
}

static void get(int from, int length) {
  MPI_Get(in, length, MPI_DOUBLE, from, (MPI_Aint)rank * count, length, MPI_DOUBLE, window);
}

static void fences(void) {
  MPI_Win_fence(0, window);
  for (int i = 1; i < size; i++) put((rank + i) % size, count / i);
  smpi_execute_flops(1e5 * (1 + rank));
  MPI_Win_fence(0, window);
  if (rank % 2 == 0) put((rank + 1) % size, count);
  get((rank + size - 1) % size, count);
  MPI_Win_fence(0, window);
  MPI_Accumulate(out, count, MPI_DOUBLE, 0, 0, count, MPI_DOUBLE, MPI_SUM, window);
  smpi_execute_flops(2e4 * (size - rank));
  MPI_Win_fence(0, window);
}

/* The target computes meanwhile, and all want the same one in the end. */
static void locks(void) {
  int to = (rank + 1) % size;
  smpi_execute_flops(3e5 * rank);
  MPI_Win_lock(MPI_LOCK_SHARED, to, 0, window);
  put(to, count);
  get(to, count / 2);
  MPI_Win_unlock(to, window);
  smpi_execute_flops(5e5);
  for (int i = 0; i < 2; i++) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    put(0, count);
    smpi_execute_flops(1e4);
    MPI_Win_unlock(0, window);
  }
}

static void posts(void) {
  MPI_Group world, left, right;
  int before = (rank + size - 1) % size, after = (rank + 1) % size;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &before, &left);
  MPI_Group_incl(world, 1, &after, &right);
  for (int i = 0; i < 2; i++) {
    smpi_execute_flops(1e5 * rank);
    MPI_Win_post(left, 0, window);
    MPI_Win_start(right, 0, window);
    put(after, count);
    get(after, count / 3);
    MPI_Win_complete(window);
    smpi_execute_flops(1e5);
    MPI_Win_wait(window);
  }
  MPI_Group_free(&left);
  MPI_Group_free(&right);
  MPI_Group_free(&world);
}

static void flushes(void) {
  MPI_Win_lock_all(0, window);
  for (int i = 1; i < size; i += 2) {
    int to = (rank + i) % size;
    put(to, count);
    smpi_execute_flops(1e4 * rank);
    get(to, count);
    MPI_Win_flush(to, window);
    put(to, count / 2);
    put((to + 1) % size, count / 4);
    MPI_Win_flush_local(to, window);
  }
  MPI_Win_flush_all(window);
  MPI_Win_unlock_all(window);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void old_values(void) {
  double one = 1, old;
  MPI_Win_fence(0, window);
  MPI_Get_accumulate(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, (rank + 1) % size, 0, count,
                     MPI_DOUBLE, MPI_SUM, window);
  MPI_Win_fence(0, window);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Fetch_and_op(&one, &old, MPI_DOUBLE, 0, 0, MPI_SUM, window);
  MPI_Win_flush(0, window);
  smpi_execute_flops(1e5 * rank);
  MPI_Get_accumulate(NULL, 0, MPI_DOUBLE, in, count, MPI_DOUBLE, 0, 0, count, MPI_DOUBLE, MPI_NO_OP,
                     window);
  MPI_Win_unlock(0, window);
}

static void requests(void) {
  MPI_Request request[3];
  int to = (rank + 1) % size, from = (rank + size - 1) % size;
  MPI_Win_lock_all(0, window);
  MPI_Rget(in, count, MPI_DOUBLE, to, 0, count, MPI_DOUBLE, window, &request[0]);
  MPI_Rput(out, count, MPI_DOUBLE, to, 0, count, MPI_DOUBLE, window, &request[1]);
  smpi_execute_flops(1e4 * rank);
  MPI_Irecv(in, 1, MPI_DOUBLE, from, 3, MPI_COMM_WORLD, &request[2]);
  MPI_Send(out, 1, MPI_DOUBLE, to, 3, MPI_COMM_WORLD);
  MPI_Wait(&request[0], MPI_STATUS_IGNORE);
  MPI_Wait(&request[2], MPI_STATUS_IGNORE);
  MPI_Win_flush(to, window);
  MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(window);
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*run)(void);
  } parts[] = {{"fences", fences},   {"locks", locks},           {"posts", posts},
               {"flushes", flushes}, {"old_values", old_values}, {"requests", requests}};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  count = argc > 2 ? atoi(argv[2]) : 1000;
  out = calloc((size_t)count, sizeof *out);
  in = calloc((size_t)count, sizeof *in);
  MPI_Win_allocate((MPI_Aint)sizeof *memory * count * size, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &window);
  int found = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (argc < 2 || strcmp(argv[1], parts[i].name) != 0) continue;
    parts[i].run();
    found = 1;
  }
  if (!found) fprintf(stderr, "no such part\n");
  MPI_Win_free(&window);
  free(out);
  free(in);
  MPI_Finalize();
  return !found;
}
