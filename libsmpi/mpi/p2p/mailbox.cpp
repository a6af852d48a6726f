// SPDX-License-Identifier: BSD-3-Clause
//
// The two queues, their indexes, and when they are built.
#include "libsmpi/mpi/p2p/mailbox.h"

#include <limits>
#include <tuple>

#include "libsmpi/mpi/p2p/match_pattern.h"
#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::p2p {
namespace {

// Up to here a scan is faster than the hash table (about 1 ns an entry against 20 ns).
constexpr std::size_t scan_max = 16;

std::size_t kind_of(const MatchKey& pattern) {
  return (pattern.source == any_source ? 1U : 0U) + (pattern.tag == any_tag ? 2U : 0U);
}

MatchKey generalize(const MatchKey& key, std::size_t kind) {
  return {key.channel, (kind & 1U) != 0 ? any_source : key.source,
          (kind & 2U) != 0 ? any_tag : key.tag};
}

template <class Node>
void append(Node*& first, Node*& last, Node& node) {
  node.queue = {.next = nullptr, .previous = last};
  (last != nullptr ? last->queue.next : first) = &node;
  last = &node;
}

template <class Node>
void unlink(Node*& first, Node*& last, Node& node) {
  (node.queue.previous != nullptr ? node.queue.previous->queue.next : first) = node.queue.next;
  (node.queue.next != nullptr ? node.queue.next->queue.previous : last) = node.queue.previous;
}

}  // namespace

struct Mailbox::PostedIndex {
  KeyedLists<Request, posted_link> lists;
};

struct Mailbox::MessageIndex {
  std::tuple<KeyedLists<Message, message_link<0>>, KeyedLists<Message, message_link<1>>,
             KeyedLists<Message, message_link<2>>, KeyedLists<Message, message_link<3>>>
      lists;

  // Calls action(lists of `kind`).
  template <class Action>
  auto with(std::size_t kind, Action&& action) {
    switch (kind) {
      case 0:
        return action(std::get<0>(lists));
      case 1:
        return action(std::get<1>(lists));
      case 2:
        return action(std::get<2>(lists));
      default:
        return action(std::get<3>(lists));
    }
  }
};

Mailbox::Mailbox() = default;
Mailbox::~Mailbox() = default;

void Mailbox::post(Request& receive) {
  receive.sequence = sequence_++;
  receive.posted = true;
  append(first_posted_, last_posted_, receive);
  posted_count_++;
  if (posted_indexed_ || posted_count_ > scan_max) [[unlikely]]
    index(receive);
}

void Mailbox::index(Request& receive) {
  if (!posted_indexed_) return index_posted();
  posted_of_kind_[kind_of(pattern_of(receive))]++;
  posted_index_->lists.push_back(pattern_of(receive), receive);
}

void Mailbox::index_posted() {
  if (!posted_index_) posted_index_ = std::make_unique<PostedIndex>();
  posted_indexed_ = true;
  posted_of_kind_.fill(0);
  for (Request* receive = first_posted_; receive != nullptr; receive = receive->queue.next) {
    posted_of_kind_[kind_of(pattern_of(*receive))]++;
    posted_index_->lists.push_back(pattern_of(*receive), *receive);
  }
}

void Mailbox::unpost(Request& receive) {
  unlink(first_posted_, last_posted_, receive);
  receive.posted = false;
  posted_count_--;
  if (posted_indexed_) [[unlikely]]
    unindex(receive);
}

void Mailbox::unindex(Request& receive) {
  posted_of_kind_[kind_of(pattern_of(receive))]--;
  posted_index_->lists.erase(pattern_of(receive), receive);
  if (posted_count_ == 0) posted_indexed_ = false;
}

Request* Mailbox::take_receive(const MatchKey& message) {
  Request* found = nullptr;
  if (!posted_indexed_) {
    for (found = first_posted_; found != nullptr; found = found->queue.next) {
      if (matches(pattern_of(*found), message)) break;
    }
  } else {
    std::uint64_t earliest = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t kind = 0; kind < pattern_kinds; kind++) {
      if (posted_of_kind_[kind] == 0) continue;
      Request* candidate = posted_index_->lists.front(generalize(message, kind));
      if (candidate != nullptr && candidate->sequence < earliest) {
        earliest = candidate->sequence;
        found = candidate;
      }
    }
  }
  if (found != nullptr) unpost(*found);
  return found;
}

void Mailbox::add_unexpected(Message& message) {
  message.sequence = sequence_++;
  message.queued = true;
  append(first_unexpected_, last_unexpected_, message);
  unexpected_count_++;
  if (indexed_kinds_ != 0) [[unlikely]]
    index(message);
}

void Mailbox::index(Message& message) {
  for (std::size_t kind = 0; kind < pattern_kinds; kind++) {
    if (has_index(kind)) index_message(message, kind);
  }
}

void Mailbox::index_message(Message& message, std::size_t kind) {
  message_index_->with(
      kind, [&](auto& lists) { lists.push_back(generalize(message.key, kind), message); });
}

void Mailbox::index_messages(std::size_t kind) {
  if (!message_index_) message_index_ = std::make_unique<MessageIndex>();
  indexed_kinds_ |= 1U << kind;
  for (Message* message = first_unexpected_; message != nullptr; message = message->queue.next) {
    index_message(*message, kind);
  }
}

inline Message* Mailbox::scan(const MatchKey& pattern) const {
  for (Message* message = first_unexpected_; message != nullptr; message = message->queue.next) {
    if (matches(pattern, message->key)) return message;
  }
  return nullptr;
}

Message* Mailbox::find_message(const MatchKey& pattern) {
  if (unexpected_count_ > scan_max || indexed_kinds_ != 0) [[unlikely]]
    return find_by_index(pattern);
  return scan(pattern);
}

Message* Mailbox::find_by_index(const MatchKey& pattern) {
  const std::size_t kind = kind_of(pattern);
  if (unexpected_count_ > scan_max && !has_index(kind)) index_messages(kind);
  if (!has_index(kind)) return scan(pattern);
  return message_index_->with(kind, [&](auto& lists) -> Message* { return lists.front(pattern); });
}

void Mailbox::remove_unexpected(Message& message) {
  unlink(first_unexpected_, last_unexpected_, message);
  message.queued = false;
  unexpected_count_--;
  if (indexed_kinds_ != 0) [[unlikely]]
    unindex(message);
}

void Mailbox::unindex(Message& message) {
  for (std::size_t kind = 0; kind < pattern_kinds; kind++) {
    if (!has_index(kind)) continue;
    message_index_->with(kind,
                         [&](auto& lists) { lists.erase(generalize(message.key, kind), message); });
  }
  if (unexpected_count_ == 0) indexed_kinds_ = 0;
}

}  // namespace smpi::p2p
