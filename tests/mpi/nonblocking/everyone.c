/* SPDX-License-Identifier: BSD-3-Clause */
/* Barrier, allgather(v) and alltoall(v, w) in all forms, in place and not. */
#include "forms.h"

#define MAX_RANKS 32

static int rank, size;

/* What rank `from` has for rank `to` at position i in a round. */
static int value(int from, int to, int i, int round) {
  return 10000000 * round + 100000 * from + 100 * to + i;
}

static void test_barrier(int form) {
  int round;
  for (round = 0; round < rounds(form); round++) {
    if (form == blocking) MUST(MPI_Barrier(MPI_COMM_WORLD));
    if (form == nonblocking) MUST(MPI_Ibarrier(MPI_COMM_WORLD, &form_request));
    if (form == persistent && round == 0) {
      MUST(MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &form_request));
    }
    complete_round(form);
  }
  end_rounds(form);
}

static void test_allgather(int form, int in_place) {
  int mine[2], all[2 * MAX_RANKS], round, i, r;
  const void* out = in_place ? MPI_IN_PLACE : mine;
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < 2 * size; i++) all[i] = -1;
    for (i = 0; i < 2; i++) {
      mine[i] = value(rank, 0, i, round);
      if (in_place) all[2 * rank + i] = mine[i];
    }
    RUN(form, round, Allgather, allgather, (out, 2, MPI_INT, all, 2, MPI_INT, MPI_COMM_WORLD),
        (out, 2, MPI_INT, all, 2, MPI_INT, MPI_COMM_WORLD));
    for (r = 0; r < size; r++) {
      for (i = 0; i < 2; i++) CHECK(all[2 * r + i] == value(r, 0, i, round), "form %d", form);
    }
  }
  end_rounds(form);
}

static void test_allgatherv(int form, int in_place) {
  int mine[3], all[4 * MAX_RANKS], counts[MAX_RANKS], displs[MAX_RANKS], round, i, r;
  MPI_Count counts_c[MAX_RANKS];
  MPI_Aint displs_c[MAX_RANKS];
  const void* out = in_place ? MPI_IN_PLACE : mine;
  for (r = 0; r < size; r++) {
    counts_c[r] = counts[r] = (r + 1) % 4;
    displs_c[r] = displs[r] = 4 * (size - 1 - r);
  }
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < 4 * size; i++) all[i] = -1;
    for (i = 0; i < counts[rank]; i++) {
      mine[i] = value(rank, 0, i, round);
      if (in_place) all[displs[rank] + i] = mine[i];
    }
    RUN(form, round, Allgatherv, allgatherv,
        (out, counts[rank], MPI_INT, all, counts, displs, MPI_INT, MPI_COMM_WORLD),
        (out, counts[rank], MPI_INT, all, counts_c, displs_c, MPI_INT, MPI_COMM_WORLD));
    for (r = 0; r < size; r++) {
      for (i = 0; i < 4; i++) {
        int expected = i < counts[r] ? value(r, 0, i, round) : -1;
        CHECK(all[displs[r] + i] == expected, "form %d rank %d", form, r);
      }
    }
  }
  end_rounds(form);
}

static void test_alltoall(int form, int in_place) {
  int out[2 * MAX_RANKS], in[2 * MAX_RANKS], round, i, r;
  const void* from = in_place ? MPI_IN_PLACE : out;
  for (round = 0; round < rounds(form); round++) {
    for (r = 0; r < size; r++) {
      for (i = 0; i < 2; i++) {
        out[2 * r + i] = value(rank, r, i, round);
        in[2 * r + i] = in_place ? out[2 * r + i] : -1;
      }
    }
    RUN(form, round, Alltoall, alltoall, (from, 2, MPI_INT, in, 2, MPI_INT, MPI_COMM_WORLD),
        (from, 2, MPI_INT, in, 2, MPI_INT, MPI_COMM_WORLD));
    for (r = 0; r < size; r++) {
      for (i = 0; i < 2; i++) CHECK(in[2 * r + i] == value(r, rank, i, round), "form %d", form);
    }
  }
  end_rounds(form);
}

/* Ranks a and b exchange (a + b) % 3 elements. */
static void test_alltoallv(int form, int in_place) {
  int out[3 * MAX_RANKS], in[3 * MAX_RANKS], counts[MAX_RANKS], displs[MAX_RANKS], round, i, r;
  MPI_Count counts_c[MAX_RANKS];
  MPI_Aint displs_c[MAX_RANKS];
  const void* from = in_place ? MPI_IN_PLACE : out;
  for (r = 0; r < size; r++) {
    counts_c[r] = counts[r] = (rank + r) % 3;
    displs_c[r] = displs[r] = 3 * r;
  }
  for (round = 0; round < rounds(form); round++) {
    for (r = 0; r < size; r++) {
      for (i = 0; i < 3; i++) {
        out[3 * r + i] = value(rank, r, i, round);
        in[3 * r + i] = in_place && i < counts[r] ? out[3 * r + i] : -1;
      }
    }
    RUN(form, round, Alltoallv, alltoallv,
        (from, counts, displs, MPI_INT, in, counts, displs, MPI_INT, MPI_COMM_WORLD),
        (from, counts_c, displs_c, MPI_INT, in, counts_c, displs_c, MPI_INT, MPI_COMM_WORLD));
    for (r = 0; r < size; r++) {
      for (i = 0; i < 3; i++) {
        int expected = i < counts[r] ? value(r, rank, i, round) : -1;
        CHECK(in[3 * r + i] == expected, "form %d rank %d", form, r);
      }
    }
  }
  end_rounds(form);
}

/* Two integers for each: sent with a gap between them, received in reverse order. */
static void test_alltoallw(int form, int in_place) {
  int out[3 * MAX_RANKS], in[3 * MAX_RANKS], counts[MAX_RANKS], displs[MAX_RANKS], round, r;
  const int reverse[2] = {1, 0};
  MPI_Count counts_c[MAX_RANKS];
  MPI_Aint displs_c[MAX_RANKS];
  MPI_Datatype gap, swapped, out_types[MAX_RANKS], in_types[MAX_RANKS];
  const void* from = in_place ? MPI_IN_PLACE : out;
  MPI_Type_vector(2, 1, 2, MPI_INT, &gap);
  MPI_Type_create_indexed_block(2, 1, reverse, MPI_INT, &swapped);
  MPI_Type_commit(&gap);
  MPI_Type_commit(&swapped);
  for (r = 0; r < size; r++) {
    counts_c[r] = counts[r] = 1;
    displs_c[r] = displs[r] = 3 * r * (int)sizeof(int);
    out_types[r] = gap;
    in_types[r] = in_place ? gap : swapped;
  }
  for (round = 0; round < rounds(form); round++) {
    for (r = 0; r < size; r++) {
      out[3 * r] = value(rank, r, 0, round);
      out[3 * r + 1] = -2;
      out[3 * r + 2] = value(rank, r, 1, round);
      in[3 * r] = in_place ? out[3 * r] : -1;
      in[3 * r + 1] = -1;
      in[3 * r + 2] = in_place ? out[3 * r + 2] : -1;
    }
    RUN(form, round, Alltoallw, alltoallw,
        (from, counts, displs, out_types, in, counts, displs, in_types, MPI_COMM_WORLD),
        (from, counts_c, displs_c, out_types, in, counts_c, displs_c, in_types, MPI_COMM_WORLD));
    for (r = 0; r < size; r++) {
      const int* got = &in[3 * r];
      if (in_place) {
        CHECK(got[0] == value(r, rank, 0, round) && got[1] == -1, "form %d", form);
        CHECK(got[2] == value(r, rank, 1, round), "form %d", form);
      } else {
        CHECK(got[1] == value(r, rank, 0, round) && got[2] == -1, "form %d", form);
        CHECK(got[0] == value(r, rank, 1, round), "form %d", form);
      }
    }
  }
  end_rounds(form);
  MPI_Type_free(&gap);
  MPI_Type_free(&swapped);
}

int main(int argc, char** argv) {
  int form, in_place;
  start_forms(&argc, &argv);
  rank = world_rank;
  size = world_size;
  for (form = 0; form < form_count; form++) {
    if (form <= persistent) test_barrier(form);
    for (in_place = 0; in_place < 2; in_place++) {
      test_allgather(form, in_place);
      test_allgatherv(form, in_place);
      test_alltoall(form, in_place);
      test_alltoallv(form, in_place);
      test_alltoallw(form, in_place);
    }
  }
  return end_test();
}
