// SPDX-License-Identifier: BSD-3-Clause
//
// What a request keeps of the call that made it, and the call again: persistent requests are
// started many times.
#pragma once

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/mpi/p2p/protocol.h"
#include "libsmpi/mpi/requests/request.h"

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

}  // namespace smpi::p2p
