/* SPDX-License-Identifier: BSD-3-Clause */
/* Performance variables: counters from start to stop, levels that show the present, sessions. */
#include "check.h"

static MPI_T_pvar_session session;

static MPI_T_pvar_handle open_variable(const char* name, int class) {
  int index, count;
  MPI_T_pvar_handle handle;
  MUST(MPI_T_pvar_get_index(name, class, &index));
  MUST(MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count));
  CHECK(count == 1, "%s", name);
  return handle;
}

static unsigned long long counted(MPI_T_pvar_handle handle) {
  unsigned long long value = 99;
  MUST(MPI_T_pvar_read(session, handle, &value));
  return value;
}

static unsigned long level_of(MPI_T_pvar_handle handle) {
  unsigned long value = 99;
  MUST(MPI_T_pvar_read(session, handle, &value));
  return value;
}

static void send_to_self(int count, int bytes) {
  char data[100] = "";
  for (; count > 0; count--) MPI_Send(data, bytes, MPI_CHAR, world_rank, 0, MPI_COMM_WORLD);
}

/* Messages that travel at once. */
static void exchange_with_self(int count, int bytes) {
  char sent[100] = "", received[100];
  for (; count > 0; count--) {
    MPI_Sendrecv(sent, bytes, MPI_CHAR, world_rank, 1, received, bytes, MPI_CHAR, world_rank, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

static void receive_all(int count) {
  char data[100];
  for (; count > 0; count--) {
    MPI_Recv(data, 100, MPI_CHAR, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

static void check_counters(void) {
  MPI_T_pvar_handle messages = open_variable("messages_sent", MPI_T_PVAR_CLASS_COUNTER);
  MPI_T_pvar_handle bytes = open_variable("bytes_sent", MPI_T_PVAR_CLASS_AGGREGATE);
  unsigned long long value = 50;
  exchange_with_self(2, 10);
  CHECK(counted(messages) == 0);
  MUST(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
  exchange_with_self(3, 20);
  CHECK(counted(messages) == 3 && counted(bytes) == 60);
  MUST(MPI_T_pvar_stop(session, messages));
  exchange_with_self(1, 5);
  CHECK(counted(messages) == 3 && counted(bytes) == 65);
  MUST(MPI_T_pvar_start(session, messages));
  exchange_with_self(1, 5);
  CHECK(counted(messages) == 4);
  MUST(MPI_T_pvar_write(session, messages, &value));
  exchange_with_self(1, 5);
  MUST(MPI_T_pvar_readreset(session, messages, &value));
  CHECK(value == 51 && counted(messages) == 0);
  MUST(MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES));
  CHECK(counted(bytes) == 0);
  MUST(MPI_T_pvar_handle_free(session, &messages));
  MUST(MPI_T_pvar_handle_free(session, &bytes));
  CHECK(bytes == MPI_T_PVAR_HANDLE_NULL);
}

static void check_levels(void) {
  MPI_T_pvar_handle unexpected = open_variable("unexpected_messages", MPI_T_PVAR_CLASS_LEVEL);
  MPI_T_pvar_handle posted = open_variable("posted_receives", MPI_T_PVAR_CLASS_LEVEL);
  MPI_Request request;
  unsigned long value = 0;
  CHECK(level_of(unexpected) == 0 && level_of(posted) == 0);
  send_to_self(3, 1);
  CHECK(level_of(unexpected) == 3);
  receive_all(3);
  CHECK(level_of(unexpected) == 0);
  MPI_Irecv(NULL, 0, MPI_CHAR, world_rank, 77, MPI_COMM_WORLD, &request);
  CHECK(level_of(posted) == 1);
  MPI_Send(NULL, 0, MPI_CHAR, world_rank, 77, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(level_of(posted) == 0);
  CHECK(MPI_T_pvar_start(session, posted) == MPI_T_ERR_PVAR_NO_STARTSTOP);
  CHECK(MPI_T_pvar_stop(session, posted) == MPI_T_ERR_PVAR_NO_STARTSTOP);
  CHECK(MPI_T_pvar_write(session, posted, &value) == MPI_T_ERR_PVAR_NO_WRITE);
  CHECK(MPI_T_pvar_reset(session, posted) == MPI_T_ERR_PVAR_NO_WRITE);
  CHECK(MPI_T_pvar_readreset(session, posted, &value) == MPI_T_ERR_PVAR_NO_ATOMIC);
}

static void check_state(void) {
  int index, phase = -1, count, i, value, length, found = 0;
  char name[32];
  MPI_T_enum values;
  MPI_T_pvar_handle handle = open_variable("phase", MPI_T_PVAR_CLASS_STATE);
  MUST(MPI_T_pvar_get_index("phase", MPI_T_PVAR_CLASS_STATE, &index));
  MUST(MPI_T_pvar_get_info(index, NULL, NULL, NULL, NULL, NULL, &values, NULL, NULL, NULL, NULL,
                           NULL, NULL));
  MUST(MPI_T_pvar_read(session, handle, &phase));
  length = sizeof name;
  MUST(MPI_T_enum_get_info(values, &count, name, &length));
  CHECK(count == 3 && strcmp(name, "phase") == 0);
  for (i = 0; i < count; i++) {
    length = sizeof name;
    MUST(MPI_T_enum_get_item(values, i, &value, name, &length));
    found += value == phase && strcmp(name, "running") == 0;
  }
  CHECK(found == 1);
  CHECK(MPI_T_enum_get_item(values, count, &value, NULL, NULL) == MPI_T_ERR_INVALID_INDEX);
  CHECK(MPI_T_enum_get_info(MPI_T_ENUM_NULL, &count, NULL, NULL) == MPI_T_ERR_INVALID_HANDLE);
}

int main(int argc, char** argv) {
  int level;
  double before_s = MPI_Wtime(), passed_s = 0;
  MPI_T_pvar_session other;
  MPI_T_pvar_handle time;
  start_test(&argc, &argv);
  MUST(MPI_T_init_thread(MPI_THREAD_SINGLE, &level));
  MUST(MPI_T_pvar_session_create(&session));
  MUST(MPI_T_pvar_session_create(&other));
  check_counters();
  check_levels();
  check_state();
  time = open_variable("simulated_time", MPI_T_PVAR_CLASS_TIMER);
  MUST(MPI_T_pvar_start(session, time));
  before_s = MPI_Wtime();
  while (MPI_Wtime() < before_s + 0.001) {
  }
  MUST(MPI_T_pvar_read(session, time, &passed_s));
  CHECK(passed_s > 0.00099 && passed_s < 0.0011, "%g", passed_s);
  CHECK(MPI_T_pvar_read(other, time, &passed_s) == MPI_T_ERR_INVALID_HANDLE);
  MUST(MPI_T_pvar_session_free(&session));
  CHECK(session == MPI_T_PVAR_SESSION_NULL);
  CHECK(MPI_T_pvar_read(other, time, &passed_s) == MPI_T_ERR_INVALID_HANDLE);
  MUST(MPI_T_pvar_session_free(&other));
  CHECK(MPI_T_pvar_session_free(&other) == MPI_T_ERR_INVALID_SESSION);
  MUST(MPI_T_finalize());
  return end_test();
}
