/* SPDX-License-Identifier: BSD-3-Clause
 * N operations that are under way at once, in PATTERN: what a simulator's work for each must not
 * grow with. usage: growth PATTERN N, on as many ranks as tests/perf/growth says. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MESSAGE 256
static int rank, size, n;
static char* bytes;
static MPI_Request* requests;

/* The k-th of n in an order without pattern: n and the step have no common factor. */
static int scrambled(int k) {
  int step = 7919;
  while (n % step == 0) step += 2;
  return (int)((long long)k * step % n);
}
/* Messages of many sizes end one by one. */
static int size_of(int k) {
  return MESSAGE + k * 5 % 16001;
}

/* n sends and receives between two ranks. */
static void one_route(void) {
  for (int i = 0; i < n; i++) {
    if (rank == 0) MPI_Irecv(bytes, MESSAGE, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &requests[i]);
    if (rank == 1) MPI_Isend(bytes, MESSAGE, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &requests[i]);
  }
  MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
}

static void many_sizes(void) {
  for (int i = 0; i < n; i++) {
    if (rank == 0) MPI_Irecv(bytes, 1 << 15, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &requests[i]);
    if (rank == 1) MPI_Isend(bytes, size_of(i), MPI_CHAR, 0, 0, MPI_COMM_WORLD, &requests[i]);
  }
  MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
}

/* Both directions, waited for in no order. */
static void any_order(void) {
  for (int i = 0; i < n; i++) {
    if (i % 2 == rank)
      MPI_Irecv(bytes, 1 << 15, MPI_CHAR, 1 - rank, i, MPI_COMM_WORLD, &requests[i]);
    else
      MPI_Isend(bytes, size_of(i), MPI_CHAR, 1 - rank, i, MPI_COMM_WORLD, &requests[i]);
  }
  for (int i = 0; i < n; i++) MPI_Wait(&requests[scrambled(i)], MPI_STATUS_IGNORE);
}

/* Each rank sends to rank 0, or rank 0 to each: messages of many sizes. */
static void many_to_one(void) {
  if (rank > 0) {
    MPI_Send(bytes, size_of(rank * 37), MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    return;
  }
  for (int i = 1; i < size; i++)
    MPI_Irecv(bytes, 1 << 15, MPI_CHAR, i, 0, MPI_COMM_WORLD, &requests[i - 1]);
  MPI_Waitall(size - 1, requests, MPI_STATUSES_IGNORE);
}

static void one_to_many(void) {
  if (rank > 0) {
    MPI_Recv(bytes, 1 << 15, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return;
  }
  for (int i = 1; i < size; i++)
    MPI_Isend(bytes, size_of(i * 37), MPI_CHAR, i, 0, MPI_COMM_WORLD, &requests[i - 1]);
  MPI_Waitall(size - 1, requests, MPI_STATUSES_IGNORE);
}

/* All ranks hold the locks of all, and write to the next one. */
static void locks_of_all(void) {
  static long long memory, value;
  MPI_Win window;
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_lock_all(0, window);
  MPI_Put(&value, sizeof value, MPI_BYTE, (rank + 1) % size, 0, sizeof value, MPI_BYTE, window);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
}

/* The lower half of the ranks sends to the upper half, over what joins them, at times of their own.
 */
static void pairs(void) {
  const int partner = (rank + size / 2) % size;
  usleep((useconds_t)(rank % (size / 2)));
  if (rank < size / 2)
    MPI_Send(bytes, 10 * size_of(rank), MPI_CHAR, partner, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(bytes, 1 << 18, MPI_CHAR, partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* The same both ways. */
static void exchanges(void) {
  const int partner = (rank + size / 2) % size;
  usleep((useconds_t)(rank % (size / 2)));
  MPI_Sendrecv(bytes, 10 * size_of(rank), MPI_CHAR, partner, 0, bytes + (1 << 17), 1 << 17,
               MPI_CHAR, partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Messages that nobody receives yet, then taken by tag in no order. */
static void unexpected(void) {
  if (rank == 1)
    for (int i = 0; i < n; i++) MPI_Send(bytes, MESSAGE, MPI_CHAR, 0, i, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    for (int i = 0; i < n; i++)
      MPI_Recv(bytes, MESSAGE, MPI_CHAR, 1, scrambled(i), MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Receives from anybody, and messages that are looked at before they are received. */
static void wildcards(void) {
  if (rank == 0) {
    for (int i = 0; i < n / 2; i++)
      MPI_Irecv(bytes, MESSAGE, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                &requests[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Waitall(n / 2, requests, MPI_STATUSES_IGNORE);
    for (int i = n / 2; i < n; i++) {
      MPI_Status status;
      MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      MPI_Recv(bytes, MESSAGE, MPI_CHAR, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
    }
    return;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = rank - 1; i < n; i += size - 1)
    MPI_Send(bytes, MESSAGE, MPI_CHAR, 0, i, MPI_COMM_WORLD);
}

/* Communicators of communicators; all of them live at the end. */
static void nested_communicators(void) {
  MPI_Comm* all = malloc(sizeof(MPI_Comm) * (size_t)(n + 1));
  all[0] = MPI_COMM_WORLD;
  for (int i = 0; i < n; i++) {
    if (i % 2 == 0)
      MPI_Comm_dup(all[i], &all[i + 1]);
    else
      MPI_Comm_split(all[i], 0, size - rank, &all[i + 1]);
  }
  MPI_Barrier(all[n]);
  for (int i = n; i > 0; i--) MPI_Comm_free(&all[i]);
  free(all);
}

/* Nonblocking collectives under way together. */
static void collectives(void) {
  int* values = calloc(2 * (size_t)n, sizeof(int));
  for (int i = 0; i < n; i++) {
    if (i % 2 == 0)
      MPI_Iallreduce(&values[2 * i], &values[2 * i + 1], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                     &requests[i]);
    else
      MPI_Ibarrier(MPI_COMM_WORLD, &requests[i]);
  }
  MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
  free(values);
}

/* One-sided operations between two fences, and under a lock. */
static void window(void) {
  MPI_Win win;
  MPI_Win_create(bytes, 1 << 16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < n && rank == 1; i++) {
    if (i % 2 == 0)
      MPI_Get(bytes + (1 << 17), MESSAGE, MPI_CHAR, 0, 0, MESSAGE, MPI_CHAR, win);
    else
      MPI_Put(bytes + (1 << 18), MESSAGE, MPI_CHAR, 0, MESSAGE * (1 + i % 100), MESSAGE, MPI_CHAR,
              win);
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    for (int i = 0; i < n; i++)
      MPI_Accumulate(bytes, 8, MPI_CHAR, 0, 8 * (i % 100), 8, MPI_CHAR, MPI_REPLACE, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
}

/* Blocks of many sizes between all pairs: n x n messages. */
static void alltoallv(void) {
  int* counts = malloc(sizeof(int) * (size_t)size);
  int* zeros = calloc((size_t)size, sizeof(int));
  int* received = malloc(sizeof(int) * (size_t)size);
  for (int i = 0; i < size; i++) {
    counts[i] = MESSAGE + 8 * ((rank * 31 + i * 17) % 64);
    received[i] = MESSAGE + 8 * ((i * 31 + rank * 17) % 64);
  }
  MPI_Alltoallv(bytes, counts, zeros, MPI_CHAR, bytes + (1 << 17), received, zeros, MPI_CHAR,
                MPI_COMM_WORLD);
  free(counts);
  free(zeros);
  free(received);
}

/* The same by the program, all at once. */
static void all_pairs(void) {
  MPI_Request* sends = malloc(sizeof(MPI_Request) * (size_t)size);
  for (int i = 0; i < size; i++) {
    const int partner = (rank + i) % size;
    MPI_Irecv(bytes, 1 << 15, MPI_CHAR, partner, 0, MPI_COMM_WORLD, &requests[i]);
    MPI_Isend(bytes, size_of(7 * rank + partner), MPI_CHAR, partner, 0, MPI_COMM_WORLD, &sends[i]);
  }
  MPI_Waitall(size, requests, MPI_STATUSES_IGNORE);
  MPI_Waitall(size, sends, MPI_STATUSES_IGNORE);
  free(sends);
}

/* Persistent requests, started together. */
static void persistent(void) {
  for (int i = 0; i < n; i++) {
    if (rank == 0)
      MPI_Recv_init(bytes, MESSAGE, MPI_CHAR, 1, i, MPI_COMM_WORLD, &requests[i]);
    else
      MPI_Send_init(bytes, MESSAGE, MPI_CHAR, 0, i, MPI_COMM_WORLD, &requests[i]);
  }
  MPI_Startall(n, requests);
  MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < n; i++) MPI_Request_free(&requests[scrambled(i)]);
}

/* Derived types that live together, each sent once. */
static void types(void) {
  MPI_Datatype* all = malloc(sizeof(MPI_Datatype) * (size_t)n);
  for (int i = 0; i < n; i++) {
    MPI_Type_vector(2, 1 + i % 8, 16, MPI_CHAR, &all[i]);
    MPI_Type_commit(&all[i]);
    if (rank == 0)
      MPI_Irecv(bytes, 1, all[i], 1, 0, MPI_COMM_WORLD, &requests[i]);
    else
      MPI_Isend(bytes, 1, all[i], 0, 0, MPI_COMM_WORLD, &requests[i]);
  }
  MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < n; i++) MPI_Type_free(&all[scrambled(i)]);
  free(all);
}

/* Requests that are tested again and again, and cancelled receives. */
static void cancelled(void) {
  for (int i = 0; i < n; i++)
    MPI_Irecv(bytes, MESSAGE, MPI_CHAR, 1 - rank, i, MPI_COMM_WORLD, &requests[i]);
  for (int i = 0; i < n; i++) {
    const int k = scrambled(i);
    int flag;
    MPI_Test(&requests[k], &flag, MPI_STATUS_IGNORE);
    MPI_Cancel(&requests[k]);
    MPI_Wait(&requests[k], MPI_STATUS_IGNORE);
  }
}

/* Writes of a file under way together. */
static void file(void) {
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, "growth.out",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  for (int i = 0; i < n; i++)
    MPI_File_iwrite_at(file, (MPI_Offset)(2 * i + rank) * 64, bytes, 64, MPI_CHAR, &requests[i]);
  MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
  MPI_File_close(&file);
}

static const struct {
  const char* name;
  void (*run)(void);
} patterns[] = {{"one_route", one_route},
                {"many_sizes", many_sizes},
                {"any_order", any_order},
                {"many_to_one", many_to_one},
                {"one_to_many", one_to_many},
                {"pairs", pairs},
                {"exchanges", exchanges},
                {"unexpected", unexpected},
                {"wildcards", wildcards},
                {"nested_communicators", nested_communicators},
                {"collectives", collectives},
                {"window", window},
                {"locks_of_all", locks_of_all},
                {"alltoallv", alltoallv},
                {"all_pairs", all_pairs},
                {"persistent", persistent},
                {"types", types},
                {"cancelled", cancelled},
                {"file", file}};

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  n = argc > 2 ? atoi(argv[2]) : 0;
  bytes = malloc(1 << 19);
  requests = malloc(sizeof(MPI_Request) * (size_t)(n > size ? n : size));
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
    if (argc > 1 && strcmp(argv[1], patterns[i].name) == 0) patterns[i].run();
  if (rank == 0) printf("RESULT %s n=%d simulated_s=%.9f\n", argv[1], n, MPI_Wtime());
  free(requests);
  free(bytes);
  MPI_Finalize();
  return 0;
}
