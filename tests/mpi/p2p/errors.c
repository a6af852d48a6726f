/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong arguments of point-to-point calls: the class of the error. */
#include "check.h"

static MPI_Comm world;
static int value, flag, position;
static MPI_Request request;
static MPI_Message message;
static MPI_Status status;

static void test_sends(void) {
  MPI_Datatype uncommitted;
  MUST_FAIL(MPI_ERR_COMM, MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Send(&value, -1, MPI_INT, 0, 0, world));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Send_c(&value, -1, MPI_INT, 0, 0, world));
  MUST_FAIL(MPI_ERR_TYPE, MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, world));
  MUST_FAIL(MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, world_size, 0, world));
  MUST_FAIL(MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, -77, 0, world));
  MUST_FAIL(MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, world));
  MUST_FAIL(MPI_ERR_TAG, MPI_Send(&value, 1, MPI_INT, 0, -5, world));
  MUST_FAIL(MPI_ERR_TAG, MPI_Send(&value, 1, MPI_INT, 0, MPI_ANY_TAG, world));
  MUST_FAIL(MPI_ERR_BUFFER, MPI_Send(NULL, 1, MPI_INT, 0, 0, world));
  MUST_FAIL(MPI_ERR_RANK, MPI_Ssend(&value, 1, MPI_INT, world_size, 0, world));
  MUST_FAIL(MPI_ERR_RANK, MPI_Rsend(&value, 1, MPI_INT, world_size, 0, world));
  MUST_FAIL(MPI_ERR_RANK, MPI_Bsend(&value, 1, MPI_INT, world_size, 0, world));
  MUST_FAIL(MPI_ERR_RANK, MPI_Isend(&value, 1, MPI_INT, world_size, 0, world, &request));
  MUST_FAIL(MPI_ERR_TAG, MPI_Issend(&value, 1, MPI_INT, 0, -5, world, &request));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Send_init(&value, -1, MPI_INT, 0, 0, world, &request));
  MPI_Type_contiguous(2, MPI_INT, &uncommitted);
  MUST_FAIL(MPI_ERR_TYPE, MPI_Send(&value, 1, uncommitted, 0, 0, world));
  MPI_Type_free(&uncommitted);
}

static void test_receives(void) {
  MUST_FAIL(MPI_ERR_COMM, MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL, &status));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Recv(&value, -1, MPI_INT, 0, 0, world, &status));
  MUST_FAIL(MPI_ERR_TYPE, MPI_Recv(&value, 1, MPI_DATATYPE_NULL, 0, 0, world, &status));
  MUST_FAIL(MPI_ERR_RANK, MPI_Recv(&value, 1, MPI_INT, world_size, 0, world, &status));
  MUST_FAIL(MPI_ERR_RANK, MPI_Recv(&value, 1, MPI_INT, -77, 0, world, &status));
  MUST_FAIL(MPI_ERR_TAG, MPI_Recv(&value, 1, MPI_INT, 0, -77, world, &status));
  MUST_FAIL(MPI_ERR_BUFFER, MPI_Recv(NULL, 1, MPI_INT, 0, 0, world, &status));
  MUST_FAIL(MPI_ERR_RANK, MPI_Irecv(&value, 1, MPI_INT, world_size, 0, world, &request));
  MUST_FAIL(MPI_ERR_RANK, MPI_Recv_init(&value, 1, MPI_INT, world_size, 0, world, &request));
  MUST_FAIL(MPI_ERR_RANK, MPI_Probe(world_size, 0, world, &status));
  MUST_FAIL(MPI_ERR_TAG, MPI_Iprobe(0, -77, world, &flag, &status));
  MUST_FAIL(MPI_ERR_COMM, MPI_Mprobe(0, 0, MPI_COMM_NULL, &message, &status));
  message = MPI_MESSAGE_NULL;
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Mrecv(&value, 1, MPI_INT, &message, &status));
}

static void test_both(void) {
  MUST_FAIL(MPI_ERR_RANK, MPI_Sendrecv(&value, 1, MPI_INT, world_size, 0, &flag, 1, MPI_INT, 0, 0,
                                       world, &status));
  MUST_FAIL(MPI_ERR_TAG,
            MPI_Sendrecv(&value, 1, MPI_INT, 0, 0, &flag, 1, MPI_INT, 0, -77, world, &status));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Sendrecv_replace(&value, -1, MPI_INT, 0, 0, 0, 0, world, &status));
}

static void test_requests(void) {
  MPI_Request none = MPI_REQUEST_NULL;
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Request_free(&none));
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Cancel(&none));
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Start(&none));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Waitall(-1, &none, MPI_STATUSES_IGNORE));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Startall(-1, &none));
  MUST_FAIL(MPI_ERR_TYPE, MPI_Get_count(&status, MPI_DATATYPE_NULL, &position));
}

int main(int argc, char** argv) {
  start_test(&argc, &argv);
  return_errors();
  world = MPI_COMM_WORLD;
  memset(&status, 0, sizeof status);
  test_sends();
  test_receives();
  test_both();
  test_requests();
  return end_test();
}
