// SPDX-License-Identifier: BSD-3-Clause
//
// Messages as their watcher sees them: out of the way of those that nobody watches.
#include "libsmpi/mpi/p2p/message_watcher.h"

#include "libsmpi/mpi/datatype/datatype.h"

namespace smpi::p2p {
namespace {

void tell_begin(const SendSpec& spec, bool blocks, const void* key) {
  if (spec.destination < 0) return;
  message_watcher->begin({.communicator = *spec.communicator,
                          .channel = spec.channel,
                          .tag = spec.tag,
                          .is_receive = false,
                          .blocks = blocks,
                          .peer = spec.destination,
                          .size_bytes = spec.count * spec.type->size_bytes()},
                         key);
}

void tell_begin(const ReceiveSpec& spec, bool blocks, const void* key) {
  if (spec.source < 0) return;
  message_watcher->begin({.communicator = *spec.communicator,
                          .channel = spec.channel,
                          .tag = spec.tag,
                          .is_receive = true,
                          .blocks = blocks,
                          .peer = spec.source,
                          .size_bytes = spec.count * spec.type->size_bytes()},
                         key);
}

// A message that is complete when this object goes.
class Told {
 public:
  enum class Along : std::uint8_t { nothing, others };  // does the strand do anything meanwhile?
  template <class Spec>
  Told(const Spec& spec, Along along) {
    tell_begin(spec, along == Along::nothing, this);
  }
  ~Told() { message_watcher->end(this); }
  Told(const Told&) = delete;
  Told& operator=(const Told&) = delete;
};

}  // namespace

int watched::tell_send(const SendSpec& spec) {
  const Told told(spec, Told::Along::nothing);
  return p2p::send(spec);
}

Status watched::tell_receive(const ReceiveSpec& spec) {
  const Told told(spec, Told::Along::nothing);
  return p2p::receive(spec);
}

Exchanged watched::tell_exchange(const SendSpec& outgoing, const ReceiveSpec& incoming) {
  const Told coming(incoming, Told::Along::others);
  const Told going(outgoing, Told::Along::others);
  return p2p::exchange(outgoing, incoming);
}

Request* watched::tell_start_send(const SendSpec& spec) {
  Request* const request = p2p::start_send(spec);
  tell_begin(spec, false, request);
  return request;
}

Request* watched::tell_start_receive(const ReceiveSpec& spec) {
  Request* const request = p2p::start_receive(spec);
  tell_begin(spec, false, request);
  return request;
}

}  // namespace smpi::p2p
