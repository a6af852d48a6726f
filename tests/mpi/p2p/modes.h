/* SPDX-License-Identifier: BSD-3-Clause */
/* The four modes of a send, each with int and with large counts, as tables of functions. A ready
   send is legal everywhere here: the receives are posted first. */
#pragma once
#include "check.h"

enum { mode_count = 4, max_ints = 40000, ints_count = 7 };

/* From nothing to more than twice the usual border between eager and rendezvous messages. */
static const int ints_of_size[ints_count] = {0, 1, 100, 16383, 16384, 16385, max_ints};

static int* filled(int sender, int ints, int round) {
  int i, *data = malloc((size_t)(ints + 1) * sizeof(int));
  for (i = 0; i < ints; i++) data[i] = 1000003 * sender + 7 * round + i;
  return data;
}

/* The element behind the message was -1 before, and still is. */
static void check_filled(const int* data, int sender, int ints, int round) {
  int i;
  for (i = 0; i < ints; i++) {
    CHECK(data[i] == 1000003 * sender + 7 * round + i, "element %d of %d", i, ints);
  }
  CHECK(data[ints] == -1, "behind %d elements", ints);
}

static void check_status(const MPI_Status* status, int source, int tag, int ints) {
  int count;
  MPI_Get_count(status, MPI_INT, &count);
  CHECK(status->MPI_SOURCE == source, "source %d", status->MPI_SOURCE);
  CHECK(status->MPI_TAG == tag, "tag %d", status->MPI_TAG);
  CHECK(count == ints, "%d elements", count);
}

static void attach_buffer(int messages) {
  const int bytes = messages * (max_ints * (int)sizeof(int) + MPI_BSEND_OVERHEAD);
  MPI_Buffer_attach(malloc((size_t)bytes), bytes);
}

static void detach_buffer(void) {
  void* buffer;
  int bytes;
  MPI_Buffer_detach(&buffer, &bytes);
  free(buffer);
}
