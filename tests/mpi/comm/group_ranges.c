/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranges with positive and negative strides, included and excluded; incl and excl by list. */
#include "check.h"

static void expect(MPI_Group group, MPI_Group world, int count, const int* ranks) {
  int size, translated[16], i;
  MPI_Group_size(group, &size);
  CHECK(size == count, "size %d, not %d", size, count);
  for (i = 0; i < count; i++) {
    MPI_Group_translate_ranks(group, 1, &i, world, &translated[i]);
    CHECK(translated[i] == ranks[i], "%d: %d", i, translated[i]);
  }
  if (size > 0) MPI_Group_free(&group);
}

int main(int argc, char** argv) {
  int ranges[3][3] = {{0, 5, 2}, {7, 5, -2}, {6, 6, 1}};
  int whole[1][3] = {{7, 0, -1}};
  const int list[] = {6, 1, 3};
  MPI_Group world, group;
  start_test(&argc, &argv);
  CHECK(world_size == 8);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_range_incl(world, 3, ranges, &group);
  expect(group, world, 6, (const int[]){0, 2, 4, 7, 5, 6});
  MPI_Group_range_excl(world, 3, ranges, &group);
  expect(group, world, 2, (const int[]){1, 3});
  MPI_Group_range_excl(world, 1, whole, &group);
  CHECK(group == MPI_GROUP_EMPTY);
  MPI_Group_range_incl(world, 1, whole, &group);
  expect(group, world, 8, (const int[]){7, 6, 5, 4, 3, 2, 1, 0});
  MPI_Group_incl(world, 3, list, &group);
  expect(group, world, 3, list);
  MPI_Group_excl(world, 3, list, &group);
  expect(group, world, 5, (const int[]){0, 2, 4, 5, 7});
  MPI_Group_excl(world, 0, NULL, &group);
  expect(group, world, 8, (const int[]){0, 1, 2, 3, 4, 5, 6, 7});
  MPI_Group_free(&world);
  return end_test();
}
