/* SPDX-License-Identifier: BSD-3-Clause */
/* Two ranks with a socket between them become an intercommunicator; the socket is left as it was.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

/* Rank 0 waits for the connection, and for a letter, before rank 1 makes it. */
static int connect_ranks(void) {
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  int accepted;
  char letter = 'x';
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  CHECK(descriptor >= 0);
  if (world_rank == 0) {
    CHECK(bind(descriptor, (struct sockaddr*)&address, sizeof address) == 0);
    CHECK(listen(descriptor, 1) == 0);
    CHECK(getsockname(descriptor, (struct sockaddr*)&address, &length) == 0);
    MPI_Send(&address, sizeof address, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    accepted = accept(descriptor, NULL, NULL);
    CHECK(accepted >= 0);
    CHECK(recv(accepted, &letter, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN);
    CHECK(recv(accepted, &letter, 1, 0) == 1 && letter == 'x');
    close(descriptor);
    return accepted;
  }
  MPI_Recv(&address, sizeof address, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  sleep(1);
  CHECK(connect(descriptor, (struct sockaddr*)&address, sizeof address) == 0);
  sleep(1);
  CHECK(send(descriptor, &letter, 1, 0) == 1);
  return descriptor;
}

int main(int argc, char** argv) {
  int received = -1, size;
  start_test(&argc, &argv);
  if (world_rank < 2) {
    const double start_s = MPI_Wtime();
    const int descriptor = connect_ranks();
    const double connected_s = MPI_Wtime() - start_s;
    MPI_Comm inter = MPI_COMM_NULL;
    char letter = world_rank == 0 ? 'a' : 'b';
    CHECK(connected_s > 2 && connected_s < 2.5); /* rank 1 sleeps twice */
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
