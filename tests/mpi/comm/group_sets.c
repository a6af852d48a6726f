/* SPDX-License-Identifier: BSD-3-Clause */
/* Union, intersection and difference keep the order of the first group, then of the second. */
#include "check.h"

static void expect(MPI_Group group, MPI_Group world, int count, const int* ranks) {
  int size, translated[8], own[8], i;
  MPI_Group_size(group, &size);
  CHECK(size == count, "size %d", size);
  for (i = 0; i < count; i++) own[i] = i;
  MPI_Group_translate_ranks(group, count, own, world, translated);
  for (i = 0; i < count; i++) CHECK(translated[i] == ranks[i], "%d: %d", i, translated[i]);
  if (size > 0) MPI_Group_free(&group);
}

int main(int argc, char** argv) {
  const int left_ranks[] = {4, 0, 2}, right_ranks[] = {1, 2, 4, 3};
  MPI_Group world, left, right, result;
  start_test(&argc, &argv);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 3, left_ranks, &left);
  MPI_Group_incl(world, 4, right_ranks, &right);
  MPI_Group_union(left, right, &result);
  expect(result, world, 5, (const int[]){4, 0, 2, 1, 3});
  MPI_Group_intersection(left, right, &result);
  expect(result, world, 2, (const int[]){4, 2});
  MPI_Group_difference(left, right, &result);
  expect(result, world, 1, (const int[]){0});
  MPI_Group_difference(right, left, &result);
  expect(result, world, 2, (const int[]){1, 3});
  MPI_Group_difference(left, left, &result);
  CHECK(result == MPI_GROUP_EMPTY);
  MPI_Group_union(MPI_GROUP_EMPTY, right, &result);
  expect(result, world, 4, right_ranks);
  MPI_Group_free(&left);
  MPI_Group_free(&right);
  MPI_Group_free(&world);
  return end_test();
}
