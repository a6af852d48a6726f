// SPDX-License-Identifier: BSD-3-Clause
//
// The slow paths of the bucket queue: one bucket ends and the next one is loaded.
#include "models/packet/bucket_queue.h"

#include <algorithm>
#include <utility>

#include "kernel/error.h"

namespace smpi::models::packet {
namespace {

bool comes_later(const Event& a, const Event& b) {
  return a.key() > b.key();
}

}  // namespace

BucketQueue::BucketQueue(Picoseconds width) : width_(width) {
  SIM_ASSERT(width > 0, "buckets of a queue have a width");
}

void BucketQueue::push_late(const Event& event) {
  if (!has_row()) {
    row_.clear();
    row_next_ = 0;
  }
  if (row_.empty() || row_.back().key() < event.key()) return row_.push_back(event);
  near_.push_back(event);
  std::push_heap(near_.begin(), near_.end(), comes_later);
}

Event BucketQueue::pop_late() {
  if (is_row_first()) return row_[row_next_++];
  std::pop_heap(near_.begin(), near_.end(), comes_later);
  const Event event = near_.back();
  near_.pop_back();
  return event;
}

void BucketQueue::push_far(const Event& event) {
  far_.push_back(event);
  std::push_heap(far_.begin(), far_.end(), comes_later);
}

void BucketQueue::append(std::int64_t bucket, const Event& event) {
  const auto slot = static_cast<std::size_t>(bucket % bucket_count);
  std::uint32_t& first = buckets_[slot];
  if (first == none || chunks_[first].count == chunks_[first].events.size()) {
    std::uint32_t chunk = free_chunk_;
    if (chunk == none) {
      chunk = static_cast<std::uint32_t>(chunks_.size());
      chunks_.emplace_back();
    } else {
      free_chunk_ = chunks_[chunk].next;
    }
    chunks_[chunk].count = 0;
    chunks_[chunk].next = first;
    occupied_[slot / 64] |= std::uint64_t{1} << slot % 64;
    first = chunk;
  }
  Chunk& chunk = chunks_[first];
  chunk.events[chunk.count++] = event;
}

// The first bucket after the current one that has events; -1: none has.
std::int64_t BucketQueue::next_occupied() const {
  const auto start = static_cast<std::size_t>((current_ + 1) % bucket_count);
  const std::size_t word_count = occupied_.size();
  for (std::size_t step = 0; step <= word_count; step++) {
    const std::size_t word = (start / 64 + step) % word_count;
    std::uint64_t bits = occupied_[word];
    if (step == 0) bits &= ~std::uint64_t{0} << start % 64;
    if (bits == 0) continue;
    const auto slot = static_cast<std::int64_t>(word * 64) + std::countr_zero(bits);
    const std::int64_t ahead =
        (slot - static_cast<std::int64_t>(start) + bucket_count) % bucket_count;
    return current_ + 1 + ahead;
  }
  return -1;
}

// Moves what the ring reaches now from the far heap to the ring.
void BucketQueue::draw_near() {
  while (!far_.empty() && bucket_of(far_.front().time) - current_ < bucket_count) {
    std::pop_heap(far_.begin(), far_.end(), comes_later);
    append(bucket_of(far_.back().time), far_.back());
    far_.pop_back();
  }
}

void BucketQueue::load(std::int64_t bucket) {
  const auto slot = static_cast<std::size_t>(bucket % bucket_count);
  occupied_[slot / 64] &= ~(std::uint64_t{1} << slot % 64);
  std::uint32_t chunk = std::exchange(buckets_[slot], none);
  while (chunk != none) {
    Chunk& full = chunks_[chunk];
    window_.insert(window_.end(), full.events.begin(), full.events.begin() + full.count);
    const std::uint32_t next = full.next;
    full.next = free_chunk_;
    free_chunk_ = chunk;
    chunk = next;
  }
  std::sort(window_.begin(), window_.end(),
            [](const Event& a, const Event& b) { return a.key() < b.key(); });
}

std::vector<Event> BucketQueue::sorted() const {
  std::vector<Event> events(window_.begin() + static_cast<std::ptrdiff_t>(next_), window_.end());
  events.insert(events.end(), row_.begin() + static_cast<std::ptrdiff_t>(row_next_), row_.end());
  events.insert(events.end(), near_.begin(), near_.end());
  events.insert(events.end(), far_.begin(), far_.end());
  for (const std::uint32_t first : buckets_) {
    for (std::uint32_t chunk = first; chunk != none; chunk = chunks_[chunk].next) {
      const Chunk& full = chunks_[chunk];
      events.insert(events.end(), full.events.begin(), full.events.begin() + full.count);
    }
  }
  std::sort(events.begin(), events.end(),
            [](const Event& a, const Event& b) { return a.key() < b.key(); });
  return events;
}

void BucketQueue::move_later(Picoseconds delay) {
  BucketQueue moved(width_);
  for (Event event : sorted()) {
    event.time += delay;
    moved.push(event);
  }
  *this = std::move(moved);
}

bool BucketQueue::advance() {
  window_.clear();
  next_ = 0;
  if (size_ == 0) return false;
  std::int64_t bucket = next_occupied();
  if (bucket < 0) {  // only far events: the ring begins before the first of them
    current_ = bucket_of(far_.front().time) - 1;
    draw_near();
    bucket = next_occupied();
  }
  current_ = bucket;
  load(bucket);
  draw_near();
  return true;
}

}  // namespace smpi::models::packet
