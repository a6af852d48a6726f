// SPDX-License-Identifier: BSD-3-Clause
//
// What a request keeps of the call that made it, and the call again: persistent requests are
// started many times. And what observers learn of it.
#pragma once

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/mpi/p2p/protocol.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::p2p {

inline void fill(Request& request, const SendSpec& spec) {
  request.mode = spec.mode;
  request.communicator = spec.communicator;
  request.communicator->retain();
  request.type = spec.type;
  if (request.type != nullptr) request.type->retain();
  request.buffer = const_cast<void*>(spec.buffer);
  request.count = spec.count;
  request.peer = spec.destination;
  request.tag = spec.tag;
  request.channel = spec.communicator->channel(spec.channel);
}

inline void fill(Request& request, const ReceiveSpec& spec) {
  request.communicator = spec.communicator;
  request.communicator->retain();
  request.type = spec.type;
  if (request.type != nullptr) request.type->retain();
  request.buffer = spec.buffer;
  request.count = spec.count;
  request.peer = spec.source;
  request.tag = spec.tag;
  request.channel = spec.communicator->channel(spec.channel);
}

inline SendSpec spec_of(const Request& send) {
  return {.buffer = send.buffer,
          .count = send.count,
          .type = send.type,
          .destination = send.peer,
          .tag = send.tag,
          .communicator = send.communicator,
          .channel = static_cast<Channel>(send.channel % channel_count),
          .mode = send.mode};
}

// What observers learn of a call of the program; messages inside collectives are not its arguments.
inline void note(const SendSpec& spec, MPI_Count size_bytes) {
  CallDetails* details = details_of_call(spec.communicator->simulation());
  if (details == nullptr || spec.channel != Channel::point_to_point) return;
  details->communicator = spec.communicator;
  details->peer = spec.destination;
  details->tag = spec.tag;
  details->sent_bytes = size_bytes;
}

inline void note(const Request& receive) {
  CallDetails* details = details_of_call(receive.owner->simulation);
  const auto channel = static_cast<Channel>(receive.channel % channel_count);
  if (details == nullptr || channel != Channel::point_to_point) return;
  details->communicator = receive.communicator;
  details->receive_peer = receive.peer;
  details->receive_tag = receive.tag;
  details->received_bytes = receive.count * receive.type->size_bytes();
}

}  // namespace smpi::p2p
