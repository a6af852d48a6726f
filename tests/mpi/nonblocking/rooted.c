/* SPDX-License-Identifier: BSD-3-Clause */
/* Bcast, gather, gatherv, scatter and scatterv in all forms, from every root, in place and not,
   with a type that has gaps. */
#include "forms.h"

#define MAX_RANKS 32
#define WIDTH 3

static int rank, size;

/* What rank `from` has at position i in a round. */
static int value(int from, int i, int round) {
  return 1000000 * round + 1000 * from + i;
}

static void test_bcast(int form, int root, MPI_Datatype gappy) {
  int data[2 * WIDTH], round, i;
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < 2 * WIDTH; i++) data[i] = rank == root ? value(root, i, round) : -1;
    /* WIDTH integers, every second one. */
    RUN(form, round, Bcast, bcast, (data, WIDTH, gappy, root, MPI_COMM_WORLD),
        (data, WIDTH, gappy, root, MPI_COMM_WORLD));
    for (i = 0; i < 2 * WIDTH; i++) {
      int expected = i % 2 == 0 || rank == root ? value(root, i, round) : -1;
      CHECK(data[i] == expected, "form %d root %d: %d is %d", form, root, i, data[i]);
    }
  }
  end_rounds(form);
}

static void test_gather(int form, int root, int in_place, MPI_Datatype gappy) {
  int mine[WIDTH], all[2 * WIDTH * MAX_RANKS], round, i, r;
  const void* out = in_place && rank == root ? MPI_IN_PLACE : mine;
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < WIDTH; i++) mine[i] = value(rank, i, round);
    for (i = 0; i < 2 * WIDTH * size; i++) all[i] = -1;
    if (out == MPI_IN_PLACE) {
      for (i = 0; i < WIDTH; i++) all[2 * (WIDTH * rank + i)] = mine[i];
    }
    RUN(form, round, Gather, gather, (out, WIDTH, MPI_INT, all, WIDTH, gappy, root, MPI_COMM_WORLD),
        (out, WIDTH, MPI_INT, all, WIDTH, gappy, root, MPI_COMM_WORLD));
    if (rank != root) continue;
    for (r = 0; r < size; r++) {
      for (i = 0; i < WIDTH; i++) {
        CHECK(all[2 * (WIDTH * r + i)] == value(r, i, round), "form %d root %d", form, root);
        CHECK(all[2 * (WIDTH * r + i) + 1] == -1, "form %d root %d", form, root);
      }
    }
  }
  end_rounds(form);
}

/* Rank r has r % 3 elements; the blocks lie in reverse order. */
static void test_gatherv(int form, int root, int in_place) {
  int mine[2], all[3 * MAX_RANKS], counts[MAX_RANKS], displs[MAX_RANKS], round, i, r;
  MPI_Count counts_c[MAX_RANKS];
  MPI_Aint displs_c[MAX_RANKS];
  const void* out = in_place && rank == root ? MPI_IN_PLACE : mine;
  for (r = 0; r < size; r++) {
    counts_c[r] = counts[r] = r % 3;
    displs_c[r] = displs[r] = 3 * (size - 1 - r);
  }
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < counts[rank]; i++) mine[i] = value(rank, i, round);
    for (i = 0; i < 3 * size; i++) all[i] = -1;
    if (out == MPI_IN_PLACE) {
      for (i = 0; i < counts[rank]; i++) all[displs[rank] + i] = mine[i];
    }
    RUN(form, round, Gatherv, gatherv,
        (out, counts[rank], MPI_INT, all, counts, displs, MPI_INT, root, MPI_COMM_WORLD),
        (out, counts[rank], MPI_INT, all, counts_c, displs_c, MPI_INT, root, MPI_COMM_WORLD));
    if (rank != root) continue;
    for (r = 0; r < size; r++) {
      for (i = 0; i < 3; i++) {
        int expected = i < counts[r] ? value(r, i, round) : -1;
        CHECK(all[displs[r] + i] == expected, "form %d root %d rank %d", form, root, r);
      }
    }
  }
  end_rounds(form);
}

static void test_scatter(int form, int root, int in_place, MPI_Datatype gappy) {
  int mine[WIDTH], all[2 * WIDTH * MAX_RANKS], round, i;
  void* in = in_place && rank == root ? MPI_IN_PLACE : mine;
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < WIDTH * size; i++) {
      all[2 * i] = value(i / WIDTH, i % WIDTH, round);
      all[2 * i + 1] = -1;
    }
    for (i = 0; i < WIDTH; i++) mine[i] = -1;
    RUN(form, round, Scatter, scatter,
        (all, WIDTH, gappy, in, WIDTH, MPI_INT, root, MPI_COMM_WORLD),
        (all, WIDTH, gappy, in, WIDTH, MPI_INT, root, MPI_COMM_WORLD));
    for (i = 0; i < WIDTH && in != MPI_IN_PLACE; i++) {
      CHECK(mine[i] == value(rank, i, round), "form %d root %d: %d", form, root, mine[i]);
    }
  }
  end_rounds(form);
}

static void test_scatterv(int form, int root, int in_place) {
  int mine[3], all[3 * MAX_RANKS], counts[MAX_RANKS], displs[MAX_RANKS], round, i, r;
  MPI_Count counts_c[MAX_RANKS];
  MPI_Aint displs_c[MAX_RANKS];
  void* in = in_place && rank == root ? MPI_IN_PLACE : mine;
  for (r = 0; r < size; r++) {
    counts_c[r] = counts[r] = r % 3;
    displs_c[r] = displs[r] = 3 * (size - 1 - r);
  }
  for (round = 0; round < rounds(form); round++) {
    for (r = 0; r < size; r++) {
      for (i = 0; i < 3; i++) all[displs[r] + i] = value(r, i, round);
    }
    for (i = 0; i < 3; i++) mine[i] = -1;
    RUN(form, round, Scatterv, scatterv,
        (all, counts, displs, MPI_INT, in, counts[rank], MPI_INT, root, MPI_COMM_WORLD),
        (all, counts_c, displs_c, MPI_INT, in, counts[rank], MPI_INT, root, MPI_COMM_WORLD));
    for (i = 0; i < 3 && in != MPI_IN_PLACE; i++) {
      int expected = i < counts[rank] ? value(rank, i, round) : -1;
      CHECK(mine[i] == expected, "form %d root %d: %d", form, root, mine[i]);
    }
  }
  end_rounds(form);
}

int main(int argc, char** argv) {
  MPI_Datatype gappy;
  int form, root, in_place;
  start_forms(&argc, &argv);
  rank = world_rank;
  size = world_size;
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &gappy);
  MPI_Type_commit(&gappy);
  for (form = 0; form < form_count; form++) {
    for (root = 0; root<size; root += size> 4 ? 3 : 1) {
      test_bcast(form, root, gappy);
      for (in_place = 0; in_place < 2; in_place++) {
        test_gather(form, root, in_place, gappy);
        test_gatherv(form, root, in_place);
        test_scatter(form, root, in_place, gappy);
        test_scatterv(form, root, in_place);
      }
    }
  }
  MPI_Type_free(&gappy);
  return end_test();
}
