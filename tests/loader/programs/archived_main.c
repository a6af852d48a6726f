/* SPDX-License-Identifier: BSD-3-Clause
 * A main that comes out of an archive. */
#include "common.h"

static int state;

int main(int argc, char** argv) {
  start(&argc, &argv);
  state += rank;
  meet();
  CHECK(state == rank);
  return finish();
}
