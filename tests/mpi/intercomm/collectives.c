/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives between two groups in all forms (MPI 5.0, 6.2.2): data crosses, and the result of a
   reduction is that of the other group. The groups may differ in size. */
#include "forms.h"
#include "halves.h"

#define MAX_RANKS 32
#define WIDTH 2

static MPI_Comm inter;
static int rank, size, remote_size;

/* What rank `from` of a side has for rank `to` at position i. */
static int value(int high, int from, int to, int i, int round) {
  return 100000000 * high + 10000000 * round + 100000 * from + 100 * to + i;
}

/* The root argument when rank `root` of a side is it. */
static int root_argument(int root_is_high, int root) {
  if (root_is_high != is_high) return root;
  return rank == root ? MPI_ROOT : MPI_PROC_NULL;
}

static void test_barrier(int form) {
  int round;
  for (round = 0; round < rounds(form); round++) {
    if (form == blocking) MUST(MPI_Barrier(inter));
    if (form == nonblocking) MUST(MPI_Ibarrier(inter, &form_request));
    if (form == persistent && round == 0) {
      MUST(MPI_Barrier_init(inter, MPI_INFO_NULL, &form_request));
    }
    complete_round(form);
  }
  end_rounds(form);
}

static void test_bcast(int form, int root_is_high, int root) {
  int data[WIDTH], round, i, from = root_argument(root_is_high, root);
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < WIDTH; i++) data[i] = value(is_high, rank, 0, i, round);
    RUN(form, round, Bcast, bcast, (data, WIDTH, MPI_INT, from, inter),
        (data, WIDTH, MPI_INT, from, inter));
    for (i = 0; i < WIDTH; i++) {
      int expected = value(is_high, rank, 0, i, round);
      if (from >= 0) expected = value(root_is_high, root, 0, i, round);
      CHECK(data[i] == expected, "form %d: %d", form, data[i]);
    }
  }
  end_rounds(form);
}

static void test_gather(int form, int root_is_high, int root) {
  int mine[WIDTH], all[3 * MAX_RANKS], counts[MAX_RANKS], displs[MAX_RANKS], round, i, r;
  int to = root_argument(root_is_high, root);
  MPI_Count counts_c[MAX_RANKS];
  MPI_Aint displs_c[MAX_RANKS];
  for (r = 0; r < remote_size; r++) {
    counts_c[r] = counts[r] = r % 3;
    displs_c[r] = displs[r] = 3 * (remote_size - 1 - r);
  }
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < WIDTH; i++) mine[i] = value(is_high, rank, 0, i, round);
    RUN(form, round, Gather, gather, (mine, WIDTH, MPI_INT, all, WIDTH, MPI_INT, to, inter),
        (mine, WIDTH, MPI_INT, all, WIDTH, MPI_INT, to, inter));
    for (i = 0; i < WIDTH * remote_size && to == MPI_ROOT; i++) {
      CHECK(all[i] == value(!is_high, i / WIDTH, 0, i % WIDTH, round), "form %d: %d", form, i);
    }
  }
  end_rounds(form);
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < WIDTH; i++) mine[i] = value(is_high, rank, 0, i, round);
    for (i = 0; i < 3 * MAX_RANKS; i++) all[i] = -1;
    RUN(form, round, Gatherv, gatherv,
        (mine, rank % 3, MPI_INT, all, counts, displs, MPI_INT, to, inter),
        (mine, rank % 3, MPI_INT, all, counts_c, displs_c, MPI_INT, to, inter));
    for (i = 0; i < 3 * remote_size && to == MPI_ROOT; i++) {
      int expected = i % 3 < counts[i / 3] ? value(!is_high, i / 3, 0, i % 3, round) : -1;
      CHECK(all[displs[i / 3] + i % 3] == expected, "form %d: %d", form, i);
    }
  }
  end_rounds(form);
}

static void test_scatter(int form, int root_is_high, int root) {
  int mine[3], all[3 * MAX_RANKS], counts[MAX_RANKS], displs[MAX_RANKS], round, i, r;
  int from = root_argument(root_is_high, root);
  MPI_Count counts_c[MAX_RANKS];
  MPI_Aint displs_c[MAX_RANKS];
  for (r = 0; r < remote_size; r++) {
    counts_c[r] = counts[r] = r % 3;
    displs_c[r] = displs[r] = 3 * (remote_size - 1 - r);
  }
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < WIDTH * remote_size; i++) {
      all[i] = value(is_high, rank, i / WIDTH, i % WIDTH, round);
    }
    RUN(form, round, Scatter, scatter, (all, WIDTH, MPI_INT, mine, WIDTH, MPI_INT, from, inter),
        (all, WIDTH, MPI_INT, mine, WIDTH, MPI_INT, from, inter));
    for (i = 0; i < WIDTH && from >= 0; i++) {
      CHECK(mine[i] == value(!is_high, root, rank, i, round), "form %d: %d", form, i);
    }
  }
  end_rounds(form);
  for (round = 0; round < rounds(form); round++) {
    for (r = 0; r < remote_size; r++) {
      for (i = 0; i < 3; i++) all[displs[r] + i] = value(is_high, rank, r, i, round);
    }
    for (i = 0; i < 3; i++) mine[i] = -1;
    RUN(form, round, Scatterv, scatterv,
        (all, counts, displs, MPI_INT, mine, rank % 3, MPI_INT, from, inter),
        (all, counts_c, displs_c, MPI_INT, mine, rank % 3, MPI_INT, from, inter));
    for (i = 0; i < 3 && from >= 0; i++) {
      int expected = i < rank % 3 ? value(!is_high, root, rank, i, round) : -1;
      CHECK(mine[i] == expected, "form %d: %d", form, i);
    }
  }
  end_rounds(form);
}

/* The low side sends one integer a rank, the high side two; rank r of any side r % 3. */
static void test_allgather(int form) {
  int mine[WIDTH], all[3 * MAX_RANKS], counts[MAX_RANKS], displs[MAX_RANKS], round, i, r;
  int out = 1 + is_high, in = 2 - is_high;
  MPI_Count counts_c[MAX_RANKS];
  MPI_Aint displs_c[MAX_RANKS];
  for (r = 0; r < remote_size; r++) {
    counts_c[r] = counts[r] = r % 3;
    displs_c[r] = displs[r] = 3 * (remote_size - 1 - r);
  }
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < WIDTH; i++) mine[i] = value(is_high, rank, 0, i, round);
    RUN(form, round, Allgather, allgather, (mine, out, MPI_INT, all, in, MPI_INT, inter),
        (mine, out, MPI_INT, all, in, MPI_INT, inter));
    for (i = 0; i < in * remote_size; i++) {
      CHECK(all[i] == value(!is_high, i / in, 0, i % in, round), "form %d: %d", form, i);
    }
  }
  end_rounds(form);
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < WIDTH; i++) mine[i] = value(is_high, rank, 0, i, round);
    for (i = 0; i < 3 * MAX_RANKS; i++) all[i] = -1;
    RUN(form, round, Allgatherv, allgatherv,
        (mine, rank % 3, MPI_INT, all, counts, displs, MPI_INT, inter),
        (mine, rank % 3, MPI_INT, all, counts_c, displs_c, MPI_INT, inter));
    for (i = 0; i < 3 * remote_size; i++) {
      int expected = i % 3 < counts[i / 3] ? value(!is_high, i / 3, 0, i % 3, round) : -1;
      CHECK(all[displs[i / 3] + i % 3] == expected, "form %d: %d", form, i);
    }
  }
  end_rounds(form);
}

/* v: low rank a and high rank b exchange (a + b) % 3 integers. w: the same with bytes as units. */
static void test_alltoall(int form) {
  int out[3 * MAX_RANKS], in[3 * MAX_RANKS], counts[MAX_RANKS], displs[MAX_RANKS];
  int bytes[MAX_RANKS], round, i, r, kind;
  MPI_Count counts_c[MAX_RANKS];
  MPI_Aint displs_c[MAX_RANKS], bytes_c[MAX_RANKS];
  MPI_Datatype types[MAX_RANKS];
  for (r = 0; r < remote_size; r++) {
    types[r] = MPI_INT;
    displs_c[r] = displs[r] = 3 * r;
    bytes_c[r] = bytes[r] = 3 * r * (int)sizeof(int);
  }
  for (kind = 0; kind < 3; kind++) {
    for (r = 0; r < remote_size; r++) counts_c[r] = counts[r] = kind == 0 ? 3 : (rank + r) % 3;
    for (round = 0; round < rounds(form); round++) {
      for (i = 0; i < 3 * remote_size; i++) {
        out[i] = value(is_high, rank, i / 3, i % 3, round);
        in[i] = -1;
      }
      if (kind == 0) {
        RUN(form, round, Alltoall, alltoall, (out, 3, MPI_INT, in, 3, MPI_INT, inter),
            (out, 3, MPI_INT, in, 3, MPI_INT, inter));
      } else if (kind == 1) {
        RUN(form, round, Alltoallv, alltoallv,
            (out, counts, displs, MPI_INT, in, counts, displs, MPI_INT, inter),
            (out, counts_c, displs_c, MPI_INT, in, counts_c, displs_c, MPI_INT, inter));
      } else {
        RUN(form, round, Alltoallw, alltoallw,
            (out, counts, bytes, types, in, counts, bytes, types, inter),
            (out, counts_c, bytes_c, types, in, counts_c, bytes_c, types, inter));
      }
      for (i = 0; i < 3 * remote_size; i++) {
        int expected = i % 3 < counts[i / 3] ? value(!is_high, i / 3, rank, i % 3, round) : -1;
        CHECK(in[i] == expected, "kind %d form %d: %d", kind, form, i);
      }
    }
    end_rounds(form);
  }
}

static int operand(int high, int from, int i, int round) {
  return 10000 * high + 1000 * round + 10 * from + i;
}

static int remote_sum(int i, int round) {
  int r, sum = 0;
  for (r = 0; r < remote_size; r++) sum += operand(!is_high, r, i, round);
  return sum;
}

static void test_reduce(int form, int root_is_high, int root) {
  int mine[WIDTH], result[WIDTH], round, i, to = root_argument(root_is_high, root);
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < WIDTH; i++) mine[i] = operand(is_high, rank, i, round);
    RUN(form, round, Reduce, reduce, (mine, result, WIDTH, MPI_INT, MPI_SUM, to, inter),
        (mine, result, WIDTH, MPI_INT, MPI_SUM, to, inter));
    for (i = 0; i < WIDTH && to == MPI_ROOT; i++) {
      CHECK(result[i] == remote_sum(i, round), "form %d: %d", form, result[i]);
    }
  }
  end_rounds(form);
}

static void test_allreduce(int form) {
  int mine[WIDTH], result[WIDTH], round, i;
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < WIDTH; i++) mine[i] = operand(is_high, rank, i, round);
    RUN(form, round, Allreduce, allreduce, (mine, result, WIDTH, MPI_INT, MPI_SUM, inter),
        (mine, result, WIDTH, MPI_INT, MPI_SUM, inter));
    for (i = 0; i < WIDTH; i++) {
      CHECK(result[i] == remote_sum(i, round), "form %d: %d", form, result[i]);
    }
  }
  end_rounds(form);
}

/* The vectors of both groups have the same length: each rank gets as many integers as the other
   group has ranks, or rank 0 gets all of them. */
static void test_reduce_scatter(int form) {
  int total = size * remote_size, mine[MAX_RANKS * MAX_RANKS / 4],
      result[MAX_RANKS * MAX_RANKS / 4];
  int counts[MAX_RANKS] = {0}, round, i;
  MPI_Count counts_c[MAX_RANKS] = {0};
  counts_c[0] = counts[0] = total;
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < total; i++) mine[i] = operand(is_high, rank, i, round);
    RUN(form, round, Reduce_scatter_block, reduce_scatter_block,
        (mine, result, remote_size, MPI_INT, MPI_SUM, inter),
        (mine, result, remote_size, MPI_INT, MPI_SUM, inter));
    for (i = 0; i < remote_size; i++) {
      CHECK(result[i] == remote_sum(rank * remote_size + i, round), "form %d: %d", form, i);
    }
  }
  end_rounds(form);
  for (round = 0; round < rounds(form); round++) {
    for (i = 0; i < total; i++) mine[i] = operand(is_high, rank, i, round);
    RUN(form, round, Reduce_scatter, reduce_scatter,
        (mine, result, counts, MPI_INT, MPI_SUM, inter),
        (mine, result, counts_c, MPI_INT, MPI_SUM, inter));
    for (i = 0; i < counts[rank]; i++) {
      CHECK(result[i] == remote_sum(i, round), "form %d: %d", form, i);
    }
  }
  end_rounds(form);
}

int main(int argc, char** argv) {
  int form, side, root;
  start_forms(&argc, &argv);
  inter = make_halves();
  MPI_Comm_rank(inter, &rank);
  MPI_Comm_size(inter, &size);
  MPI_Comm_remote_size(inter, &remote_size);
  for (form = 0; form < form_count; form++) {
    if (form <= persistent) test_barrier(form);
    for (side = 0; side < 2; side++) {
      for (root = 0; root < (side == is_high ? size : remote_size); root += 2) {
        /* With an argument, only as a blocking call: see `cases`. */
        if (start_count > 1 || form % 3 == blocking) test_bcast(form, side, root);
        test_gather(form, side, root);
        test_scatter(form, side, root);
        test_reduce(form, side, root);
      }
    }
    test_allgather(form);
    test_alltoall(form);
    test_allreduce(form);
    test_reduce_scatter(form);
  }
  MPI_Comm_free(&inter);
  MPI_Comm_free(&own_half);
  return end_test();
}
