// SPDX-License-Identifier: BSD-3-Clause
//
// Matching (MPI 5.0, 3.5 and 3.8): which message meets which receive.
//
// Each rank has two queues, both in order of arrival: receives that wait for a message, and
// messages that wait for a receive. Short queues, the common case, are scanned. A queue that grows
// beyond `scan_max` gets an index, so that a match costs O(1) with thousands of entries, wildcards
// included:
//  - receives are listed under their own pattern; a message looks at the four patterns that can
//    match it and takes the receive that was posted first;
//  - messages are listed under their exact key and, once a receive with a wildcard has looked into
//    a long queue, under the keys with that wildcard too; a receive looks at one key, its pattern.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "libsmpi/ranks/runtime/keyed_lists.h"

namespace smpi {
struct Request;
}

namespace smpi::p2p {

struct Message;

ListLink<Request>& posted_link(Request& request);
template <std::size_t kind>
ListLink<Message>& message_link(Message& message);

class Mailbox {
 public:
  Mailbox();
  ~Mailbox();
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  // The first posted receive that `message` matches, removed from the queue, or nullptr.
  Request* take_receive(const MatchKey& message);
  void post(Request& receive);
  void unpost(Request& receive);

  // The first unexpected message that matches the pattern, or nullptr. It stays in the queue.
  Message* find_message(const MatchKey& pattern);
  void add_unexpected(Message& message);
  void remove_unexpected(Message& message);

  std::size_t posted_count() const { return posted_count_; }
  std::size_t unexpected_count() const { return unexpected_count_; }
  // In order of arrival, for reports.
  Request* first_posted() const { return first_posted_; }
  Message* first_unexpected() const { return first_unexpected_; }

 private:
  struct PostedIndex;
  struct MessageIndex;
  // Only of queues with indexes: short queues have none, and pay for none.
  [[gnu::noinline]] void index(Request& receive);
  [[gnu::noinline]] void unindex(Request& receive);
  [[gnu::noinline]] void index(Message& message);
  [[gnu::noinline]] void unindex(Message& message);
  [[gnu::noinline]] Message* find_by_index(const MatchKey& pattern);
  void index_posted();
  void index_message(Message& message, std::size_t kind);
  void index_messages(std::size_t kind);
  bool has_index(std::size_t kind) const { return (indexed_kinds_ >> kind & 1U) != 0; }
  Message* scan(const MatchKey& pattern) const;

  Request* first_posted_ = nullptr;
  Request* last_posted_ = nullptr;
  Message* first_unexpected_ = nullptr;
  Message* last_unexpected_ = nullptr;
  std::size_t posted_count_ = 0;
  std::size_t unexpected_count_ = 0;
  std::uint64_t sequence_ = 0;
  bool posted_indexed_ = false;
  std::array<std::size_t, pattern_kinds> posted_of_kind_{};  // while indexed
  unsigned indexed_kinds_ = 0;                               // of messages: a bit for each kind
  std::unique_ptr<PostedIndex> posted_index_;
  std::unique_ptr<MessageIndex> message_index_;
};

}  // namespace smpi::p2p
