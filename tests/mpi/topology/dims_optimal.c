/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers for which factoring by rule of thumb misses the best grid. */
#include "check.h"

/* Of all ways to split `nodes` into `count` factors up to `limit`: the least difference of
   `largest` and the smallest factor, and the largest such smallest factor. */
static void search(int nodes, int count, int limit, int largest, int* spread, int* smallest) {
  if (count == 1) {
    if (nodes > limit) return;
    if (largest - nodes < *spread || (largest - nodes == *spread && nodes > *smallest)) {
      *spread = largest - nodes;
      *smallest = nodes;
    }
    return;
  }
  for (int divisor = 1; divisor <= nodes && divisor <= limit; divisor++) {
    if (nodes % divisor != 0) continue;
    search(nodes / divisor, count - 1, divisor, largest == 0 ? divisor : largest, spread, smallest);
  }
}

static void check_dims(int nodes, int count) {
  int dims[4] = {0, 0, 0, 0}, spread = nodes, smallest = 0, product = 1;
  MPI_Dims_create(nodes, count, dims);
  for (int i = 0; i < count; i++) {
    CHECK(i == 0 || dims[i] <= dims[i - 1]);
    product *= dims[i];
  }
  CHECK(product == nodes);
  if (count == 1) return;
  search(nodes, count, nodes, 0, &spread, &smallest);
  CHECK(dims[0] - dims[count - 1] == spread && dims[count - 1] == smallest,
        "%d nodes, %d dimensions: from %d to %d, not %d to %d", nodes, count, dims[0],
        dims[count - 1], smallest + spread, smallest);
}

int main(int argc, char** argv) {
  static const int awkward[] = {5040, 6240, 7488, 10800, 19008};
  start_test(&argc, &argv);
  for (int nodes = 1; nodes <= 1000; nodes++) {
    for (int count = 1; count <= 4; count++) check_dims(nodes, count);
  }
  for (size_t i = 0; i < sizeof awkward / sizeof awkward[0]; i++) {
    for (int count = 2; count <= 4; count++) check_dims(awkward[i], count);
  }
  return end_test();
}
