/* SPDX-License-Identifier: BSD-3-Clause
 * What compilers can put into an ELF file besides code and data: functions chosen at load time,
 * constructors with priorities and arguments, nested functions, weak and aliased symbols, long
 * jumps, large frames. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"

static int order[4], next_place;
__attribute__((constructor(200))) static void later(void) {
  order[next_place++] = 2;
}
__attribute__((constructor(101))) static void earlier(void) {
  order[next_place++] = 1;
}
static int arguments_seen;
__attribute__((constructor)) static void with_arguments(int argc, char** argv, char** envp) {
  arguments_seen =
      argc == 2 && strcmp(argv[1], "argument") == 0 && envp && argv[2] == NULL && envp == argv + 3;
}

static int slow(int x) {
  return x + 1;
}
static int fast(int x) {
  return x + 2;
}
static int (*choose(void))(int) {
  return getenv ? fast : slow;
}
int chosen(int x) __attribute__((ifunc("choose")));
int (*chosen_pointer)(int) = chosen;

int aliased(void) {
  return 11;
}
int alias(void) __attribute__((weak, alias("aliased")));

__attribute__((noinline, noclone)) static int apply(int (*function)(int), int x) {
  return function(x);
}

static jmp_buf target;
static void jump_back(int value) {
  longjmp(target, value);
}

static int deep(int n) {
  volatile char frame[10000];
  frame[0] = (char)n;
  return n == 0 ? frame[0] : deep(n - 1) + frame[0] - (char)n + 1;
}

int main(int argc, char** argv) {
  start(&argc, &argv);
  CHECK(order[0] == 1 && order[1] == 2);
  CHECK(arguments_seen);
  CHECK(chosen(1) == 3 && chosen_pointer(2) == 4);
  CHECK(alias() == 11);
#ifdef NESTED
  int nested(int x) {
    return x + rank;
  }
  CHECK(apply(nested, 5) == 5 + rank);
#else
  CHECK(apply(slow, 5) == 6);
#endif
  volatile int jumps = 0;
  int value = setjmp(target);
  if (value == 0) {
    meet();
    jump_back(rank + 1);
  }
  jumps++;
  CHECK(value == rank + 1 && jumps == 1);
  CHECK(deep(300) == 300);
  argv[1][0] = (char)('A' + rank);
  meet();
  CHECK(argv[1][0] == 'A' + rank);
  return finish();
}
