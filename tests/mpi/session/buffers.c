/* SPDX-License-Identifier: BSD-3-Clause */
/* Buffered sends on communicators of a session use the session's buffer. */
#include "session.h"

#define COUNT 300
#define ROOM (COUNT * sizeof(int) + MPI_BSEND_OVERHEAD)

int main(void) {
  static char buffer[2 * ROOM];
  int values[COUNT], received[COUNT], peer, size, i, round;
  void* address = NULL;
  MPI_Count large_size;
  MPI_Session session;
  MPI_Comm comm = open_session(&session, "session.buffers"), duplicate;
  MPI_Request request;
  peer = (world_rank + 1) % world_size;
  for (i = 0; i < COUNT; i++) values[i] = 100 * world_rank + i;
  MPI_Comm_dup(comm, &duplicate);
  MPI_Comm_set_errhandler(duplicate, MPI_ERRORS_RETURN);
  MUST_FAIL(MPI_ERR_BUFFER, MPI_Bsend(values, COUNT, MPI_INT, peer, 0, duplicate));
  MUST(MPI_Session_attach_buffer(session, buffer, sizeof buffer));
  for (round = 0; round < 2; round++) {
    MUST(MPI_Bsend(values, COUNT, MPI_INT, peer, round, duplicate));
  }
  MUST_FAIL(MPI_ERR_BUFFER, MPI_Bsend(values, COUNT, MPI_INT, peer, 2, duplicate));
  for (round = 0; round < 2; round++) {
    MPI_Recv(received, COUNT, MPI_INT, MPI_ANY_SOURCE, round, duplicate, MPI_STATUS_IGNORE);
    CHECK(received[7] == 100 * ((world_rank + world_size - 1) % world_size) + 7);
  }
  MUST(MPI_Session_flush_buffer(session));
  MUST(MPI_Session_iflush_buffer(session, &request));
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MUST(MPI_Session_detach_buffer(session, &address, &size));
  CHECK(address == buffer && size == (int)sizeof buffer);
  MUST(MPI_Session_attach_buffer_c(session, buffer, ROOM));
  MUST(MPI_Session_detach_buffer_c(session, &address, &large_size));
  CHECK(address == buffer && large_size == (MPI_Count)ROOM);
  MPI_Comm_free(&duplicate);
  return close_session(&session, &comm);
}
