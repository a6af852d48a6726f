/* SPDX-License-Identifier: BSD-3-Clause */
/* Sends memory that nobody ever touched, again and again; then memory with content comes to the
   same address without being touched there: a file, a mapping that moves, a block that grows. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"

#define SIZE ((size_t)1 << 20)
#define ROUNDS 3

static char *sent, *received;

static void* fresh(void* address, size_t size) {
  const int fixed = address == NULL ? 0 : MAP_FIXED;
  return mmap(address, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | fixed, -1, 0);
}

/* Rank 0 sends SIZE bytes, all of which are `expected`. */
static void transfer(const char* what, char expected) {
  size_t i, wrong = 0;
  if (world_rank == 0) MUST(MPI_Send(sent, (int)SIZE, MPI_CHAR, 1, 3, MPI_COMM_WORLD));
  if (world_rank != 1) return;
  MUST(MPI_Recv(received, (int)SIZE, MPI_CHAR, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  if (expected == 0) return; /* looking would touch it */
  for (i = 0; i < SIZE; i++) wrong += received[i] != expected;
  CHECK(wrong == 0, "%s: %d bytes", what, (int)wrong);
}

/* Untouched on both sides, so often that all else that is touched for the first time has been. */
static void transfer_untouched(void) {
  int i;
  if (world_rank == 0) sent = fresh(sent, SIZE);
  if (world_rank == 1) received = fresh(received, SIZE);
  for (i = 0; i < ROUNDS; i++) transfer("untouched", 0);
}

static void a_file(void) {
  FILE* file = tmpfile();
  char* content = malloc(SIZE);
  memset(content, 'f', SIZE);
  CHECK(fwrite(content, 1, SIZE, file) == SIZE && fflush(file) == 0);
  transfer_untouched();
  if (world_rank == 0)
    CHECK(mmap(sent, SIZE, PROT_READ, MAP_PRIVATE | MAP_FIXED, fileno(file), 0) == sent);
  transfer("a file", 'f');
  if (world_rank == 0) CHECK(fresh(sent, SIZE) == sent);
  fclose(file);
  free(content);
}

static void a_moved_mapping(void) {
  char* content = fresh(NULL, SIZE);
  memset(content, 'm', SIZE);
  transfer_untouched();
  if (world_rank == 0)
    CHECK(mremap(content, SIZE, SIZE, MREMAP_MAYMOVE | MREMAP_FIXED, sent) == sent);
  transfer("a moved mapping", 'm');
}

/* A block that grows may move to where memory that was sent is no more; whether it does is the
   system's choice. */
static void a_grown_block(void) {
  char* content = malloc(SIZE);
  memset(content, 'g', SIZE);
  transfer_untouched();
  if (world_rank == 0) {
    char* grown;
    munmap(sent, SIZE);
    grown = realloc(content, 2 * SIZE);
    sent = grown;
    transfer("a grown block", 'g');
    free(grown);
    sent = NULL;
  } else {
    transfer("a grown block", 'g');
    free(content);
  }
}

int main(int argc, char** argv) {
  start_test(&argc, &argv);
  a_file();
  a_moved_mapping();
  a_grown_block();
  return end_test();
}
