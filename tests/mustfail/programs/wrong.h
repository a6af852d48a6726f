/* SPDX-License-Identifier: BSD-3-Clause
 * What the programs with wrong calls share: their main.
 *
 * usage: PROGRAM return|fatal CASE
 * `return`: each rank prints the class of the error that it gets; MPI must still work. `fatal`: the
 * error must end the program. */
#pragma once

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char* name;
  int (*run)(void); /* makes one wrong call and returns its code */
} WrongCall;

static int rank, size, value = 7, values[64], flag;
static MPI_Status status;
static MPI_Request request = MPI_REQUEST_NULL;
static MPI_Comm comm = MPI_COMM_NULL;
static MPI_Datatype type = MPI_DATATYPE_NULL;
static MPI_Errhandler handler; /* of objects that the case makes */

/* Handles of freed objects. */
__attribute__((unused)) static MPI_Comm freed_comm(void) {
  MPI_Comm copy, old;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  old = copy;
  MPI_Comm_free(&copy);
  return old;
}

__attribute__((unused)) static MPI_Datatype freed_type(void) {
  MPI_Datatype pair, old;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  old = pair;
  MPI_Type_free(&pair);
  return old;
}

#define ERROR_CLASS(name) \
  { MPI_ERR_##name, "MPI_ERR_" #name }

static const struct {
  int error_class;
  const char* name;
} classes[] = {{MPI_SUCCESS, "MPI_SUCCESS"},
               ERROR_CLASS(BUFFER),
               ERROR_CLASS(COUNT),
               ERROR_CLASS(TYPE),
               ERROR_CLASS(TAG),
               ERROR_CLASS(COMM),
               ERROR_CLASS(RANK),
               ERROR_CLASS(REQUEST),
               ERROR_CLASS(ROOT),
               ERROR_CLASS(GROUP),
               ERROR_CLASS(OP),
               ERROR_CLASS(TOPOLOGY),
               ERROR_CLASS(DIMS),
               ERROR_CLASS(ARG),
               ERROR_CLASS(UNKNOWN),
               ERROR_CLASS(TRUNCATE),
               ERROR_CLASS(OTHER),
               ERROR_CLASS(INTERN),
               ERROR_CLASS(PENDING),
               ERROR_CLASS(IN_STATUS),
               ERROR_CLASS(ACCESS),
               ERROR_CLASS(AMODE),
               ERROR_CLASS(ASSERT),
               ERROR_CLASS(BAD_FILE),
               ERROR_CLASS(BASE),
               ERROR_CLASS(CONVERSION),
               ERROR_CLASS(DISP),
               ERROR_CLASS(DUP_DATAREP),
               ERROR_CLASS(FILE_EXISTS),
               ERROR_CLASS(FILE_IN_USE),
               ERROR_CLASS(FILE),
               ERROR_CLASS(INFO_KEY),
               ERROR_CLASS(INFO_NOKEY),
               ERROR_CLASS(INFO_VALUE),
               ERROR_CLASS(INFO),
               ERROR_CLASS(IO),
               ERROR_CLASS(KEYVAL),
               ERROR_CLASS(LOCKTYPE),
               ERROR_CLASS(NAME),
               ERROR_CLASS(NO_MEM),
               ERROR_CLASS(NOT_SAME),
               ERROR_CLASS(NO_SPACE),
               ERROR_CLASS(NO_SUCH_FILE),
               ERROR_CLASS(PORT),
               ERROR_CLASS(QUOTA),
               ERROR_CLASS(READ_ONLY),
               ERROR_CLASS(RMA_CONFLICT),
               ERROR_CLASS(RMA_SYNC),
               ERROR_CLASS(SERVICE),
               ERROR_CLASS(SIZE),
               ERROR_CLASS(SPAWN),
               ERROR_CLASS(UNSUPPORTED_DATAREP),
               ERROR_CLASS(UNSUPPORTED_OPERATION),
               ERROR_CLASS(WIN),
               ERROR_CLASS(RMA_RANGE),
               ERROR_CLASS(RMA_ATTACH),
               ERROR_CLASS(RMA_SHARED),
               ERROR_CLASS(RMA_FLAVOR),
               ERROR_CLASS(SESSION),
               ERROR_CLASS(VALUE_TOO_LARGE),
               ERROR_CLASS(ERRHANDLER),
               ERROR_CLASS(PROC_ABORTED),
               ERROR_CLASS(ABI)};

static const char* name_of_class(int error_class) {
  for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
    if (classes[i].error_class == error_class) return classes[i].name;
  }
  return "unknown class";
}

static int run_wrong_call(int argc, char** argv, const WrongCall* calls, size_t count) {
  int code = -1, error_class;
  const int returned = argc > 2 && strcmp(argv[1], "return") == 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  handler = returned ? MPI_ERRORS_RETURN : MPI_ERRORS_ARE_FATAL;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
  MPI_File_set_errhandler(MPI_FILE_NULL, handler);
  for (size_t i = 0; i < count; i++) {
    if (argc > 2 && strcmp(argv[2], calls[i].name) == 0) code = calls[i].run();
  }
  if (code < 0) {
    printf("no such case\n");
    return 2;
  }
  MPI_Error_class(code, &error_class);
  if (code != MPI_SUCCESS) printf("returned %s\n", name_of_class(error_class));
  fflush(stdout);
  MPI_Barrier(MPI_COMM_SELF);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("survived\n");
  MPI_Finalize();
  return 0;
}
