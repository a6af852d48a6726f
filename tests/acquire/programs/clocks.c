// SPDX-License-Identifier: BSD-3-Clause
//
// What MPI_Wtime shows after calls of all kinds, for closed forms of virtual time (tests/acquire/
// virtual). Prints for each case its name and the seconds of each of four ranks since a barrier.
//
// Ranks begin at different times: wait_a_while(k) takes k latencies, by messages to the rank itself
// (or, with -DSIMULATED, by sleeping). The program is right on any MPI.
#include "clocks.h"

#include "clocks_collectives.h"

/* Messages */

static void ping_pong(void) {
  begin();
  for (int i = 0; i < 10; i++) {
    if (rank == 0) MPI_Send(out, 1000, MPI_CHAR, 1, i, world);
    if (rank == 1) MPI_Recv(in, 1000, MPI_CHAR, 0, i, world, ANY_TIME);
    if (rank == 1) MPI_Send(out, 1000, MPI_CHAR, 0, i, world);
    if (rank == 0) MPI_Recv(in, 1000, MPI_CHAR, 1, i, world, ANY_TIME);
  }
  end("ping_pong");
}

static void ring(void) {
  const int next = (rank + 1) % ranks, before = (rank + 3) % ranks;
  begin();
  for (int turn = 0; turn < 3; turn++) {
    if (rank == 0) MPI_Ssend(out, 250, MPI_INT, next, 0, world);
    MPI_Recv(in, 250, MPI_INT, before, 0, world, ANY_TIME);
    if (rank > 0) MPI_Ssend(out, 250, MPI_INT, next, 0, world);
  }
  end("ring");
}

static void stencil(void) {
  MPI_Request requests[4];
  const int right = rank < 3 ? rank + 1 : MPI_PROC_NULL, left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  begin();
  for (int turn = 0; turn < 5; turn++) {
    wait_a_while(rank * rank);
    MPI_Irecv(in, 100, MPI_CHAR, left, 1, world, &requests[0]);
    MPI_Irecv(in + 100, 200, MPI_CHAR, right, 2, world, &requests[1]);
    MPI_Isend(out, 100, MPI_CHAR, right, 1, world, &requests[2]);
    MPI_Isend(out, 200, MPI_CHAR, left, 2, world, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  }
  end("stencil");
}

static void any_source(void) {
  begin();
  wait_a_while(rank);
  for (int i = 1; i < ranks; i++) {
    MPI_Status status;
    if (rank > 0) break;
    MPI_Recv(in, 300, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, world, &status);
    expect(status.MPI_TAG == status.MPI_SOURCE, "tag of a wildcard");
  }
  if (rank > 0) MPI_Send(out, 100 * rank, MPI_CHAR, 0, rank, world);
  end("any_source");
}

/* Two messages of rank 1, the second later and longer, into two requests; the one at `first` is
   waited for first. `is_wild`: the request that is posted first takes any message. */
static void completion_order(const char* name, int first, int is_wild) {
  MPI_Request requests[2];
  double first_s = 0;
  begin();
  if (rank == 0) {
    const int source = is_wild ? MPI_ANY_SOURCE : 1, tag = is_wild ? MPI_ANY_TAG : 5;
    MPI_Irecv(in, 10, MPI_CHAR, source, tag, world, &requests[0]);
    MPI_Irecv(in + 10, 1000, MPI_CHAR, 1, 5, world, &requests[1]);
    MPI_Wait(&requests[first], ANY_TIME);
    first_s = passed_s();
    MPI_Wait(&requests[1 - first], ANY_TIME);
  }
  if (rank == 1) {
    MPI_Send(out, 10, MPI_CHAR, 0, 5, world);
    wait_a_while(10);
    MPI_Send(out, 1000, MPI_CHAR, 0, 5, world);
  }
  tell(name, first_s);
}

/* The wildcard takes a message of rank 2, so that of rank 1 belongs to the second receive. */
static void other_stream(void) {
  MPI_Request requests[2];
  double first_s = 0;
  begin();
  if (rank == 0) {
    MPI_Irecv(in, 10, MPI_CHAR, MPI_ANY_SOURCE, 5, world, &requests[0]);
    MPI_Irecv(in + 10, 1000, MPI_CHAR, 1, 5, world, &requests[1]);
    MPI_Wait(&requests[1], ANY_TIME);
    first_s = passed_s();
    MPI_Wait(&requests[0], ANY_TIME);
  }
  if (rank == 2) {
    wait_a_while(20);
    MPI_Ssend(out, 10, MPI_CHAR, 0, 5, world);
    MPI_Send(out, 0, MPI_CHAR, 1, 6, world);
  }
  if (rank == 1) {
    MPI_Recv(in, 0, MPI_CHAR, 2, 6, world, ANY_TIME);
    MPI_Send(out, 1000, MPI_CHAR, 0, 5, world);
  }
  tell("other_stream", first_s);
}

static void persistent(void) {
  MPI_Request request = MPI_REQUEST_NULL;
  begin();
  if (rank == 0) MPI_Recv_init(in, 500, MPI_CHAR, 1, 0, world, &request);
  if (rank == 1) MPI_Send_init(out, 500, MPI_CHAR, 0, 0, world, &request);
  if (rank == 2) MPI_Send_init(out, 500, MPI_CHAR, MPI_PROC_NULL, 0, world, &request);
  for (int turn = 0; turn < 3 && rank < 3; turn++) {
    if (rank == 1) wait_a_while(2);
    if (turn == 1) {
      MPI_Startall(1, &request);
    } else {
      MPI_Start(&request);
    }
    MPI_Wait(&request, ANY_TIME);
  }
  if (rank < 3) MPI_Request_free(&request);
  end("persistent");
}

static void shift(void) {
  const int next = (rank + 1) % ranks, before = (rank + 3) % ranks;
  begin();
  wait_a_while(rank);
  MPI_Sendrecv(out, 80, MPI_CHAR, next, 0, in, 80, MPI_CHAR, before, 0, world, ANY_TIME);
  end("sendrecv");
  begin();
  wait_a_while(rank);
  MPI_Sendrecv_replace(in, 80, MPI_CHAR, next, 0, MPI_ANY_SOURCE, 0, world, ANY_TIME);
  end("sendrecv_replace");
  MPI_Request request;
  begin();
  wait_a_while(rank);
#if MPI_VERSION >= 4
  MPI_Isendrecv(out, 80, MPI_CHAR, next, 0, in, 80, MPI_CHAR, before, 0, world, &request);
#else
  MPI_Irecv(in, 80, MPI_CHAR, before, 0, world, &request);
  MPI_Send(out, 80, MPI_CHAR, next, 0, world);
#endif
  MPI_Wait(&request, ANY_TIME);
  end("isendrecv");
}

static void probes(void) {
  static const char* const names[] = {"probe", "iprobe", "mprobe", "improbe"};
  for (int how = 0; how < 4; how++) {
    MPI_Message message;
    MPI_Request request;
    MPI_Status status;
    double found_s = 0;
    int flag = 0;
    begin();
    if (rank == 1) {
      wait_a_while(3);
      MPI_Send(out, 64, MPI_CHAR, 0, 8, world);
      wait_a_while(9);
      MPI_Send(out, 32, MPI_CHAR, 0, 8, world);
    }
    if (rank == 0) {
      if (how == 0) MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, world, &status);
      while (how == 1 && !flag) MPI_Iprobe(1, 8, world, &flag, &status);
      if (how == 2) MPI_Mprobe(1, MPI_ANY_TAG, world, &message, &status);
      while (how == 3 && !flag) MPI_Improbe(1, 8, world, &flag, &message, &status);
      found_s = passed_s();
      int count = 0;
      MPI_Get_count(&status, MPI_CHAR, &count);
      expect(count == 64, "what a probe found");
      if (how < 2) MPI_Recv(in, 64, MPI_CHAR, 1, 8, world, ANY_TIME);
      if (how == 2) MPI_Mrecv(in, 64, MPI_CHAR, &message, ANY_TIME);
      if (how == 3) MPI_Imrecv(in, 64, MPI_CHAR, &message, &request);
      if (how == 3) MPI_Wait(&request, ANY_TIME);
    }
    tell(names[how], found_s);
    begin();
    if (rank == 0) MPI_Recv(in, 64, MPI_CHAR, 1, 8, world, ANY_TIME);
    tell("second", 0);
  }
}

static void completions(void) {
  static const char* const names[] = {"waitany", "waitsome", "testany",    "testsome",
                                      "testall", "test",     "get_status", "waitall"};
  for (int how = 0; how < 8; how++) {
    MPI_Request requests[3];
    MPI_Status statuses[3];
    int index = 0, flag = 0, count = 0, indices[3];
    begin();
    if (rank > 0) {
      wait_a_while(rank);
      MPI_Send(out, 8 * rank, MPI_CHAR, 0, how, world);
    }
    for (int i = 0; i < 3 && rank == 0; i++)
      MPI_Irecv(in, 24, MPI_CHAR, i + 1, how, world, &requests[i]);
    for (int done = 0; done < 3 && rank == 0; flag = 0) {
      if (how == 0) MPI_Waitany(3, requests, &index, statuses), done++;
      if (how == 1) MPI_Waitsome(3, requests, &count, indices, statuses), done += count;
      if (how == 2) MPI_Testany(3, requests, &index, &flag, ANY_TIME), done += flag;
      if (how == 3) MPI_Testsome(3, requests, &count, indices, MPI_STATUSES_IGNORE), done += count;
      if (how == 4) MPI_Testall(3, requests, &flag, statuses), done += 3 * flag;
      if (how == 5) MPI_Test(&requests[done], &flag, ANY_TIME), done += flag;
      if (how == 6) MPI_Request_get_status(requests[done], &flag, ANY_TIME), done += flag;
      if (how == 7) MPI_Waitall(3, requests, statuses), done = 3;
    }
    end(names[how]);
    if (how == 6 && rank == 0) MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  }
}

/* A cancelled receive has no message, so the next one has the first stamp. */
static void cancelled_receive(void) {
  MPI_Request request;
  MPI_Status status;
  int is_cancelled = 0;
  begin();
  if (rank == 0) {
    MPI_Irecv(in, 1000, MPI_CHAR, 1, 9, world, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &is_cancelled);
    expect(is_cancelled, "a receive is cancelled");
    MPI_Send(out, 0, MPI_CHAR, 1, 10, world);
    MPI_Recv(in, 1000, MPI_CHAR, 1, 9, world, ANY_TIME);
  }
  if (rank == 1) {
    MPI_Recv(in, 0, MPI_CHAR, 0, 10, world, ANY_TIME);
    MPI_Send(out, 1000, MPI_CHAR, 0, 9, world);
  }
  end("cancelled_receive");
}

/* Whether a send is cancelled or not, the second message comes with its own time. */
static void cancelled_send(void) {
  MPI_Request request;
  MPI_Status status;
  int is_cancelled = 0;
  begin();
  if (rank == 1) {
    MPI_Isend(out, 10, MPI_CHAR, 0, 11, world, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &is_cancelled);
    MPI_Send(&is_cancelled, 1, MPI_INT, 0, 12, world);
    wait_a_while(5);
    MPI_Send(out, 1000, MPI_CHAR, 0, 11, world);
  }
  if (rank == 0) {
    MPI_Recv(&is_cancelled, 1, MPI_INT, 1, 12, world, ANY_TIME);
    if (!is_cancelled) MPI_Recv(in, 10, MPI_CHAR, 1, 11, world, ANY_TIME);
    MPI_Recv(in, 1000, MPI_CHAR, 1, 11, world, ANY_TIME);
  }
  end("cancelled_send");
}

/* The message of a request that nobody waits for has a stamp as well. */
static void freed_request(void) {
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Irecv(in, 10, MPI_CHAR, 1, 3, world, &request);
    MPI_Request_free(&request);
    expect(request == MPI_REQUEST_NULL, "a freed request is null");
    MPI_Irecv(in, 10, MPI_CHAR, MPI_ANY_SOURCE, 3, world, &request);
    MPI_Request_free(&request);
    MPI_Recv(in + 100, 1000, MPI_CHAR, 1, 3, world, ANY_TIME);
  }
  if (rank == 1) {
    MPI_Request sent;
    MPI_Isend(out, 10, MPI_CHAR, 0, 3, world, &sent);
    MPI_Request_free(&sent);
    MPI_Send(out, 10, MPI_CHAR, 0, 3, world);
    wait_a_while(5);
    MPI_Send(out, 1000, MPI_CHAR, 0, 3, world);
  }
  end("freed_request");
}

static void nobody(void) {
  MPI_Request request;
  MPI_Status status;
  begin();
  MPI_Send(out, 10, MPI_CHAR, MPI_PROC_NULL, 0, world);
  MPI_Recv(in, 10, MPI_CHAR, MPI_PROC_NULL, 0, world, &status);
  MPI_Sendrecv(out, 10, MPI_CHAR, MPI_PROC_NULL, 0, in, 10, MPI_CHAR, MPI_PROC_NULL, 0, world,
               &status);
  MPI_Probe(MPI_PROC_NULL, 0, world, &status);
  MPI_Irecv(in, 10, MPI_CHAR, MPI_PROC_NULL, 0, world, &request);
  MPI_Wait(&request, &status);
  end("proc_null");
}

static void to_itself(void) {
  MPI_Request request;
  begin();
  for (int i = 0; i < 3; i++) {
    MPI_Irecv(in, 300, MPI_CHAR, rank, 0, world, &request);
    MPI_Send(out, 300, MPI_CHAR, rank, 0, world);
    MPI_Wait(&request, ANY_TIME);
  }
  end("to_itself");
}

static void modes(void) {
  static char buffer[1 << 16];
  MPI_Request request;
  MPI_Buffer_attach(buffer, sizeof buffer);
  begin();
  if (rank == 0) {
    MPI_Recv(in, 100, MPI_CHAR, 1, 0, world, ANY_TIME);
    MPI_Recv(in, 100, MPI_CHAR, 1, 1, world, ANY_TIME);
    MPI_Irecv(in, 100, MPI_CHAR, 1, 2, world, &request);
    MPI_Send(out, 0, MPI_CHAR, 1, 0, world);
    MPI_Wait(&request, ANY_TIME);
  }
  if (rank == 1) {
    MPI_Bsend(out, 100, MPI_CHAR, 0, 0, world);
    MPI_Issend(out, 100, MPI_CHAR, 0, 1, world, &request);
    MPI_Wait(&request, ANY_TIME);
    MPI_Recv(in, 0, MPI_CHAR, 0, 0, world, ANY_TIME);
    MPI_Rsend(out, 100, MPI_CHAR, 0, 2, world);
  }
  end("modes");
  int size = 0;
  void* address = NULL;
  MPI_Buffer_detach(&address, &size);
}

static void strided(void) {
  MPI_Datatype column;
  MPI_Type_vector(50, 2, 4, MPI_INT, &column);
  MPI_Type_commit(&column);
  begin();
  if (rank == 0) MPI_Send(numbers, 2, column, 1, 0, world);
  if (rank == 1) MPI_Recv(sums, 2, column, 0, 0, world, ANY_TIME);
  end("strided");
  MPI_Type_free(&column);
}

/* Communicators */

static void communicators(void) {
  MPI_Comm twin, half, other, merged;
  MPI_Request request;
  begin();
  wait_a_while(rank);
  MPI_Comm_dup(world, &twin);
  end("comm_dup");
  begin();
  if (rank == 0) MPI_Irecv(in, 400, MPI_CHAR, MPI_ANY_SOURCE, 0, twin, &request);
  if (rank == 1) MPI_Send(out, 400, MPI_CHAR, 0, 0, twin);
  MPI_Comm_free(&twin);
  if (rank == 0) MPI_Wait(&request, ANY_TIME);
  end("freed_comm");
  begin();
  MPI_Comm_dup(world, &twin);
  begin();
  wait_a_while(rank);
  MPI_Iallreduce(numbers, sums, 100, MPI_INT, MPI_SUM, twin, &request);
#ifdef OPEN_MPI /* 4.1 crashes when a communicator is freed before */
  MPI_Wait(&request, ANY_TIME);
#endif
  MPI_Comm_free(&twin);
  MPI_Wait(&request, ANY_TIME);
  end("freed_collective");
  begin();
  MPI_Comm_idup(world, &twin, &request);
  MPI_Wait(&request, ANY_TIME);
  MPI_Sendrecv(out, 50, MPI_CHAR, (rank + 1) % 4, 0, in, 50, MPI_CHAR, (rank + 3) % 4, 0, twin,
               ANY_TIME);
  end("comm_idup");
  MPI_Comm_disconnect(&twin);
  MPI_Comm_split(world, rank / 2, -rank, &half);
  begin();
  wait_a_while(rank);
  MPI_Barrier(half);
  end("half");
  MPI_Intercomm_create(half, 0, world, rank < 2 ? 3 : 1, 4, &other);
  int its_rank;
  MPI_Comm_rank(half, &its_rank);
  begin();
  wait_a_while(rank);
  if (rank < 2) MPI_Send(out, 100, MPI_CHAR, its_rank, 0, other);
  if (rank >= 2) MPI_Recv(in, 100, MPI_CHAR, MPI_ANY_SOURCE, 0, other, ANY_TIME);
  end("intercomm");
  begin();
  wait_a_while(rank);
  MPI_Bcast(numbers, 25, MPI_INT, rank >= 2 ? 0 : its_rank == 0 ? MPI_ROOT : MPI_PROC_NULL, other);
  end("intercomm_bcast");
  begin();
  wait_a_while(rank);
  MPI_Barrier(other);
  end("intercomm_barrier");
  MPI_Intercomm_merge(other, rank >= 2, &merged);
  begin();
  wait_a_while(rank);
  MPI_Bcast(numbers, 25, MPI_INT, 0, merged);
  end("merged_bcast"); /* the root is rank 1 */
  MPI_Comm_free(&merged);
  MPI_Comm_free(&other);
  MPI_Comm_free(&half);
}

/* Other ranks are in MPI_Finalize by now: nothing that they send there is the program's. */
static void last_look(void) {
  int flag = 0;
  if (rank > 0) return;
  usleep(300000);
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, world, &flag, ANY_TIME);
  expect(!flag, "a message that nobody sent");
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(world, &rank);
  ping_pong();
  ring();
  stencil();
  any_source();
  completion_order("in_order", 0, 0);
  completion_order("in_order_wild", 0, 1);
  completion_order("out_of_order", 1, 0);
  completion_order("out_of_order_wild", 1, 1);
  other_stream();
  persistent();
  shift();
  probes();
  completions();
  cancelled_receive();
  cancelled_send();
  freed_request();
  nobody();
  to_itself();
  modes();
  strided();
  communicators();
  neighbours();
  collectives();
  last_look();
  MPI_Finalize();
  return 0;
}
