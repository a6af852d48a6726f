/* SPDX-License-Identifier: BSD-3-Clause
 * Every kind of C variable with static storage, and pointers between them, per rank. */
#include <stdlib.h>
#include <string.h>

#include "common.h"

int initialised = 5;
static int zeroed[5000];
static const char* text = "text";
int* pointer = &initialised;
static int* into_array = &zeroed[100];
static int twice(int x) {
  return 2 * x;
}
static int (*const functions[])(int) = {twice, abs};
static struct {
  int* target;
  int (*call)(int);
  char name[8];
} record = {&zeroed[7], twice, "record"};
_Alignas(64) static char aligned[64];
_Alignas(8192) static char widely_aligned[100] = {1};
static double table[200000] = {1, 2, 3}; /* 1.6 MB of initialised data */
extern int never_defined(void) __attribute__((weak));

static int count_calls(void) {
  static int calls = 10;
  return ++calls;
}

int main(int argc, char** argv) {
  start(&argc, &argv);
  for (int step = 0; step < 3; step++) {
    initialised += rank;
    zeroed[7] += rank;
    *into_array += 1;
    table[199999] += rank;
    table[1] += 1;
    count_calls();
    meet();
  }
  CHECK(initialised == 5 + 3 * rank && *pointer == initialised && pointer == &initialised);
  CHECK(zeroed[7] == 3 * rank && *record.target == 3 * rank && record.target == &zeroed[7]);
  CHECK(zeroed[100] == 3);
  CHECK(zeroed[4999] == 0);
  CHECK(strcmp(text, "text") == 0 && strcmp(record.name, "record") == 0);
  text = "changed";
  meet();
  CHECK(functions[0](21) == 42 && functions[1](-3) == 3 && record.call(4) == 8);
  CHECK((unsigned long)aligned % 64 == 0 && (unsigned long)widely_aligned % 8192 == 0);
  CHECK(table[199999] == 3 * rank && table[1] == 5 && table[0] == 1 && table[100] == 0);
  CHECK(count_calls() == 14);
  CHECK(!never_defined);
  return finish();
}
