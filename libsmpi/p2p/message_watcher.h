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

// The calls of the above; messages to and from nobody are none.
void tell_begin(const SendSpec& spec, bool blocks, const void* key);
void tell_begin(const ReceiveSpec& spec, bool blocks, const void* key);

template <class Spec>
void watch(const Spec& spec, const void* key) {
  if (message_watcher != nullptr) [[unlikely]]
    tell_begin(spec, false, key);
}
inline void end_watch(const void* key) {
  if (message_watcher != nullptr) [[unlikely]]
    message_watcher->end(key);
}

// A message that is complete when this object goes.
class Watched {
 public:
  enum class Along : std::uint8_t { nothing, others };  // does the strand do anything meanwhile?
  template <class Spec>
  Watched(const Spec& spec, Along along) {
    if (message_watcher != nullptr) [[unlikely]]
      tell_begin(spec, along == Along::nothing, this);
  }
  ~Watched() { end_watch(this); }
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;
};

}  // namespace smpi::p2p
