/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranks describe the same data by other types (MPI 6.1): numbers, rows of three numbers, and
 * numbers with gaps; of sizes at which algorithms send in segments. */
#include "check.h"

enum { MOST_NUMBERS = 300000 };

static double* buffer;

/* The layout of this rank for `numbers`: a type, its count and the distance of numbers. */
typedef struct {
  MPI_Datatype type;
  int count, stride;
} Layout;

static Layout layout_of(int rank, int numbers) {
  Layout layout = {MPI_DOUBLE, numbers, 1};
  if (rank % 3 == 1) {
    MPI_Type_contiguous(3, MPI_DOUBLE, &layout.type);
    layout.count = numbers / 3;
  } else if (rank % 3 == 2) {
    MPI_Type_create_resized(MPI_DOUBLE, 0, 2 * sizeof(double), &layout.type);
    layout.stride = 2;
  } else {
    MPI_Type_dup(MPI_DOUBLE, &layout.type);
  }
  MPI_Type_commit(&layout.type);
  return layout;
}

static void fill(double* data, const Layout* layout, int numbers, int from) {
  for (int i = 0; i < numbers; i++) data[i * layout->stride] = from * 1e6 + i;
}

static void check_numbers(const double* data, const Layout* layout, int numbers, int from) {
  for (int i = 0; i < numbers; i++) {
    CHECK(data[i * layout->stride] == from * 1e6 + i, "number %d of %d is %g, not %g", i, numbers,
          data[i * layout->stride], from * 1e6 + i);
  }
}

static void broadcast(int numbers, int root) {
  Layout layout = layout_of(world_rank, numbers);
  memset(buffer, -1, 2 * MOST_NUMBERS * sizeof(double));
  if (world_rank == root) fill(buffer, &layout, numbers, root);
  MPI_Bcast(buffer, layout.count, layout.type, root, MPI_COMM_WORLD);
  check_numbers(buffer, &layout, numbers, root);
  MPI_Type_free(&layout.type);
}

static void gather(int numbers, int root) {
  Layout layout = layout_of(world_rank, numbers), all = layout_of(root + 1, numbers);
  const long place = (long)numbers * all.stride;
  double* received = malloc(((size_t)place * (size_t)world_size + 1) * sizeof(double));
  double* guard = received + place * world_size;
  *guard = -5;
  fill(buffer, &layout, numbers, world_rank);
  MPI_Gather(buffer, layout.count, layout.type, received, all.count, all.type, root,
             MPI_COMM_WORLD);
  for (int r = 0; r < world_size && world_rank == root; r++) {
    check_numbers(received + r * place, &all, numbers, r);
  }
  CHECK(*guard == -5, "written behind the numbers: %g", *guard);
  free(received);
  MPI_Type_free(&layout.type);
  MPI_Type_free(&all.type);
}

int main(int argc, char** argv) {
  static const int sizes[] = {0, 3, 300, 1200, 3000, 12000, 60000, 300000};
  enum { SIZES = sizeof sizes / sizeof sizes[0] };
  start_test(&argc, &argv);
  buffer = malloc(2 * MOST_NUMBERS * sizeof(double));
  for (int i = 0; i < SIZES; i++) {
    broadcast(sizes[i], 0);
    broadcast(sizes[i], world_size - 1);
    if (sizes[i] <= 60000) gather(sizes[i], world_size / 2);
  }
  free(buffer);
  return end_test();
}
