// SPDX-License-Identifier: BSD-3-Clause
//
// Point-to-point communication (MPI 5.0, 3; MODELS 7): posting, matching, transfer, completion.
//
// Collectives, one-sided operations and the API all send through these functions; arguments were
// checked by the caller. A message is copied to its receiver as soon as both sides are known: the
// receive buffer belongs to MPI until the receive completes, so nobody can see that the bytes are
// there before the simulated transfer ends, and a detached send whose receive is already posted
// needs no intermediate copy.
#pragma once

#include <span>
#include <string>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/requests/request.h"
#include "models/network/network.h"

namespace smpi::p2p {

struct SendSpec {
  const void* buffer;
  MPI_Count count;
  Datatype* type;
  int destination;  // rank in the remote group, or MPI_PROC_NULL
  int tag;
  Communicator* communicator;
  Channel channel = Channel::point_to_point;
  SendMode mode = SendMode::standard;
  bool is_begun = false;  // costs what a nonblocking send does, which is waited for at once
};

struct ReceiveSpec {
  void* buffer;
  MPI_Count count;
  Datatype* type;
  int source;  // rank in the remote group, MPI_ANY_SOURCE or MPI_PROC_NULL
  int tag;     // or MPI_ANY_TAG
  Communicator* communicator;
  Channel channel = Channel::point_to_point;
};

// Blocking forms. send() returns when the buffer may be reused. receive() returns the status; its
// error is MPI_SUCCESS, MPI_ERR_TRUNCATE or MPI_ERR_OTHER.
int send(const SendSpec& spec);
Status receive(const ReceiveSpec& spec);
// Both at once (MPI 5.0, 3.10).
struct Exchanged {
  Status received;
  int send_error;
};
Exchanged exchange(const SendSpec& outgoing, const ReceiveSpec& incoming);

// Nonblocking forms: the caller owns the request and ends it with finish() after waiting.
Request* start_send(const SendSpec& spec);
Request* start_receive(const ReceiveSpec& spec);

// Persistent forms: an inactive request; start() posts it.
Request* make_send(const SendSpec& spec);
Request* make_receive(const ReceiveSpec& spec);
void start(Request& request);

// Removes a send or receive that is not matched yet; false when it is too late.
bool cancel(Request& request);

// Receives a message that a matched probe took out of the queue (probe.h).
Request* start_matched_receive(Message& message, const ReceiveSpec& spec);

// Takes a queued message away, and ends its send with `error`. One whose data are under way already
// stays.
void refuse(Message& message, int error);

// A link has failed under a flow: its send and its receive end with MPI_ERR_OTHER, which is about
// `cause`. False: the flow is not that of a message.
bool fail_transfer(const models::Network::FailedFlow& flow, const std::string& cause);

}  // namespace smpi::p2p
