// SPDX-License-Identifier: BSD-3-Clause
//
// Who wants to know the messages that collectives and creations of communicators are made of, such
// as the recorder of traces that say messages where SimGrid has no collective. Apart from Observer
// (runtime/observers.h), which sees messages without the waits for them. Nobody watches: one
// comparison a message.
#pragma once

#include "libsmpi/p2p/protocol.h"

namespace smpi::p2p {

struct WatchedMessage {
  const Communicator& communicator;
  Channel channel;
  int tag;
  bool is_receive;
  bool blocks;  // the strand does nothing else until it is complete
  int peer;     // the other side
  MPI_Count size_bytes;
};

class MessageWatcher {
 public:
  virtual ~MessageWatcher() = default;
  // The running strand begins a message, and goes on after waiting for it. `key` names it until
  // then.
  virtual void begin(const WatchedMessage& message, const void* key) = 0;
  virtual void end(const void* key) = 0;
};

// Of the process; nullptr: nobody wants to know.
inline constinit MessageWatcher* message_watcher = nullptr;

// Messages of a watched kind: as the functions of protocol.h, and told to who watches. Messages to
// and from nobody are not told.
namespace watched {

[[gnu::cold]] int tell_send(const SendSpec& spec);
[[gnu::cold]] Status tell_receive(const ReceiveSpec& spec);
[[gnu::cold]] Exchanged tell_exchange(const SendSpec& outgoing, const ReceiveSpec& incoming);
[[gnu::cold]] Request* tell_start_send(const SendSpec& spec);
[[gnu::cold]] Request* tell_start_receive(const ReceiveSpec& spec);

inline int send(const SendSpec& spec) {
  return message_watcher != nullptr ? tell_send(spec) : p2p::send(spec);
}
inline Status receive(const ReceiveSpec& spec) {
  return message_watcher != nullptr ? tell_receive(spec) : p2p::receive(spec);
}
inline Exchanged exchange(const SendSpec& outgoing, const ReceiveSpec& incoming) {
  return message_watcher != nullptr ? tell_exchange(outgoing, incoming)
                                    : p2p::exchange(outgoing, incoming);
}
// Each ends with end(), after the wait for it.
inline Request* start_send(const SendSpec& spec) {
  return message_watcher != nullptr ? tell_start_send(spec) : p2p::start_send(spec);
}
inline Request* start_receive(const ReceiveSpec& spec) {
  return message_watcher != nullptr ? tell_start_receive(spec) : p2p::start_receive(spec);
}
inline void end(const Request* request) {
  if (message_watcher != nullptr) [[unlikely]]
    message_watcher->end(request);
}

}  // namespace watched
}  // namespace smpi::p2p
