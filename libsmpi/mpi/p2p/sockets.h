// SPDX-License-Identifier: BSD-3-Clause
//
// Sends whose last bytes wait in a socket (smpi/socket-buffer, MODELS 12.7).
//
// MPI over TCP hands a long message to the kernel once its receive is posted, and the send returns
// when the kernel has the last byte, which may be long before the receiver has the first. So a rank
// that sends to two others has both messages under way at once, where a send that lasts until its
// message has arrived would have one after the other. A socket is a queue: what goes to the same
// rank behind a long message waits for its end, and so does a short one. The answers and requests
// of the protocol are taken to cross at once.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>

#include "kernel/event_queue.h"
#include "kernel/options.h"
#include "libsmpi/mpi/requests/message.h"

namespace smpi::p2p {

class Sockets {
 public:
  // What smpi/socket-buffer says; 0: sends do not return before their messages have arrived. Throws
  // InputError.
  static double buffer_bytes_of(const kernel::Options& options);

  // `first_bytes` of a long message are there before the rest is handed over.
  Sockets(double buffer_bytes, double first_bytes)
      : buffer_bytes_(buffer_bytes), first_bytes_(first_bytes) {}

  struct Entry {
    Message* message;
    kernel::EventHandler done;  // of its transfer
  };
  // Messages within a node, or to the sender itself, need no socket.
  static bool is_used_by(const Message& message);
  // Long ones wait for their receives.
  static bool is_long(const Message& message) { return !message.detached; }
  // The share of a long message that must be there for its send to be complete; 1: all of it.
  double share_before_return(const Message& message) const;

  // REQUIRES: is_used_by(message). True: it may begin. False: leave() gives it back later.
  bool enter(const Entry& entry);
  // The end of a long message that could begin. Calls begin(entry) for those whose turn it is now;
  // returns what was waiting for its end.
  template <class Begin>
  kernel::EventHandler leave(const Message& message, Begin begin) {
    const auto found = queues_.find(key_of(message));
    Queue& queue = found->second;
    const kernel::EventHandler done = queue.done;
    queue.done = nullptr;
    while (!queue.waiting.empty() && queue.done == nullptr) {
      const Entry next = queue.waiting.front();
      queue.waiting.pop_front();
      if (is_long(*next.message)) queue.done = next.done;
      begin(next);
    }
    if (queue.done == nullptr) queues_.erase(found);
    return done;
  }

 private:
  struct Queue {
    kernel::EventHandler done = nullptr;  // of the long message that is under way
    std::deque<Entry> waiting = {};
  };
  static std::uint64_t key_of(const Message& message);

  double buffer_bytes_;
  double first_bytes_;
  std::unordered_map<std::uint64_t, Queue> queues_;  // by sender and receiver, while in use
};

}  // namespace smpi::p2p
