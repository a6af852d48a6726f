/* SPDX-License-Identifier: BSD-3-Clause
 * A program whose shared libraries have state; each rank must see its own. */
#include "common.h"

int use_a(int by);
int use_b(int by);

int main(int argc, char** argv) {
  int a, b;
  start(&argc, &argv);
  use_a(rank);
  meet();
  use_a(rank);
  meet();
  a = use_a(rank);
  b = use_b(rank);
  CHECK(a == 1107 + 9 * rank);
  CHECK(b == 1107 + 3 * rank);
  return finish();
}
