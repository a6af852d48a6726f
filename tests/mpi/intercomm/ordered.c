/* SPDX-License-Identifier: BSD-3-Clause */
/* Between two groups: an operation that does not commute is applied in the order of the other
   group's ranks; several collectives at once; what has no meaning there is refused. */
#include "halves.h"

#define BASE 7
#define PRIME 1000003

/* Strings of digits: `value` in base BASE, and `scale`, BASE to their length. */
struct digits {
  int value, scale;
};

static void append(void* in, void* inout, int* count, MPI_Datatype* type) {
  struct digits *a = in, *b = inout;
  int i;
  (void)type;
  for (i = 0; i < *count; i++) {
    b[i].value = (int)(((long)a[i].value * b[i].scale + b[i].value) % PRIME);
    b[i].scale = (int)((long)a[i].scale * b[i].scale % PRIME);
  }
}

static struct digits digit(int high, int rank) {
  struct digits one;
  one.value = (rank + 1 + 3 * high) % BASE;
  one.scale = BASE;
  return one;
}

static void refused(MPI_Comm inter) {
  int data[64] = {0}, result[64];
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
  MUST_FAIL(MPI_ERR_COMM, MPI_Scan(data, result, 1, MPI_INT, MPI_SUM, inter));
  MUST_FAIL(MPI_ERR_COMM, MPI_Exscan(data, result, 1, MPI_INT, MPI_SUM, inter));
  MUST_FAIL(MPI_ERR_COMM, MPI_Iscan(data, result, 1, MPI_INT, MPI_SUM, inter, &request));
  MUST_FAIL(MPI_ERR_COMM, MPI_Iexscan(data, result, 1, MPI_INT, MPI_SUM, inter, &request));
}

static void refused_in_place(MPI_Comm inter) {
  int result[64];
  MUST_FAIL(MPI_ERR_BUFFER, MPI_Allreduce(MPI_IN_PLACE, result, 1, MPI_INT, MPI_SUM, inter));
  MUST_FAIL(MPI_ERR_BUFFER, MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, result, 1, MPI_INT, inter));
}

int main(int argc, char** argv) {
  MPI_Comm inter;
  MPI_Op op;
  MPI_Datatype pair;
  MPI_Request requests[3];
  struct digits mine, sums[2], expected = {0, 1};
  int rank, remote_size, r, root, data = -1;
  start_test(&argc, &argv);
  inter = make_halves();
  MPI_Comm_rank(inter, &rank);
  MPI_Comm_remote_size(inter, &remote_size);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Op_create(append, 0, &op);
  mine = digit(is_high, rank);
  for (r = 0; r < remote_size; r++) {
    struct digits next = digit(!is_high, r);
    int one = 1;
    append(&expected, &next, &one, &pair);
    expected = next;
  }
  /* The last rank of the low side broadcasts meanwhile. */
  root = half_size - 1;
  if (!is_high) root = rank == root ? MPI_ROOT : MPI_PROC_NULL;
  if (root == MPI_ROOT) data = 12345;
  MUST(MPI_Iallreduce(&mine, &sums[0], 1, pair, op, inter, &requests[0]));
  if (argc == 1) {
    MUST(MPI_Ibcast(&data, 1, MPI_INT, root, inter, &requests[1]));
  } else {
    MUST(MPI_Bcast(&data, 1, MPI_INT, root, inter));
    MUST(MPI_Ibarrier(inter, &requests[1]));
  }
  MUST(MPI_Allreduce(&mine, &sums[1], 1, pair, op, inter));
  MUST(MPI_Ibarrier(inter, &requests[2]));
  MUST(MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
  for (r = 0; r < 2; r++) {
    CHECK(sums[r].value == expected.value && sums[r].scale == expected.scale, "%d: %d, not %d", r,
          sums[r].value, expected.value);
  }
  if (is_high || root == MPI_ROOT) CHECK(data == 12345, "%d", data);
  if (argc == 1) {
    refused(inter);
    refused_in_place(inter);
  }
  MPI_Type_free(&pair);
  MPI_Op_free(&op);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&own_half);
  return end_test();
}
