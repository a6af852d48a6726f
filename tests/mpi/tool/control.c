/* SPDX-License-Identifier: BSD-3-Clause */
/* The options of smpirun are control variables: texts, numbers, booleans; some may be written. */
#include "check.h"

static MPI_T_cvar_handle open_variable(const char* name, MPI_Datatype type, int* count) {
  int index, scope, bind;
  MPI_Datatype actual;
  MPI_T_enum values;
  MPI_T_cvar_handle handle;
  MUST(MPI_T_cvar_get_index(name, &index));
  MUST(MPI_T_cvar_get_info(index, NULL, NULL, NULL, &actual, &values, NULL, NULL, &bind, &scope));
  CHECK(actual == type && bind == MPI_T_BIND_NO_OBJECT, "%s", name);
  CHECK((values != MPI_T_ENUM_NULL) == (type == MPI_INT), "%s", name);
  MUST(MPI_T_cvar_handle_alloc(index, NULL, &handle, count));
  return handle;
}

/* How long a send takes whose receive is posted a simulated second later. */
static double send_time(void) {
  static char data[1000];
  double start_s;
  MPI_Barrier(MPI_COMM_WORLD);
  start_s = MPI_Wtime();
  if (world_rank == 0) {
    MPI_Send(data, sizeof data, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
  } else {
    while (MPI_Wtime() < start_s + 0.001) {
    }
    MPI_Recv(data, sizeof data, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  return MPI_Wtime() - start_s;
}

int main(int argc, char** argv) {
  char text[64] = "";
  double value, never = 0;
  int level, count, flag = -1;
  MPI_T_cvar_handle bcast, selector, threshold, boolean, freed;
  start_test(&argc, &argv);
  MUST(MPI_T_init_thread(MPI_THREAD_SINGLE, &level));
  bcast = open_variable("smpi/bcast", MPI_CHAR, &count);
  CHECK(count == (int)sizeof "binomial_tree");
  MUST(MPI_T_cvar_read(bcast, text));
  CHECK(strcmp(text, "binomial_tree") == 0, "%s", text);
  CHECK(MPI_T_cvar_write(bcast, "flat_tree") == MPI_T_ERR_CVAR_SET_NEVER);
  selector = open_variable("smpi/coll-selector", MPI_CHAR, &count);
  MUST(MPI_T_cvar_read(selector, text));
  CHECK(strcmp(text, "ompi") == 0);
  boolean = open_variable("smpi/simulate-computation", MPI_INT, &count);
  MUST(MPI_T_cvar_read(boolean, &flag));
  CHECK(flag == 0);
  threshold = open_variable("smpi/send-is-detached-thresh", MPI_DOUBLE, &count);
  MUST(MPI_T_cvar_read(threshold, &value));
  CHECK(count == 1 && value == 65536);
  value = send_time();
  CHECK(world_rank != 0 || value < 0.0005, "%g", value);
  MUST(MPI_T_cvar_write(threshold, &never));
  MUST(MPI_T_cvar_read(threshold, &value));
  CHECK(value == 0);
  value = send_time();
  CHECK(world_rank != 0 || value > 0.0009, "%g", value);
  value = -1;
  CHECK(MPI_T_cvar_write(threshold, &value) == MPI_T_ERR_INVALID);
  freed = boolean;
  MUST(MPI_T_cvar_handle_free(&boolean));
  CHECK(boolean == MPI_T_CVAR_HANDLE_NULL);
  CHECK(MPI_T_cvar_read(freed, &flag) == MPI_T_ERR_INVALID_HANDLE);
  MUST(MPI_T_cvar_handle_free(&bcast));
  MUST(MPI_T_cvar_handle_free(&selector));
  MUST(MPI_T_cvar_handle_free(&threshold));
  MUST(MPI_T_finalize());
  return end_test();
}
