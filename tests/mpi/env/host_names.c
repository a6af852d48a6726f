/* SPDX-License-Identifier: BSD-3-Clause */
/* The name of another rank's host can be looked up, as programs do that connect by sockets. */
#include <netdb.h>

#include "check.h"

int main(int argc, char** argv) {
  char mine[MPI_MAX_PROCESSOR_NAME] = "", theirs[MPI_MAX_PROCESSOR_NAME];
  int length;
  struct addrinfo* found = NULL;
  start_test(&argc, &argv);
  MUST(MPI_Get_processor_name(mine, &length));
  MUST(MPI_Sendrecv(mine, sizeof mine, MPI_CHAR, (world_rank + 1) % world_size, 0, theirs,
                    sizeof theirs, MPI_CHAR, (world_rank + world_size - 1) % world_size, 0,
                    MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  CHECK(gethostbyname(theirs) != NULL, "gethostbyname(%s)", theirs);
  CHECK(getaddrinfo(theirs, "80", NULL, &found) == 0 && found != NULL, "getaddrinfo(%s)", theirs);
  freeaddrinfo(found);
  CHECK(gethostbyname("no.such.host.invalid") == NULL, "a name that no host has");
  return end_test();
}
