/* SPDX-License-Identifier: BSD-3-Clause */
/* Reduce, allreduce, reduce_scatter, reduce_scatter_block, scan and exscan in all forms, in place
   and not, with a sum and with an operation that does not commute. */
#include "forms.h"

#define MAX_RANKS 32
#define WIDTH 2
#define PRIME 10007

static int rank, size;
static MPI_Op compose;
static MPI_Datatype pair;

/* The function x -> slope x + shift, modulo a prime. Composing functions is associative only. */
struct affine {
  int slope, shift;
};

static struct affine then(struct affine first, struct affine second) {
  struct affine both;
  both.slope = (int)((long)first.slope * second.slope % PRIME);
  both.shift = (int)(((long)second.slope * first.shift + second.shift) % PRIME);
  return both;
}

static void compose_all(void* in, void* inout, int* count, MPI_Datatype* type) {
  struct affine *a = in, *b = inout;
  int i, type_size;
  MPI_Type_size(*type, &type_size);
  CHECK(type_size == sizeof(struct affine), "size %d", type_size);
  for (i = 0; i < *count; i++) b[i] = then(a[i], b[i]);
}

static struct affine operand(int from, int i, int round) {
  struct affine a;
  a.slope = 2 + from + 3 * i + round;
  a.shift = 1 + 5 * from + i + 7 * round;
  return a;
}

/* The operands of ranks first .. last combined: composed, or summed up by component. */
static struct affine combined(int sum, int first, int last, int i, int round) {
  struct affine all = operand(first, i, round);
  int r;
  for (r = first + 1; r <= last; r++) {
    struct affine next = operand(r, i, round);
    if (sum) {
      all.slope += next.slope;
      all.shift += next.shift;
    } else {
      all = then(all, next);
    }
  }
  return all;
}

static void fill(struct affine* data, int count, int round) {
  int i;
  for (i = 0; i < count; i++) data[i] = operand(rank, i, round);
}

static void check(int form, const char* what, struct affine got, struct affine expected) {
  CHECK(got.slope == expected.slope && got.shift == expected.shift, "%s form %d: %d %d, not %d %d",
        what, form, got.slope, got.shift, expected.slope, expected.shift);
}

/* A sum adds 2 integers for each pair. */
#define TYPE (sum ? MPI_INT : pair)
#define OP (sum ? MPI_SUM : compose)
#define COUNT(pairs) ((sum ? 2 : 1) * (pairs))

static void test_reduce(int form, int sum, int in_place, int root) {
  struct affine mine[WIDTH], result[WIDTH];
  int round, i;
  const void* in = in_place && rank == root ? MPI_IN_PLACE : mine;
  for (round = 0; round < rounds(form); round++) {
    fill(mine, WIDTH, round);
    fill(result, WIDTH, in == MPI_IN_PLACE ? round : 100);
    RUN(form, round, Reduce, reduce, (in, result, COUNT(WIDTH), TYPE, OP, root, MPI_COMM_WORLD),
        (in, result, COUNT(WIDTH), TYPE, OP, root, MPI_COMM_WORLD));
    for (i = 0; i < WIDTH && rank == root; i++) {
      check(form, "reduce", result[i], combined(sum, 0, size - 1, i, round));
    }
  }
  end_rounds(form);
}

static void test_allreduce(int form, int sum, int in_place) {
  struct affine mine[WIDTH], result[WIDTH];
  int round, i;
  const void* in = in_place ? MPI_IN_PLACE : mine;
  for (round = 0; round < rounds(form); round++) {
    fill(mine, WIDTH, round);
    fill(result, WIDTH, in_place ? round : 100);
    RUN(form, round, Allreduce, allreduce, (in, result, COUNT(WIDTH), TYPE, OP, MPI_COMM_WORLD),
        (in, result, COUNT(WIDTH), TYPE, OP, MPI_COMM_WORLD));
    for (i = 0; i < WIDTH; i++) {
      check(form, "allreduce", result[i], combined(sum, 0, size - 1, i, round));
    }
  }
  end_rounds(form);
}

static void test_scan(int form, int sum, int in_place) {
  struct affine mine[WIDTH], result[WIDTH];
  int round, i;
  const void* in = in_place ? MPI_IN_PLACE : mine;
  for (round = 0; round < rounds(form); round++) {
    fill(mine, WIDTH, round);
    fill(result, WIDTH, in_place ? round : 100);
    RUN(form, round, Scan, scan, (in, result, COUNT(WIDTH), TYPE, OP, MPI_COMM_WORLD),
        (in, result, COUNT(WIDTH), TYPE, OP, MPI_COMM_WORLD));
    for (i = 0; i < WIDTH; i++) {
      check(form, "scan", result[i], combined(sum, 0, rank, i, round));
    }
  }
  end_rounds(form);
}

static void test_exscan(int form, int sum, int in_place) {
  struct affine mine[WIDTH], result[WIDTH];
  int round, i;
  const void* in = in_place ? MPI_IN_PLACE : mine;
  for (round = 0; round < rounds(form); round++) {
    fill(mine, WIDTH, round);
    fill(result, WIDTH, in_place ? round : 100);
    RUN(form, round, Exscan, exscan, (in, result, COUNT(WIDTH), TYPE, OP, MPI_COMM_WORLD),
        (in, result, COUNT(WIDTH), TYPE, OP, MPI_COMM_WORLD));
    for (i = 0; i < WIDTH && rank > 0; i++) {
      check(form, "exscan", result[i], combined(sum, 0, rank - 1, i, round));
    }
  }
  end_rounds(form);
}

static void test_reduce_scatter_block(int form, int sum, int in_place) {
  struct affine mine[WIDTH * MAX_RANKS], result[WIDTH * MAX_RANKS];
  int round, i;
  const void* in = in_place ? MPI_IN_PLACE : mine;
  for (round = 0; round < rounds(form); round++) {
    fill(mine, WIDTH * size, round);
    fill(result, WIDTH * size, in_place ? round : 100);
    RUN(form, round, Reduce_scatter_block, reduce_scatter_block,
        (in, result, COUNT(WIDTH), TYPE, OP, MPI_COMM_WORLD),
        (in, result, COUNT(WIDTH), TYPE, OP, MPI_COMM_WORLD));
    for (i = 0; i < WIDTH; i++) {
      check(form, "reduce_scatter_block", result[i],
            combined(sum, 0, size - 1, WIDTH * rank + i, round));
    }
  }
  end_rounds(form);
}

/* Rank r gets r % 3 pairs. */
static void test_reduce_scatter(int form, int sum, int in_place) {
  struct affine mine[2 * MAX_RANKS], result[2 * MAX_RANKS];
  int counts[MAX_RANKS], before = 0, total = 0, round, i, r;
  MPI_Count counts_c[MAX_RANKS];
  const void* in = in_place ? MPI_IN_PLACE : mine;
  for (r = 0; r < size; r++) {
    counts_c[r] = counts[r] = COUNT(r % 3);
    if (r < rank) before += r % 3;
    total += r % 3;
  }
  for (round = 0; round < rounds(form); round++) {
    fill(mine, total, round);
    fill(result, total, in_place ? round : 100);
    RUN(form, round, Reduce_scatter, reduce_scatter, (in, result, counts, TYPE, OP, MPI_COMM_WORLD),
        (in, result, counts_c, TYPE, OP, MPI_COMM_WORLD));
    for (i = 0; i < rank % 3; i++) {
      check(form, "reduce_scatter", result[i], combined(sum, 0, size - 1, before + i, round));
    }
  }
  end_rounds(form);
}

int main(int argc, char** argv) {
  int form, sum, in_place, root;
  start_forms(&argc, &argv);
  rank = world_rank;
  size = world_size;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Op_create(compose_all, 0, &compose);
  for (form = 0; form < form_count; form++) {
    for (sum = 0; sum < 2; sum++) {
      for (in_place = 0; in_place < 2; in_place++) {
        for (root = 0; root<size; root += size> 4 ? 3 : 1) {
          test_reduce(form, sum, in_place, root);
        }
        test_allreduce(form, sum, in_place);
        test_scan(form, sum, in_place);
        test_exscan(form, sum, in_place);
        test_reduce_scatter_block(form, sum, in_place);
        test_reduce_scatter(form, sum, in_place);
      }
    }
  }
  MPI_Op_free(&compose);
  MPI_Type_free(&pair);
  return end_test();
}
