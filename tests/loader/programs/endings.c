/* SPDX-License-Identifier: BSD-3-Clause
 * The ways a rank ends, by argument: what runs on the way out, in which order, with which status.
 * Each rank writes its letters into a line of its own; rank 1 ends as the argument says. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common.h"

static char trail[32];

static void leave(char letter) {
  size_t length = strlen(trail);
  trail[length] = letter;
  printf("rank %d: %s\n", rank, trail);
  fflush(stdout);
}
static void first(void) {
  leave('1');
}
static void second(void) {
  leave('2');
}
static void nested(void) {
  leave('n');
  atexit(first);
}
static void exits_again(void) {
  leave('e');
  exit(9);
}
static void quickly(void) {
  leave('q');
}
__attribute__((constructor)) static void construct(void) {
  trail[0] = 'c';
}
__attribute__((destructor)) static void destroy(void) {
  leave('d');
}

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "return";
  start(&argc, &argv);
  atexit(first);
  atexit(second);
  if (strcmp(how, "nested") == 0) atexit(nested);
  if (strcmp(how, "exit-again") == 0) atexit(exits_again);
  at_quick_exit(quickly);
  meet();
  MPI_Finalize();
  if (rank != 1) return 0;
  if (strcmp(how, "exit") == 0) exit(3);
  if (strcmp(how, "_exit") == 0) _exit(4);
  if (strcmp(how, "quick_exit") == 0) quick_exit(5);
  if (strcmp(how, "256") == 0) exit(256);
  return strcmp(how, "return") == 0 ? 6 : 0;
}
