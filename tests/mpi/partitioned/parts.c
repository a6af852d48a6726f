/* SPDX-License-Identifier: BSD-3-Clause */
/* A message in partitions that become ready in any order, one by one, in a range and in a list.
   Both sides cut it differently, also inside the elements of the receiver's datatype. Started
   several times. */
#include "check.h"

#ifndef MPI_ABI_VERSION /* MPICH 4.0 has no large counts here */
#define MPI_Psend_init_c MPI_Psend_init
#define MPI_Precv_init_c MPI_Precv_init
#endif

#define TOTAL 48 /* integers */

static int value(int from, int i, int round) {
  return 10000 * round + 100 * from + i;
}

/* Makes the partitions of `send` ready in one of several ways. */
static void make_ready(MPI_Request send, int partitions, int way) {
  int list[TOTAL], i;
  switch (way % 4) {
    case 0:
      for (i = partitions - 1; i >= 0; i--) MUST(MPI_Pready(i, send));
      break;
    case 1:
      MUST(MPI_Pready_range(0, partitions - 1, send));
      break;
    case 2: /* odd ones, then even ones */
      for (i = 0; i < partitions; i++) {
        int odd = partitions / 2;
        list[i] = i < odd ? 2 * i + 1 : 2 * (i - odd);
      }
      MUST(MPI_Pready_list(partitions, list, send));
      break;
    default:
      MUST(MPI_Pready(0, send));
      if (partitions > 2) MUST(MPI_Pready_range(1, partitions - 2, send));
      list[0] = partitions - 1;
      if (partitions > 1) MUST(MPI_Pready_list(1, list, send));
  }
}

/* `type` holds `width` integers with a gap of one integer after each if `gap`. */
static MPI_Datatype make_type(int width, int gap) {
  MPI_Datatype vector, type;
  MPI_Type_vector(width, 1, gap + 1, MPI_INT, &vector);
  MPI_Type_create_resized(vector, 0, (MPI_Aint)sizeof(int) * width * (gap + 1), &type);
  MPI_Type_commit(&type);
  MPI_Type_free(&vector);
  return type;
}

static void ring(int out_parts, int in_parts, int width, int is_large) {
  int out[TOTAL], in[2 * TOTAL], round, i, flag;
  int next = (world_rank + 1) % world_size;
  int previous = (world_rank + world_size - 1) % world_size;
  MPI_Request send, receive;
  MPI_Status status;
  MPI_Datatype type = make_type(width, 1);
  if (is_large) {
    MUST(MPI_Psend_init_c(out, out_parts, TOTAL / out_parts, MPI_INT, next, 7, MPI_COMM_WORLD,
                          MPI_INFO_NULL, &send));
    MUST(MPI_Precv_init_c(in, in_parts, TOTAL / width / in_parts, type, previous, 7, MPI_COMM_WORLD,
                          MPI_INFO_NULL, &receive));
  } else {
    MUST(MPI_Psend_init(out, out_parts, TOTAL / out_parts, MPI_INT, next, 7, MPI_COMM_WORLD,
                        MPI_INFO_NULL, &send));
    MUST(MPI_Precv_init(in, in_parts, TOTAL / width / in_parts, type, previous, 7, MPI_COMM_WORLD,
                        MPI_INFO_NULL, &receive));
  }
  MPI_Type_free(&type);
  for (round = 0; round < 5; round++) {
    for (i = 0; i < TOTAL; i++) out[i] = value(world_rank, i, round);
    for (i = 0; i < 2 * TOTAL; i++) in[i] = -1;
    MUST(MPI_Start(&send));
    MUST(MPI_Start(&receive));
    make_ready(send, out_parts, round);
    if (round % 2 == 1) {
      /* The partitions one after the other, then the whole. */
      for (i = 0; i < in_parts; i++) {
        int part = TOTAL / in_parts, k;
        for (flag = 0; !flag;) MUST(MPI_Parrived(receive, i, &flag));
        for (k = i * part; k < (i + 1) * part; k++) {
          CHECK(in[2 * k] == value(previous, k, round), "%d %d %d: partition %d of round %d",
                out_parts, in_parts, width, i, round);
        }
      }
    }
    MUST(MPI_Wait(&receive, &status));
    MUST(MPI_Wait(&send, MPI_STATUS_IGNORE));
    for (i = 0; i < TOTAL; i++) {
      CHECK(in[2 * i] == value(previous, i, round) && in[2 * i + 1] == -1,
            "%d %d %d: element %d of round %d", out_parts, in_parts, width, i, round);
    }
    MUST(MPI_Get_count(&status, MPI_INT, &i));
    CHECK(status.MPI_SOURCE == previous && status.MPI_TAG == 7 && i == TOTAL, "status: %d of %d", i,
          status.MPI_SOURCE);
  }
  MUST(MPI_Request_free(&send));
  MUST(MPI_Request_free(&receive));
}

int main(int argc, char** argv) {
  static const int cuts[][3] = {{1, 1, 1},  {4, 4, 1},  {16, 4, 3}, {3, 8, 2},
                                {4, 3, 16}, {48, 1, 1}, {1, 24, 2}, {6, 4, 12}};
  unsigned i;
  start_test(&argc, &argv);
  for (i = 0; i < 2 * sizeof cuts / sizeof *cuts; i++) {
    ring(cuts[i / 2][0], cuts[i / 2][1], cuts[i / 2][2], (int)i % 2);
  }
  return end_test();
}
