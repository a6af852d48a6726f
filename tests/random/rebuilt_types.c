/* SPDX-License-Identifier: BSD-3-Clause
 * A datatype made again from what MPI says of how it was made (MPI 5.1.13). */
#include "types.h"

enum { MOST_INTEGERS = 4 * MAX_ELEMENTS };

typedef struct {
  int combiner;
  int integers[MOST_INTEGERS];
  MPI_Aint addresses[MAX_ELEMENTS];
  MPI_Datatype types[MAX_ELEMENTS];
} Recipe;

static void follow(const Recipe* r, MPI_Datatype* made) {
  const int *i = r->integers, count = i[0];
  const MPI_Datatype old = r->types[0];
  switch (r->combiner) {
    case MPI_COMBINER_DUP:
      MPI_Type_dup(old, made);
      break;
    case MPI_COMBINER_CONTIGUOUS:
      MPI_Type_contiguous(count, old, made);
      break;
    case MPI_COMBINER_VECTOR:
      MPI_Type_vector(count, i[1], i[2], old, made);
      break;
    case MPI_COMBINER_HVECTOR:
      MPI_Type_create_hvector(count, i[1], r->addresses[0], old, made);
      break;
    case MPI_COMBINER_INDEXED:
      MPI_Type_indexed(count, i + 1, i + 1 + count, old, made);
      break;
    case MPI_COMBINER_HINDEXED:
      MPI_Type_create_hindexed(count, i + 1, r->addresses, old, made);
      break;
    case MPI_COMBINER_INDEXED_BLOCK:
      MPI_Type_create_indexed_block(count, i[1], i + 2, old, made);
      break;
    case MPI_COMBINER_HINDEXED_BLOCK:
      MPI_Type_create_hindexed_block(count, i[1], r->addresses, old, made);
      break;
    case MPI_COMBINER_STRUCT:
      MPI_Type_create_struct(count, i + 1, r->addresses, r->types, made);
      break;
    case MPI_COMBINER_SUBARRAY:
      MPI_Type_create_subarray(count, i + 1, i + 1 + count, i + 1 + 2 * count, i[1 + 3 * count],
                               old, made);
      break;
    case MPI_COMBINER_DARRAY:
      MPI_Type_create_darray(count, i[1], i[2], i + 3, i + 3 + i[2], i + 3 + 2 * i[2],
                             i + 3 + 3 * i[2], i[3 + 4 * i[2]], old, made);
      break;
    case MPI_COMBINER_RESIZED:
      MPI_Type_create_resized(old, r->addresses[0], r->addresses[1], made);
      break;
    default:
      fail("combiner %d", r->combiner);
  }
}

static bool is_named(MPI_Datatype type) {
  MPI_Count integers, addresses, large, types;
  int combiner;
  MPI_Type_get_envelope_c(type, &integers, &addresses, &large, &types, &combiner);
  return combiner == MPI_COMBINER_NAMED;
}

void rebuild_type(Type* type) {
  MPI_Count integers, addresses, large, types;
  int combiner;
  MPI_Datatype made;
  MPI_Type_get_envelope_c(type->handle, &integers, &addresses, &large, &types, &combiner);
  if (large > 0 || combiner == MPI_COMBINER_NAMED) return; /* made with large counts */
  REQUIRE(integers <= MOST_INTEGERS && addresses <= MAX_ELEMENTS && types <= MAX_ELEMENTS,
          "a type is made of %d integers", (int)integers);
  Recipe* recipe = calloc(1, sizeof *recipe);
  recipe->combiner = combiner;
  MPI_Type_get_contents(type->handle, (int)integers, (int)addresses, (int)types, recipe->integers,
                        recipe->addresses, recipe->types);
  follow(recipe, &made);
  for (int t = 0; t < types; t++) {
    if (!is_named(recipe->types[t])) MPI_Type_free(&recipe->types[t]);
  }
  free(recipe);
  MPI_Type_free(&type->handle);
  type->handle = made;
}
