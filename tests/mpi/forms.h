/* SPDX-License-Identifier: BSD-3-Clause */
/* The six forms of a collective: blocking, nonblocking and persistent, each with int and with large
   counts. A test of a collective is a loop

       for (round = 0; round < rounds(form); round++) {
         ... fill the buffers ...
         RUN(form, round, Bcast, bcast, (ints...), (large counts...));
         ... look at the result ...
       }
       end_rounds(form);

   so that a persistent request is started several times, with other data. */
#pragma once
#include "check.h"

enum form {
  blocking,
  nonblocking,
  persistent,
  blocking_c,
  nonblocking_c,
  persistent_c,
  form_count
};

static MPI_Request form_request;

static int start_count = 3; /* of a persistent request; 1 with any argument of the program */

static int is_persistent(int form) {
  return form % 3 == persistent;
}
static int rounds(int form) {
  return is_persistent(form) ? start_count : 1;
}

static void start_forms(int* argc, char*** argv) {
  start_test(argc, argv);
  if (*argc > 1) start_count = 1;
}

#define WITH_REQUEST(...) (__VA_ARGS__, &form_request)
#define WITH_INFO(...) (__VA_ARGS__, MPI_INFO_NULL, &form_request)

/* `ints` and `large` are the arguments of the blocking call and of its large-count form, up to the
   communicator. */
#define RUN(form, round, Name, name, ints, large)                                        \
  do {                                                                                   \
    if (form == blocking) MUST(MPI_##Name ints);                                         \
    if (form == blocking_c) MUST(MPI_##Name##_c large);                                  \
    if (form == nonblocking) MUST(MPI_I##name WITH_REQUEST ints);                        \
    if (form == nonblocking_c) MUST(MPI_I##name##_c WITH_REQUEST large);                 \
    if (form == persistent && (round) == 0) MUST(MPI_##Name##_init WITH_INFO ints);      \
    if (form == persistent_c && (round) == 0) MUST(MPI_##Name##_init_c WITH_INFO large); \
    complete_round(form);                                                                \
  } while (0)

/* Starts a persistent request, and completes what is under way in one of several ways. */
static void complete_round(int form) {
  static int calls;
  MPI_Status status;
  int flag = 0, index;
  if (form % 3 == blocking) return;
  if (is_persistent(form)) MUST(MPI_Start(&form_request));
  CHECK(form_request != MPI_REQUEST_NULL, "form %d", form);
  switch (calls++ % 4) {
    case 0:
      MUST(MPI_Wait(&form_request, &status));
      break;
    case 1:
      while (!flag) MUST(MPI_Test(&form_request, &flag, &status));
      break;
    case 2:
      MUST(MPI_Waitany(1, &form_request, &index, &status));
      CHECK(index == 0, "index %d", index);
      break;
    default:
      MUST(MPI_Waitall(1, &form_request, &status));
  }
  CHECK((form_request == MPI_REQUEST_NULL) == !is_persistent(form), "form %d", form);
}

static void end_rounds(int form) {
  if (!is_persistent(form)) return;
  MUST(MPI_Request_free(&form_request));
  CHECK(form_request == MPI_REQUEST_NULL, "after MPI_Request_free");
}
