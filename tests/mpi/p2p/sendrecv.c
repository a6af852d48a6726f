/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Sendrecv and MPI_Sendrecv_replace, their large-count and nonblocking forms: both directions
   at once, other types and tags on each side, no deadlock at any size. With an argument:
   MPI_Isendrecv_replace. */
#include "check.h"

enum { form_count = 8, replaced = 6, largest = 40000 };

static int out[largest], in[2 * largest], next, before;

static void run(int form, int ints, MPI_Datatype spread, MPI_Status* status) {
  const int got = (before + form) % 50;
  const int mine = (world_rank + form) % 50;
  MPI_Request request = MPI_REQUEST_NULL;
  switch (form) {
    case 0:
      MUST(MPI_Sendrecv(out, ints, MPI_INT, next, mine, in, ints, spread, before, got,
                        MPI_COMM_WORLD, status));
      break;
    case 1:
      MUST(MPI_Sendrecv_c(out, ints, MPI_INT, next, mine, in, ints, spread, before, got,
                          MPI_COMM_WORLD, status));
      break;
    case 2:
      MUST(MPI_Isendrecv(out, ints, MPI_INT, next, mine, in, ints, spread, before, got,
                         MPI_COMM_WORLD, &request));
      break;
    case 3:
      MUST(MPI_Isendrecv_c(out, ints, MPI_INT, next, mine, in, ints, spread, before, got,
                           MPI_COMM_WORLD, &request));
      break;
    case 4:
      MUST(MPI_Sendrecv_replace(in, ints, spread, next, mine, before, got, MPI_COMM_WORLD, status));
      break;
    case 5:
      MUST(MPI_Sendrecv_replace_c(in, ints, spread, next, mine, before, got, MPI_COMM_WORLD,
                                  status));
      break;
    case 6:
      MUST(MPI_Isendrecv_replace(in, ints, spread, next, mine, before, got, MPI_COMM_WORLD,
                                 &request));
      break;
    default:
      MUST(MPI_Isendrecv_replace_c(in, ints, spread, next, mine, before, got, MPI_COMM_WORLD,
                                   &request));
  }
  if (request != MPI_REQUEST_NULL) MUST(MPI_Wait(&request, status));
}

int main(int argc, char** argv) {
  static const int sizes[] = {0, 1, 1000, 16384, largest};
  MPI_Datatype spread;
  int form, s, i;
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &spread);
  MPI_Type_commit(&spread);
  for (form = argc > 1 ? replaced : 0; form < (argc > 1 ? form_count : replaced); form++) {
    for (s = 0; s < 5; s++) {
      const int ints = sizes[s];
      MPI_Status status;
      int count;
      for (i = 0; i < ints; i++) {
        out[i] = 100000 * world_rank + i;
        in[2 * i] = form < 4 ? -1 : out[i];
        in[2 * i + 1] = -2;
      }
      run(form, ints, spread, &status);
      for (i = 0; i < ints; i++) {
        CHECK(in[2 * i] == 100000 * before + i && in[2 * i + 1] == -2, "form %d element %d", form,
              i);
      }
      if (form != 2 && form != 3 && form < 6) {
        MPI_Get_count(&status, MPI_INT, &count);
        CHECK(status.MPI_SOURCE == before && status.MPI_TAG == (before + form) % 50);
        CHECK(count == ints, "form %d: %d, not %d", form, count, ints);
      }
    }
  }
  MPI_Type_free(&spread);
  return end_test();
}
