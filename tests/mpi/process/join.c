/* SPDX-License-Identifier: BSD-3-Clause */
/* Two ranks with a socket between them become an intercommunicator; the socket is left as it was.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

/* The connection is in the queue of the listening socket before it is accepted, so that no call
   waits in the kernel. */
static int connect_ranks(void) {
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  int accepted;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  CHECK(descriptor >= 0);
  if (world_rank == 0) {
    CHECK(bind(descriptor, (struct sockaddr*)&address, sizeof address) == 0);
    CHECK(listen(descriptor, 1) == 0);
    CHECK(getsockname(descriptor, (struct sockaddr*)&address, &length) == 0);
    MPI_Send(&address, sizeof address, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    accepted = accept(descriptor, NULL, NULL);
    CHECK(accepted >= 0);
    close(descriptor);
    return accepted;
  }
  MPI_Recv(&address, sizeof address, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(connect(descriptor, (struct sockaddr*)&address, sizeof address) == 0);
  MPI_Send(NULL, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
  return descriptor;
}

int main(int argc, char** argv) {
  int received = -1, size;
  start_test(&argc, &argv);
  if (world_rank < 2) {
    const int descriptor = connect_ranks();
    MPI_Comm inter = MPI_COMM_NULL;
    char letter = world_rank == 0 ? 'a' : 'b';
    MUST(MPI_Comm_join(descriptor, &inter));
    CHECK(inter != MPI_COMM_NULL);
    MPI_Comm_remote_size(inter, &size);
    CHECK(size == 1);
    MPI_Sendrecv(&world_rank, 1, MPI_INT, 0, 0, &received, 1, MPI_INT, 0, 0, inter,
                 MPI_STATUS_IGNORE);
    CHECK(received == 1 - world_rank);
    CHECK(write(descriptor, &letter, 1) == 1);
    MPI_Barrier(inter);
    CHECK(read(descriptor, &letter, 1) == 1 && letter == (world_rank == 0 ? 'b' : 'a'));
    MPI_Comm_disconnect(&inter);
    close(descriptor);
  }
  return end_test();
}
