/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers for which factoring by rule of thumb misses the best grid. */
#include "check.h"

static int best_largest(int nodes, int count, int limit) {
  int divisor;
  if (count == 1) return nodes <= limit ? nodes : -1;
  for (divisor = 1; divisor <= nodes && divisor <= limit; divisor++) {
    int other;
    if (nodes % divisor != 0) continue;
    other = best_largest(nodes / divisor, count - 1, divisor);
    if (other >= 0) return divisor;
  }
  return -1;
}

int main(int argc, char** argv) {
  int nodes, count, i;
  start_test(&argc, &argv);
  for (nodes = 1; nodes <= 1000; nodes++) {
    for (count = 1; count <= 4; count++) {
      int dims[4] = {0, 0, 0, 0}, rest = nodes, limit = nodes;
      MPI_Dims_create(nodes, count, dims);
      for (i = 0; i < count; i++) {
        const int best = best_largest(rest, count - i, limit);
        CHECK(dims[i] == best, "%d nodes, %d dimensions, entry %d: %d, not %d", nodes, count, i,
              dims[i], best);
        rest /= best;
        limit = best;
      }
    }
  }
  return end_test();
}
