// SPDX-License-Identifier: BSD-3-Clause
//
// Who wants to know the messages that collectives, windows and creations of communicators are made
// of, such as the recorder of traces that say messages where SimGrid has no action. Apart from
// Observer (runtime/observers.h), which sees messages without the waits for them. Nobody watches:
// one comparison a message.
#pragma once

#include "libsmpi/mpi/p2p/protocol.h"

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

// What goes between the two sides of a one-sided operation, or of a lock. The target's program
// takes no part.
struct WatchedFlow {
  const Communicator& communicator;  // the window's, of the origin
  int target;
  bool is_towards_target;
  enum class Kind : std::uint8_t {
    operation,
    requested,  // a request completes with it
    lock
  } kind;
  MPI_Count size_bytes;
};

class MessageWatcher {
 public:
  virtual ~MessageWatcher() = default;
  // The running strand begins a message, and goes on after waiting for it. `key` names it until
  // then.
  virtual void begin(const WatchedMessage& message, const void* key) = 0;
  virtual void end(const void* key) = 0;

  virtual void begin_flow(const WatchedFlow& flow, const void* key) = 0;
  virtual void end_flow(const void* key) = 0;
  // The running strand waits for flows of a window's that it is the origin of.
  virtual void begin_wait(const Communicator& communicator) = 0;
  virtual void end_wait(const Communicator& communicator) = 0;
  // The rank knows now that what others did to it by this window is complete.
  virtual void end_exposure(const Communicator& communicator) = 0;
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

inline void begin_flow(const WatchedFlow& flow, const void* key) {
  if (message_watcher != nullptr) [[unlikely]]
    message_watcher->begin_flow(flow, key);
}
inline void end_flow(const void* key) {
  if (message_watcher != nullptr) [[unlikely]]
    message_watcher->end_flow(key);
}
inline void end_exposure(const Communicator& communicator) {
  if (message_watcher != nullptr) [[unlikely]]
    message_watcher->end_exposure(communicator);
}

// While it lives, the running strand waits for flows.
class FlowWait {
 public:
  explicit FlowWait(const Communicator& communicator) : communicator_(communicator) {
    if (message_watcher != nullptr) [[unlikely]]
      message_watcher->begin_wait(communicator_);
  }
  ~FlowWait() {
    if (message_watcher != nullptr) [[unlikely]]
      message_watcher->end_wait(communicator_);
  }
  FlowWait(const FlowWait&) = delete;
  FlowWait& operator=(const FlowWait&) = delete;

 private:
  const Communicator& communicator_;
};

}  // namespace watched
}  // namespace smpi::p2p
