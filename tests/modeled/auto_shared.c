/* SPDX-License-Identifier: BSD-3-Clause
 * smpi/auto-shared-malloc-thresh: blocks of at least so many bytes are shared memory, others are
 * not. Ranks: 4. Arguments: the threshold, and whether such blocks are shared (yes or no). */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

static int rank, is_shared;
static size_t threshold;

static int have_equal_addresses(const void* pointer) {
  uint64_t mine = (uintptr_t)pointer, low, high;
  MPI_Allreduce(&mine, &low, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
  MPI_Allreduce(&mine, &high, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
  return low == high;
}

/* Do blocks keep what each rank writes into them? */
static int is_private(char* block, size_t bytes) {
  block[0] = block[bytes - 1] = (char)('a' + rank);
  MPI_Barrier(MPI_COMM_WORLD);
  int mine = block[0] == 'a' + rank && block[bytes - 1] == 'a' + rank, all;
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
  return all;
}

static void check_sizes(void) {
  const size_t sizes[] = {100, threshold - 1, threshold, 3 * threshold};
  for (int i = 0; i < 4; i++) {
    const int shares = is_shared && sizes[i] >= threshold;
    char* block = malloc(sizes[i]);
    char* zeroed = calloc(sizes[i] / 4, 4);
    CHECK(malloc_usable_size(block) >= sizes[i] && malloc_usable_size(NULL) == 0);
    CHECK(have_equal_addresses(block) == shares);
    CHECK(have_equal_addresses(zeroed) == (is_shared && sizes[i] / 4 * 4 >= threshold));
    CHECK(is_private(block, sizes[i]) == !shares);
    free(block);
    free(zeroed);
  }
}

static void check_reuse(void) {
  char* first = malloc(2 * threshold);
  char* second = malloc(2 * threshold);
  CHECK(first + 2 * threshold <= second || second + 2 * threshold <= first);
  free(first);
  char* third = malloc(2 * threshold);
  if (is_shared) CHECK(third == first && have_equal_addresses(second));
  free(second);
  free(third);
}

/* What grows keeps its content, and so is private; what was shared is so until it is small. */
static void check_realloc(void) {
  char* block = malloc(100);
  block[99] = (char)rank;
  block = realloc(block, 2 * threshold);
  CHECK(block[99] == rank && is_private(block, 2 * threshold));
  free(block);
  block = realloc(NULL, threshold);
  block = reallocarray(block, 5, threshold);
  CHECK(have_equal_addresses(block) == is_shared);
  CHECK(malloc_usable_size(block) >= 5 * threshold);
  block[5 * threshold - 1] = 1;
#ifndef __SANITIZE_ADDRESS__           /* which ends the program instead */
  volatile size_t many = SIZE_MAX / 2; /* compilers see through a constant */
  char* volatile kept = block;         /* and believe that the block is gone */
  CHECK(reallocarray(block, many, 3) == NULL);
  block = kept;
#endif
  block = realloc(block, 200);
  CHECK(!have_equal_addresses(block) && is_private(block, 200));
  free(block);
}

/* Blocks with an alignment of their own are never shared, and freed as others. */
static void check_aligned(void) {
  void* block = NULL;
  CHECK(posix_memalign(&block, 4096, 2 * threshold) == 0 && (uintptr_t)block % 4096 == 0);
  CHECK(is_private(block, 2 * threshold));
  free(block);
}

/* A message from a shared block arrives without its content, one to it changes nothing, and the
 * status says what was sent. */
static void check_messages(void) {
  const int bytes = (int)threshold;
  char *large = malloc((size_t)bytes), *small = malloc((size_t)bytes - 1);
  MPI_Status status;
  int count;
  memset(small, 'p' + rank, (size_t)bytes - 1);
  if (rank == 0) {
    memset(large, 's', (size_t)bytes);
    MPI_Send(large, bytes - 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    MPI_Send(small, bytes - 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Recv(small, bytes - 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_CHAR, &count);
    CHECK(count == bytes - 1);
    CHECK(small[0] == (is_shared ? 'p' + 1 : 's') && small[bytes - 2] == small[0]);
    MPI_Recv(small, bytes - 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &status);
    CHECK(small[0] == 'p' && small[bytes - 2] == 'p');
  }
  free(large);
  free(small);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  CHECK(argc == 3);
  threshold = (size_t)atol(argv[1]);
  is_shared = strcmp(argv[2], "yes") == 0;
  check_sizes();
  check_reuse();
  check_realloc();
  check_aligned();
  check_messages();
  MPI_Finalize();
  return 0;
}
