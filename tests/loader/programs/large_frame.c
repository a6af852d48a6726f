/* SPDX-License-Identifier: BSD-3-Clause
 * A frame larger than a stack, of which only the lowest bytes are used: they must not be those of
 * another rank. */
#include "common.h"

enum { frame_bytes = 8 << 20, count = 3 << 18 };

__attribute__((noinline)) static void use_large_frame(void) {
  volatile char bytes[frame_bytes];
  for (int i = 0; i < 100000; i++) bytes[i] = 1;
}

__attribute__((noinline)) static void keep(void) {
  volatile int values[count];
  int changed = 0;
  for (int i = 0; i < count; i++) values[i] = 7;
  meet();
  if (rank == 1) use_large_frame();
  meet();
  for (int i = 0; i < count; i++) changed += values[i] != 7;
  if (changed > 0) printf("rank %d: %d values changed\n", rank, changed);
}

int main(int argc, char** argv) {
  start(&argc, &argv);
  keep();
  return finish();
}
