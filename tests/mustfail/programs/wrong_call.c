/* SPDX-License-Identifier: BSD-3-Clause
 * One wrong MPI call, chosen by the first argument; all else is right. A program that survives its
 * wrong call returns 0, which the table of cases takes for a failure of the simulator.
 * usage: wrong_call KIND */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int rank, size, value = 7, values[8];

static void wrong_send(const char* kind) {
  const MPI_Comm world = MPI_COMM_WORLD;
  if (strcmp(kind, "send-rank") == 0) MPI_Send(&value, 1, MPI_INT, size, 0, world);
  if (strcmp(kind, "send-count") == 0) MPI_Send(&value, -1, MPI_INT, 0, 0, world);
  if (strcmp(kind, "send-type") == 0) MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, world);
  if (strcmp(kind, "send-comm") == 0) MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL);
  if (strcmp(kind, "send-tag") == 0) MPI_Send(&value, 1, MPI_INT, 0, -5, world);
}

static void truncate_message(void) {
  if (rank == 0) MPI_Send(values, 8, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(values, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void freed_handles(const char* kind) {
  if (strcmp(kind, "freed-comm") == 0) {
    MPI_Comm copy, old;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    old = copy;
    MPI_Comm_free(&copy);
    MPI_Barrier(old);
  }
  if (strcmp(kind, "freed-type") == 0) {
    MPI_Datatype pair, old;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    old = pair;
    MPI_Type_free(&pair);
    MPI_Send(values, 1, old, (rank + 1) % size, 0, MPI_COMM_WORLD);
  }
  if (strcmp(kind, "double-free") == 0) {
    MPI_Comm copy, old;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    old = copy;
    MPI_Comm_free(&copy);
    MPI_Comm_free(&old);
  }
}

static void errors_return(void) {
  int class_of_rank = 0, class_of_count = 0;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Error_class(MPI_Send(&value, 1, MPI_INT, size + 3, 0, MPI_COMM_WORLD), &class_of_rank);
  MPI_Error_class(MPI_Send(&value, -2, MPI_INT, 0, 0, MPI_COMM_WORLD), &class_of_count);
  if (rank == 0 && class_of_rank == MPI_ERR_RANK && class_of_count == MPI_ERR_COUNT)
    printf("class right\n");
}

int main(int argc, char** argv) {
  const char* kind = argc > 1 ? argv[1] : "";
  if (strcmp(kind, "before-init") == 0) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  wrong_send(kind);
  freed_handles(kind);
  if (strcmp(kind, "truncate") == 0) truncate_message();
  if (strcmp(kind, "errors-return") == 0) errors_return();
  if (strcmp(kind, "roots") == 0) MPI_Bcast(values, 8, MPI_INT, rank % 2, MPI_COMM_WORLD);
  MPI_Finalize();
  if (strcmp(kind, "after-finalize") == 0) MPI_Barrier(MPI_COMM_WORLD);
  return 0;
}
