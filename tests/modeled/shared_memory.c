/* SPDX-License-Identifier: BSD-3-Clause
 * Shared and partly shared blocks (docs/memory.md). Ranks: 4. The argument is the kind of sharing
 * that smpi/shared-malloc was set to. */
#include <smpi/smpi.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>

#include "check.h"

static int rank, size;

static void* block_at_one_line(size_t bytes) {
  return SMPI_SHARED_MALLOC(bytes);
}

/* The lowest and highest of the ranks' pointers. */
static void bounds(const void* pointer, uint64_t* low, uint64_t* high) {
  uint64_t mine = (uintptr_t)pointer;
  MPI_Allreduce(&mine, low, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
  MPI_Allreduce(&mine, high, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
}

static void check_addresses(void) {
  const size_t bytes = (size_t)40 << 30; /* 40 GB a rank */
  uint64_t low, high;
  char* a = block_at_one_line(bytes);
  char* b = block_at_one_line(bytes);
  CHECK(a + bytes <= b || b + bytes <= a);
  bounds(a, &low, &high);
  CHECK(low == high);
  bounds(b, &low, &high);
  CHECK(low == high);
  a[0] = b[bytes - 1] = 1; /* all of it may be written */
  a[bytes - 1] = b[0] = 2;
  SMPI_SHARED_FREE(a);
  CHECK(block_at_one_line(bytes) == (void*)a); /* and comes back */
  SMPI_SHARED_FREE(a);
  SMPI_SHARED_FREE(b);
  SMPI_SHARED_FREE(NULL);

  /* Sizes that differ a little, as the parts of a matrix do, share addresses too. */
  char* c = SMPI_SHARED_MALLOC(bytes - 1000 * (size_t)rank);
  bounds(c, &low, &high);
  CHECK(low == high);
  SMPI_SHARED_FREE(c);
}

/* Sends `count` elements from rank 0's `from` to rank 1's `to`, small and large, blocking and not,
 * with the receive posted before or after. */
static void send(void* from, void* to, int count, MPI_Datatype type, int late) {
  MPI_Request request;
  if (rank == 0) {
    if (late) smpi_execute_benched(1);
    MPI_Send(from, count, type, 1, 0, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Irecv(to, count, type, 0, 0, MPI_COMM_WORLD, &request);
    if (!late) smpi_execute_benched(1);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

static void check_messages(int bytes, int late) {
  char* shared = SMPI_SHARED_MALLOC((size_t)bytes);
  char* private = malloc((size_t)bytes);
  memset(private, 'a' + rank, (size_t)bytes);
  /* What is sent from shared memory does not arrive. */
  if (rank == 0) memset(shared, 's', (size_t)bytes);
  send(shared, private, bytes, MPI_CHAR, late);
  CHECK(private[0] == 'a' + rank && private[bytes - 1] == 'a' + rank);
  /* What is sent to it neither. */
  if (rank == 1) memset(shared, 's', (size_t)bytes);
  send(private, shared, bytes, MPI_CHAR, late);
  if (rank == 1) CHECK(shared[0] == 's' && shared[bytes - 1] == 's');
  /* Private memory is as always. */
  send(private, private, bytes, MPI_CHAR, late);
  if (rank == 1) CHECK(private[0] == 'a' && private[bytes - 1] == 'a');
  MPI_Barrier(MPI_COMM_WORLD);
  free(private);
  SMPI_SHARED_FREE(shared);
}

enum { page = 4096, zone_begin = 3 * page + 7, zone_end = 9 * page - 5, block_bytes = 12 * page };

static int is_private(int offset) {
  return offset < 4 * page || offset >= 8 * page;
}

/* A block [private | shared | private] with pages that both have a part of: these are private. */
static void check_partial(int late) {
  const size_t zone[2] = {zone_begin, zone_end};
  unsigned char* block = SMPI_PARTIAL_SHARED_MALLOC(block_bytes, zone, 1);
  unsigned char* plain = calloc(block_bytes, 1);
  for (int i = 0; i < block_bytes; i++) block[i] = (unsigned char)(i % 251 + rank);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < block_bytes; i++)
    if (is_private(i)) CHECK(block[i] == (unsigned char)(i % 251 + rank));

  send(block, plain, block_bytes, MPI_BYTE, late);
  if (rank == 1)
    for (int i = 0; i < block_bytes; i++) CHECK(plain[i] == (is_private(i) ? i % 251 : 0));
  /* Both sides, at different places: only what is private on both moves. */
  memset(plain, 0, block_bytes);
  send(block, block + 2 * page, 10 * page, MPI_BYTE, late);
  if (rank == 1)
    for (int i = 2 * page; i < block_bytes; i++) {
      if (!is_private(i)) continue;
      const int from = i - 2 * page;
      CHECK(block[i] == (unsigned char)(is_private(from) ? from % 251 : i % 251 + 1));
    }
  /* A column of a matrix with rows of 100 bytes: 9 bytes of each row. */
  MPI_Datatype column;
  MPI_Type_vector(block_bytes / 100, 9, 100, MPI_BYTE, &column);
  MPI_Type_commit(&column);
  memset(plain, 0, block_bytes);
  send(block, plain, 1, column, late);
  if (rank == 1)
    for (int i = 0; i < block_bytes / 100 * 100; i++)
      CHECK(plain[i] == (is_private(i) && i % 100 < 9 ? i % 251 : 0));
  MPI_Type_free(&column);
  MPI_Barrier(MPI_COMM_WORLD);
  free(plain);
  SMPI_SHARED_FREE(block);
}

/* Received less than there is room for, and more than there is. */
static void check_lengths(void) {
  const size_t zone[2] = {0, page};
  char* block = SMPI_PARTIAL_SHARED_MALLOC(2 * page, zone, 1);
  memset(block, 'a' + rank, 2 * page);
  MPI_Status status;
  int count;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (rank == 0) {
    MPI_Send(block + page / 2, page, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    MPI_Send(block + page / 2, page, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
  } else if (rank == 1) {
    char plain[2 * page] = "";
    MPI_Recv(plain, 2 * page, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_CHAR, &count);
    CHECK(count == page && plain[page / 2 - 1] == 0 && plain[page / 2] == 'a');
    CHECK(plain[page - 1] == 'a' && plain[page] == 0);
    memset(plain, 0, sizeof plain);
    CHECK(MPI_Recv(plain, page / 2 + 10, MPI_CHAR, 0, 1, MPI_COMM_WORLD, &status) ==
          MPI_ERR_TRUNCATE);
    CHECK(plain[page / 2 + 9] == 'a' && plain[page / 2 + 10] == 0);
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  SMPI_SHARED_FREE(block);
}

static void check_local(void) {
  int* table = block_at_one_line(1000 * sizeof(int));
  int* other = SMPI_SHARED_MALLOC(1000 * sizeof(int));
  if (rank == 0)
    for (int i = 0; i < 1000; i++) table[i] = i, other[i] = -i;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 1000; i++) CHECK(table[i] == i && other[i] == -i);
  MPI_Barrier(MPI_COMM_WORLD);
  SMPI_SHARED_FREE(table);
  SMPI_SHARED_FREE(other);
}

static void check_none(void) {
  char* block = SMPI_SHARED_MALLOC(100000);
  char* to = malloc(100000);
  memset(block, 'a' + rank, 100000);
  memset(to, 0, 100000);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(block[500] == 'a' + rank);
  send(block, to, 100000, MPI_CHAR, 0);
  if (rank == 1) CHECK(to[99999] == 'a');
  SMPI_SHARED_FREE(block);
  free(to);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  CHECK(argc == 2);
  if (strcmp(argv[1], "none") == 0) {
    check_none();
  } else {
    if (strcmp(argv[1], "global") == 0) check_addresses();
    if (strcmp(argv[1], "local") == 0) check_local();
    for (int late = 0; late < 2; late++) {
      check_messages(100, late);
      check_messages(1000000, late);
      check_partial(late);
    }
    check_lengths();
  }
  MPI_Finalize();
  return 0;
}
