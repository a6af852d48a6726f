/* SPDX-License-Identifier: BSD-3-Clause */
/* Handles of messages and requests as Fortran integers and back. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Message message, again;
  MPI_Request send, receive, same;
  MPI_Status status;
  int value = -1;
  start_test(&argc, &argv);
  CHECK(MPI_Message_f2c(MPI_Message_c2f(MPI_MESSAGE_NULL)) == MPI_MESSAGE_NULL);
  CHECK(MPI_Message_f2c(MPI_Message_c2f(MPI_MESSAGE_NO_PROC)) == MPI_MESSAGE_NO_PROC);
  CHECK(MPI_Request_f2c(MPI_Request_c2f(MPI_REQUEST_NULL)) == MPI_REQUEST_NULL);
  MPI_Isend(&world_rank, 1, MPI_INT, world_rank, 1, MPI_COMM_WORLD, &send);
  MPI_Mprobe(world_rank, 1, MPI_COMM_WORLD, &message, &status);
  again = MPI_Message_f2c(MPI_Message_c2f(message));
  CHECK(again == message);
  MPI_Mrecv(&value, 1, MPI_INT, &again, &status);
  CHECK(value == world_rank && again == MPI_MESSAGE_NULL);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  MPI_Irecv(&value, 1, MPI_INT, world_rank, 2, MPI_COMM_WORLD, &receive);
  same = MPI_Request_f2c(MPI_Request_c2f(receive));
  CHECK(same == receive);
  MPI_Send(&world_rank, 1, MPI_INT, world_rank, 2, MPI_COMM_WORLD);
  MPI_Wait(&same, &status);
  CHECK(same == MPI_REQUEST_NULL && status.MPI_TAG == 2);
  return end_test();
}
