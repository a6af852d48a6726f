/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages from and to a rank that fails. */
#include "survivors.h"

static int value;
static MPI_Status status;

static void pending_receive(void) {
  if (rank == lost) lose();
  if (rank != 0) return;
  EXPECT(class_of(MPI_Recv(&value, 1, MPI_INT, lost, 0, MPI_COMM_WORLD, &status)) ==
         MPI_ERR_PROC_FAILED);
  EXPECT(is_near(MPI_Wtime(), 1.5));
}

static void new_receive(void) {
  if (rank == lost) lose();
  if (rank != 0) return;
  sleep(3);
  const double start_s = MPI_Wtime();
  EXPECT(class_of(MPI_Recv(&value, 1, MPI_INT, lost, 0, MPI_COMM_WORLD, &status)) ==
         MPI_ERR_PROC_FAILED);
  EXPECT(is_near(MPI_Wtime(), start_s));
}

/* What it sent before may still be received. */
static void message_of_lost(void) {
  value = 7;
  if (rank == lost) {
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    lose();
  }
  if (rank != 0) return;
  sleep(3);
  value = 0;
  EXPECT(MPI_Recv(&value, 1, MPI_INT, lost, 0, MPI_COMM_WORLD, &status) == MPI_SUCCESS);
  EXPECT(value == 7 && status.MPI_SOURCE == lost);
}

/* The data of a long message leave when it is received: they are lost. */
static void long_message_of_lost(void) {
  if (rank == lost) {
    MPI_Send(large, large_count, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    lose();
  }
  if (rank != 0) return;
  sleep(3);
  EXPECT(class_of(MPI_Recv(large, large_count, MPI_CHAR, lost, 0, MPI_COMM_WORLD, &status)) ==
         MPI_ERR_PROC_FAILED);
}

static void acknowledge_all(void) {
  int acknowledged;
  EXPECT(MPI_Comm_ack_failed(MPI_COMM_WORLD, size, &acknowledged) == MPI_SUCCESS);
  EXPECT(acknowledged == 1);
}

static void wildcard(void) {
  if (rank == lost) lose();
  if (rank == 2) {
    sleep(5);
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  if (rank != 0) return;
  for (int i = 0; i < 2; i++) {
    EXPECT(class_of(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status)) ==
           MPI_ERR_PROC_FAILED);
  }
  acknowledge_all();
  EXPECT(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status) == MPI_SUCCESS);
  EXPECT(value == 2 && status.MPI_SOURCE == 2);
}

/* The request lives on, and completes after the acknowledgement. */
static void pending_wildcard(void) {
  if (rank == lost) lose();
  if (rank == 2) {
    sleep(5);
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  if (rank != 0) return;
  MPI_Request request;
  MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
  for (int i = 0; i < 2; i++) {
    EXPECT(class_of(MPI_Wait(&request, &status)) == MPI_ERR_PROC_FAILED_PENDING);
    EXPECT(request != MPI_REQUEST_NULL);
  }
  EXPECT(is_near(MPI_Wtime(), 1.5));
  acknowledge_all();
  EXPECT(MPI_Wait(&request, &status) == MPI_SUCCESS);
  EXPECT(value == 2 && request == MPI_REQUEST_NULL && MPI_Wtime() > 5);
}

/* A message that comes ends the state without an acknowledgement. */
static void wildcard_that_matches(void) {
  if (rank == lost) lose();
  if (rank == 2) {
    sleep(5);
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  if (rank != 0) return;
  MPI_Request request;
  MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
  EXPECT(class_of(MPI_Wait(&request, &status)) == MPI_ERR_PROC_FAILED_PENDING);
  sleep(6);
  EXPECT(MPI_Wait(&request, &status) == MPI_SUCCESS);
  EXPECT(value == 2 && status.MPI_SOURCE == 2);
}

static void cancelled_wildcard(void) {
  if (rank == lost) lose();
  if (rank != 0) return;
  MPI_Request request;
  MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
  EXPECT(class_of(MPI_Wait(&request, &status)) == MPI_ERR_PROC_FAILED_PENDING);
  EXPECT(MPI_Cancel(&request) == MPI_SUCCESS);
  EXPECT(MPI_Wait(&request, &status) == MPI_SUCCESS);
  int is_cancelled;
  MPI_Test_cancelled(&status, &is_cancelled);
  EXPECT(is_cancelled && request == MPI_REQUEST_NULL);
}

static void sends(void) {
  if (rank == lost) lose();
  if (rank != 0) return;
  sleep(3);
  EXPECT(class_of(MPI_Send(&value, 1, MPI_INT, lost, 0, MPI_COMM_WORLD)) == MPI_ERR_PROC_FAILED);
  EXPECT(class_of(MPI_Send(large, large_count, MPI_CHAR, lost, 0, MPI_COMM_WORLD)) ==
         MPI_ERR_PROC_FAILED);
  EXPECT(class_of(MPI_Ssend(&value, 1, MPI_INT, lost, 0, MPI_COMM_WORLD)) == MPI_ERR_PROC_FAILED);
  MPI_Request request;
  EXPECT(MPI_Isend(&value, 1, MPI_INT, lost, 0, MPI_COMM_WORLD, &request) == MPI_SUCCESS);
  EXPECT(class_of(MPI_Wait(&request, &status)) == MPI_ERR_PROC_FAILED);
  EXPECT(MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD) == MPI_SUCCESS);
}

/* Both wait for a receive that never comes. */
static void pending_sends(void) {
  if (rank == lost) lose();
  if (rank == 0) {
    EXPECT(class_of(MPI_Send(large, large_count, MPI_CHAR, lost, 0, MPI_COMM_WORLD)) ==
           MPI_ERR_PROC_FAILED);
    EXPECT(is_near(MPI_Wtime(), 1.5));
  }
  if (rank == 2) {
    EXPECT(class_of(MPI_Ssend(&value, 1, MPI_INT, lost, 0, MPI_COMM_WORLD)) == MPI_ERR_PROC_FAILED);
    EXPECT(is_near(MPI_Wtime(), 1.5));
  }
}

static void exchange(void) {
  if (rank == lost) lose();
  if (rank != 0) return;
  int in;
  EXPECT(class_of(MPI_Sendrecv(&value, 1, MPI_INT, lost, 0, &in, 1, MPI_INT, lost, 0,
                               MPI_COMM_WORLD, &status)) == MPI_ERR_PROC_FAILED);
}

static void probes(void) {
  if (rank == lost) lose();
  if (rank != 0) return;
  int flag;
  MPI_Message message;
  EXPECT(MPI_Iprobe(lost, 0, MPI_COMM_WORLD, &flag, &status) == MPI_SUCCESS && !flag);
  EXPECT(class_of(MPI_Probe(lost, 0, MPI_COMM_WORLD, &status)) == MPI_ERR_PROC_FAILED);
  EXPECT(is_near(MPI_Wtime(), 1.5));
  EXPECT(class_of(MPI_Iprobe(lost, 0, MPI_COMM_WORLD, &flag, &status)) == MPI_ERR_PROC_FAILED);
  EXPECT(class_of(MPI_Mprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &message, &status)) ==
         MPI_ERR_PROC_FAILED);
}

static void several_requests(void) {
  if (rank == lost) lose();
  if (rank == 2) MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  if (rank != 0) return;
  int values[2];
  MPI_Request requests[2];
  MPI_Status statuses[2];
  MPI_Irecv(&values[0], 1, MPI_INT, lost, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&values[1], 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &requests[1]);
  EXPECT(MPI_Waitall(2, requests, statuses) == MPI_ERR_IN_STATUS);
  EXPECT(class_of(statuses[0].MPI_ERROR) == MPI_ERR_PROC_FAILED);
  EXPECT(statuses[1].MPI_ERROR == MPI_SUCCESS && values[1] == 2);
  EXPECT(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
}

static void persistent(void) {
  if (rank == lost) lose();
  if (rank != 0) return;
  MPI_Request request;
  MPI_Recv_init(&value, 1, MPI_INT, lost, 0, MPI_COMM_WORLD, &request);
  for (int i = 0; i < 2; i++) {
    MPI_Start(&request);
    EXPECT(class_of(MPI_Wait(&request, &status)) == MPI_ERR_PROC_FAILED);
  }
  MPI_Request_free(&request);
}

static int handled = MPI_SUCCESS;

static void handler(MPI_Comm* comm, int* code, ...) {
  handled = class_of(*code);
  EXPECT(*comm == MPI_COMM_WORLD);
}

static void own_handler(void) {
  MPI_Errhandler made;
  MPI_Comm_create_errhandler(handler, &made);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, made);
  if (rank == lost) lose();
  if (rank == 0) {
    MPI_Recv(&value, 1, MPI_INT, lost, 0, MPI_COMM_WORLD, &status);
    EXPECT(handled == MPI_ERR_PROC_FAILED);
  }
  MPI_Errhandler_free(&made);
}

/* The job ends as without any of this. */
static void fatal(void) {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  if (rank == lost) lose();
  MPI_Recv(&value, 1, MPI_INT, lost, 0, MPI_COMM_WORLD, &status);
}

int main(int argc, char** argv) {
  static const struct Case cases[] = {
      {"pending_receive", pending_receive},
      {"new_receive", new_receive},
      {"message_of_lost", message_of_lost},
      {"long_message_of_lost", long_message_of_lost},
      {"wildcard", wildcard},
      {"pending_wildcard", pending_wildcard},
      {"wildcard_that_matches", wildcard_that_matches},
      {"cancelled_wildcard", cancelled_wildcard},
      {"sends", sends},
      {"pending_sends", pending_sends},
      {"exchange", exchange},
      {"probes", probes},
      {"several_requests", several_requests},
      {"persistent", persistent},
      {"own_handler", own_handler},
      {"fatal", fatal},
  };
  return run_case(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
