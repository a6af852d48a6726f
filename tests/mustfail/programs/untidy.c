/* SPDX-License-Identifier: BSD-3-Clause
 * Programs that end well but leave something undone, chosen by the first argument; for smpirun
 * --analyze. usage: untidy KIND */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, value = 7, values[16];

/* One of each kind of handle is not freed. */
static void leak_handles(void) {
  MPI_Comm comm;
  MPI_Group group;
  MPI_Datatype type;
  MPI_Info info;
  MPI_Win window;
  MPI_Request request;
  int key;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  if (rank == 1) MPI_Type_contiguous(3, MPI_INT, &type);
  MPI_Info_create(&info);
  MPI_Win_create(values, sizeof values, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
  MPI_Isend(&value, 1, MPI_INT, rank, 4, MPI_COMM_WORLD, &request);
  MPI_Recv(values, 1, MPI_INT, rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void lose_messages(void) {
  if (rank == 0) {
    for (int i = 0; i < 3; i++) MPI_Send(values, 10, MPI_INT, 1, 77, MPI_COMM_WORLD);
  }
}

static void receive_nothing(void) {
  static MPI_Request request;
  if (rank == 2) MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &request);
}

static void change_type(void) {
  double number;
  if (rank == 0) MPI_Send(values, 2, MPI_INT, 1, 5, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(&number, 1, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* The root of a short broadcast does not notice that nobody listens. */
static void broadcast_alone(void) {
  if (rank == 0) MPI_Bcast(values, 4, MPI_INT, 0, MPI_COMM_WORLD);
}

static void allocate(void) {
  MPI_Aint address;
  char* kept = malloc(3 << 20);
  char* freed = calloc(1 << 10, 1 << 10);
  kept = realloc(kept, 5 << 20);
  MPI_Get_address(freed, &address);
  MPI_Get_address(kept, &address);
  free(freed);
  if (rank > 0) free(kept);
}

/* Everything is freed, received and called by all. */
static void be_tidy(void) {
  MPI_Comm comm;
  MPI_Request requests[2];
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Irecv(&values[0], 1, MPI_INT, (rank + size - 1) % size, 3, comm, &requests[0]);
  MPI_Isend(&values[1], 1, MPI_INT, (rank + 1) % size, 3, comm, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Allreduce(MPI_IN_PLACE, values, 16, MPI_INT, MPI_SUM, comm);
  MPI_Comm_free(&comm);
}

int main(int argc, char** argv) {
  const char* kind = argc > 1 ? argv[1] : "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (strcmp(kind, "handles") == 0) leak_handles();
  if (strcmp(kind, "messages") == 0) lose_messages();
  if (strcmp(kind, "receives") == 0) receive_nothing();
  if (strcmp(kind, "types") == 0) change_type();
  if (strcmp(kind, "collectives") == 0) broadcast_alone();
  if (strcmp(kind, "allocations") == 0) allocate();
  if (strcmp(kind, "tidy") == 0) be_tidy();
  MPI_Finalize();
  return 0;
}
