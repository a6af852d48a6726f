/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Dims_create: as near to a cube as the numbers allow, given entries kept. */
#include "check.h"

static void expect2(int nodes, int a, int b) {
  int dims[2] = {0, 0};
  MPI_Dims_create(nodes, 2, dims);
  CHECK(dims[0] == a && dims[1] == b, "%d: %d %d", nodes, dims[0], dims[1]);
}

static void expect3(int nodes, int a, int b, int c) {
  int dims[3] = {0, 0, 0};
  MPI_Dims_create(nodes, 3, dims);
  CHECK(dims[0] == a && dims[1] == b && dims[2] == c, "%d: %d %d %d", nodes, dims[0], dims[1],
        dims[2]);
}

int main(int argc, char** argv) {
  int dims[4], product, nodes, i;
  start_test(&argc, &argv);
  expect2(1, 1, 1);
  expect2(6, 3, 2);
  expect2(7, 7, 1);
  expect2(12, 4, 3);
  expect2(16, 4, 4);
  expect2(24, 6, 4);
  expect2(36, 6, 6);
  expect3(8, 2, 2, 2);
  expect3(12, 3, 2, 2);
  expect3(24, 4, 3, 2);
  expect3(60, 5, 4, 3);
  expect3(64, 4, 4, 4);
  expect3(97, 97, 1, 1);
  expect3(1000, 10, 10, 10);
  dims[0] = 0;
  dims[1] = 3;
  dims[2] = 0;
  MPI_Dims_create(6, 3, dims);
  CHECK(dims[0] == 2 && dims[1] == 3 && dims[2] == 1);
  dims[0] = 2;
  dims[1] = 3;
  MPI_Dims_create(6, 2, dims);
  CHECK(dims[0] == 2 && dims[1] == 3);
  for (nodes = 1; nodes <= 300; nodes++) {
    dims[0] = dims[1] = dims[2] = dims[3] = 0;
    MPI_Dims_create(nodes, 4, dims);
    for (product = 1, i = 0; i < 4; i++) product *= dims[i];
    CHECK(product == nodes);
    for (i = 1; i < 4; i++) CHECK(dims[i] <= dims[i - 1]);
  }
  return end_test();
}
