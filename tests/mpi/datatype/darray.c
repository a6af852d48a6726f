/* SPDX-License-Identifier: BSD-3-Clause */
/* Distributed arrays: the parts of all processes cover a 3-dimensional array exactly once, and each
   part is what the definition in MPI 5.0, 5.1.4 says. Any rank checks all parts. */
#include "check.h"

enum { MAX = 1000 };

static int owner_of(int index, int length, int distribution, int block, int processes) {
  (void)length;
  if (distribution == MPI_DISTRIBUTE_NONE) return 0;
  return index / block % processes;
}

static void check_distribution(int order, const int lengths[3], const int distributions[3],
                               const int blocks[3], const int processes[3]) {
  const int size = processes[0] * processes[1] * processes[2];
  const int total = lengths[0] * lengths[1] * lengths[2];
  int covered[MAX] = {0}, array[MAX], part[MAX], widths[3], rank, d, i, n, position;
  for (i = 0; i < total; i++) array[i] = i;
  for (d = 0; d < 3; d++) {
    widths[d] = blocks[d];
    if (blocks[d] == MPI_DISTRIBUTE_DFLT_DARG) {
      widths[d] = distributions[d] == MPI_DISTRIBUTE_CYCLIC
                      ? 1
                      : (lengths[d] + processes[d] - 1) / processes[d];
    }
  }
  for (rank = 0; rank < size; rank++) {
    MPI_Datatype type;
    MPI_Aint lb, extent;
    int coordinates[3], bytes, at[3];
    coordinates[2] = rank % processes[2];
    coordinates[1] = rank / processes[2] % processes[1];
    coordinates[0] = rank / processes[2] / processes[1];
    MPI_Type_create_darray(size, rank, 3, lengths, distributions, blocks, processes, order, MPI_INT,
                           &type);
    MPI_Type_commit(&type);
    MPI_Type_get_extent(type, &lb, &extent);
    CHECK(lb == 0 && extent == 4 * total);
    MPI_Type_size(type, &bytes);
    position = 0;
    MPI_Pack(array, 1, type, part, sizeof part, &position, MPI_COMM_WORLD);
    CHECK(position == bytes);
    /* The own elements in the order of memory. */
    for (i = 0, n = 0; i < total; i++) {
      if (order == MPI_ORDER_C) {
        at[2] = i % lengths[2], at[1] = i / lengths[2] % lengths[1];
        at[0] = i / lengths[2] / lengths[1];
      } else {
        at[0] = i % lengths[0], at[1] = i / lengths[0] % lengths[1];
        at[2] = i / lengths[0] / lengths[1];
      }
      for (d = 0; d < 3; d++) {
        if (owner_of(at[d], lengths[d], distributions[d], widths[d], processes[d]) !=
            coordinates[d]) {
          break;
        }
      }
      if (d < 3) continue;
      CHECK(n < bytes / 4 && part[n] == i, "rank %d of %d: element %d", rank, size, n);
      covered[i]++;
      n++;
    }
    CHECK(n == bytes / 4, "rank %d has %d elements, not %d", rank, bytes / 4, n);
    MPI_Type_free(&type);
  }
  for (i = 0; i < total; i++) CHECK(covered[i] == 1);
}

int main(int argc, char** argv) {
  const int kinds[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
  const int orders[] = {MPI_ORDER_C, MPI_ORDER_FORTRAN};
  const int lengths[] = {7, 6, 10};
  int order, a, b, width;
  start_test(&argc, &argv);
  for (order = 0; order < 2; order++) {
    for (a = 0; a < 2; a++) {
      for (b = 0; b < 2; b++) {
        for (width = 0; width < 3; width++) {
          const int distributions[] = {kinds[a], MPI_DISTRIBUTE_NONE, kinds[b]};
          const int processes[] = {2, 1, 3};
          const int blocks[] = {width == 0 ? MPI_DISTRIBUTE_DFLT_DARG : 3 + width,
                                MPI_DISTRIBUTE_DFLT_DARG,
                                width == 0 ? MPI_DISTRIBUTE_DFLT_DARG : 3 + width};
          check_distribution(orders[order], lengths, distributions, blocks, processes);
        }
      }
    }
  }
  return end_test();
}
