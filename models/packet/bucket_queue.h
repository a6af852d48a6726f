// SPDX-License-Identifier: BSD-3-Clause
//
// The future of a packet network: events in buckets, each one window of time wide.
//
// Nearly every event lies a window or more ahead, so inserting is an append. A bucket is sorted
// when its turn comes, and then its events lie in a row: whoever works on one can fetch what the
// next ones need. What is scheduled into the bucket under way goes to a row beside it while each
// comes after the one before (half a million hosts that start), else to a small heap. What lies
// beyond the last bucket goes to another heap.
//
//   window_   | sorted events of the bucket under way, from next_ on |   + row_ + heap near_
//   buckets_  [ chunks | chunks | - | - | chunks | ... ]   a ring; bit i of occupied_: not empty
//   far_      heap of what comes later than the ring reaches
//
// Chunks come from a pool, so memory follows the number of events and not the fullest bucket.
// Alternatives considered: the kernel's indexed heap (three times slower at 100,000 events: each
// level is a line of the cache), a ladder queue (no gain where the width is given by the network).
//
// The order is (time, rank, sequence): rank is class and source, the sequence is of insertion. What
// one source sends at one time keeps its order, and sources differ in rank, so the order does not
// depend on how events of different sources were inserted.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "models/packet/picoseconds.h"

namespace smpi::models::packet {

// What goes first at equal times. Credits need no event.
enum class EventClass : std::uint8_t {
  head = 1,       // of a packet, at a router
  wake = 2,       // of an output
  delivery = 3,   // of a message
  departure = 4,  // of the last packet of a message from its card
  start = 5,      // of a message
  pace = 6,       // the next packet of a message on a link that it has for itself
  owner = 7,      // what whoever uses the network asked for
};

struct Event {
  Picoseconds time;
  std::uint32_t rank;      // class and source
  std::uint32_t sequence;  // set by push()
  std::uint32_t subject;
  std::uint32_t object;

  static constexpr unsigned source_bits = 28;
  static constexpr std::uint32_t source_max = (1U << source_bits) - 1;
  static constexpr std::uint32_t rank_of(EventClass event_class, std::uint32_t source) {
    return static_cast<std::uint32_t>(event_class) << source_bits | source;
  }
  EventClass event_class() const { return static_cast<EventClass>(rank >> source_bits); }
  // Is the owner of the network told of it?
  bool is_told() const {
    return event_class() == EventClass::delivery || event_class() == EventClass::departure ||
           event_class() == EventClass::owner;
  }
  unsigned __int128 key() const {
    return static_cast<unsigned __int128>(static_cast<std::uint64_t>(time)) << 64 |
           static_cast<std::uint64_t>(rank) << 32 | sequence;
  }
};
static_assert(sizeof(Event) == 24);

class BucketQueue {
 public:
  // `width` of a bucket: above 0.
  explicit BucketQueue(Picoseconds width);

  void push(Event event) {
    event.sequence = sequence_++;
    size_++;
    const std::int64_t bucket = bucket_of(event.time);
    if (bucket <= current_) return push_late(event);
    if (bucket - current_ < bucket_count) return append(bucket, event);
    push_far(event);
  }
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  // `never` when it is empty.
  Picoseconds next_time() { return is_ready() ? next().time : never; }
  // REQUIRES, as pop(): next_time() was asked since the last change, and is not `never`.
  const Event& next() const { return is_late_first() ? first_late() : window_[next_]; }
  Event pop() {
    size_--;
    if (is_late_first()) return pop_late();
    return window_[next_++];
  }
  // All of them, in their order.
  std::vector<Event> sorted() const;
  // All of them are due so much later.
  void move_later(Picoseconds delay);
  // The event `ahead` places after the next one, as far as it is known; nullptr: none.
  const Event* upcoming(std::size_t ahead) const {
    return next_ + ahead < window_.size() ? &window_[next_ + ahead] : nullptr;
  }

 private:
  static constexpr std::int64_t bucket_count = 4096;
  static constexpr std::uint32_t none = 0xffffffffU;
  struct Chunk {
    std::array<Event, 42> events;  // with the two numbers 1 KiB and 16 bytes
    std::uint32_t count;
    std::uint32_t next;
  };

  std::int64_t bucket_of(Picoseconds time) const { return time / width_; }
  bool has_row() const { return row_next_ < row_.size(); }
  bool has_late() const { return !near_.empty() || has_row(); }
  bool is_ready() { return next_ < window_.size() || has_late() || advance(); }
  // Of what was scheduled into the bucket under way.
  bool is_row_first() const {
    return has_row() && (near_.empty() || row_[row_next_].key() < near_.front().key());
  }
  const Event& first_late() const { return is_row_first() ? row_[row_next_] : near_.front(); }
  bool is_late_first() const {
    if (!has_late()) return false;
    return next_ == window_.size() || first_late().key() < window_[next_].key();
  }
  bool advance();
  std::int64_t next_occupied() const;
  void load(std::int64_t bucket);
  void append(std::int64_t bucket, const Event& event);
  void push_late(const Event& event);
  Event pop_late();
  void push_far(const Event& event);
  void draw_near();

  Picoseconds width_;
  std::int64_t current_ = -1;  // the bucket under way; those before it are over
  std::vector<Event> window_;
  std::size_t next_ = 0;
  std::vector<Event> row_;
  std::size_t row_next_ = 0;
  std::vector<Event> near_;
  std::vector<Event> far_;
  std::vector<std::uint32_t> buckets_ = std::vector<std::uint32_t>(bucket_count, none);
  std::array<std::uint64_t, bucket_count / 64> occupied_{};
  std::vector<Chunk> chunks_;
  std::uint32_t free_chunk_ = none;
  std::size_t size_ = 0;
  std::uint32_t sequence_ = 0;
};

}  // namespace smpi::models::packet
