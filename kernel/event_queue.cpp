// SPDX-License-Identifier: BSD-3-Clause
//
// The heap operations. The hole is moved instead of swapping: one write a level.
#include "kernel/event_queue.h"

#include <cmath>
#include <utility>

#include "kernel/error.h"

namespace smpi::kernel {

namespace {
constexpr std::size_t arity = 4;
// Nodes above this position are in the first caches anyway.
constexpr std::size_t cached_nodes = 2048;
constexpr std::size_t line_bytes = 64;
}  // namespace

// Out of line: it happens until there are as many as the busiest instant needs.
[[gnu::noinline]] void EventQueue::add_free_id() {
  first_free_ = static_cast<EventId>(events_.size());
  events_.push_back({});
  events_.back().position = no_event;
}

EventId EventQueue::schedule(double time_s, Priority priority, EventHandler handler, void* owner,
                             std::uint32_t argument) {
  SIM_ASSERT(std::isfinite(time_s), "an event needs a finite time");
  return add(time_s, next_order(priority), {handler, owner, argument, 0});
}

inline EventId EventQueue::add(double time_s, std::uint64_t order, const Event& event) {
  if (first_free_ == no_event) [[unlikely]]
    add_free_id();
  const EventId id = first_free_;
  first_free_ = events_[id].position;
  events_[id] = event;
  heap_.push_back({});
  sift_up(heap_.size() - 1, {time_s, order, id});
  return id;
}

void EventQueue::schedule_in_lane(double time_s, Priority priority, EventHandler handler,
                                  void* owner, std::uint32_t argument) {
  SIM_ASSERT(std::isfinite(time_s), "an event needs a finite time");
  const LaneEvent event{time_s, next_order(priority), handler, owner, argument};
  if (lane_count_ > 0 && key(event) < key(lane_at(lane_count_ - 1))) {
    LaneEvent other = event;
    // A long sleep alone would keep the short ones out.
    if (lane_count_ == 1) std::swap(other, lane_[lane_first_]);
    add(other.time_s, other.order, {other.handler, other.owner, other.argument, 0});
    return;
  }
  if (lane_count_ == lane_.size()) [[unlikely]]
    grow_lane();
  lane_at(lane_count_++) = event;
}

[[gnu::noinline]] void EventQueue::grow_lane() {
  std::vector<LaneEvent> larger(lane_.size() * 2);
  for (std::size_t i = 0; i < lane_count_; i++) {
    larger[i] = lane_at(i);
  }
  lane_.swap(larger);
  lane_first_ = 0;
}

void EventQueue::reschedule(EventId id, double time_s) {
  SIM_ASSERT(std::isfinite(time_s), "an event needs a finite time");
  const std::size_t position = events_[id].position;
  const auto priority = static_cast<Priority>(heap_[position].order >> 60);
  const Node node{time_s, next_order(priority), id};
  if (before(node, heap_[position])) {
    sift_up(position, node);
  } else {
    sift_down(position, node);
  }
}

void EventQueue::cancel(EventId id) {
  remove_at(events_[id].position);
  events_[id].position = first_free_;
  first_free_ = id;
}

void EventQueue::fire_lane() {
  const LaneEvent event = lane_[lane_first_];
  lane_first_ = (lane_first_ + 1) & (lane_.size() - 1);
  lane_count_--;
  event.handler(event.owner, event.argument);
}

void EventQueue::fire_next() {
  if (is_lane_first()) return fire_lane();
  const EventId id = heap_.front().id;
  const Event event = events_[id];
  events_[id].position = first_free_;
  first_free_ = id;
  const Node last = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) sift_down(0, last);
  event.handler(event.owner, event.argument);
}

void EventQueue::sift_up(std::size_t position, const Node& node) {
  while (position > 0) {
    const std::size_t parent = (position - 1) / arity;
    if (!before(node, heap_[parent])) break;
    place(position, heap_[parent]);
    position = parent;
  }
  place(position, node);
}

// Asks for the grandchildren while the children are compared: the next ones are known too late to
// prefetch.
void EventQueue::prefetch_grandchildren(std::size_t parent) const {
  const std::size_t first = (parent * arity + 1) * arity + 1;
  if (first < cached_nodes || first >= heap_.size()) return;
  const auto* node = reinterpret_cast<const char*>(&heap_[first]);
  for (std::size_t i = 0; i < arity * arity * sizeof(Node); i += line_bytes) {
    __builtin_prefetch(node + i);
  }
}

// The first of the children in time. REQUIRES: there is one.
std::size_t EventQueue::first_child(std::size_t parent) const {
  const std::size_t child = parent * arity + 1;
  if (child + arity <= heap_.size()) {
    const std::size_t left = child + (before(heap_[child + 1], heap_[child]) ? 1 : 0);
    const std::size_t right = child + (before(heap_[child + 3], heap_[child + 2]) ? 3 : 2);
    return before(heap_[right], heap_[left]) ? right : left;
  }
  std::size_t first = child;
  for (std::size_t other = child + 1; other < heap_.size(); other++) {
    if (before(heap_[other], heap_[first])) first = other;
  }
  return first;
}

void EventQueue::sift_down(std::size_t position, const Node& node) {
  while (position * arity + 1 < heap_.size()) {
    prefetch_grandchildren(position);
    const std::size_t smallest = first_child(position);
    if (!before(heap_[smallest], node)) break;
    place(position, heap_[smallest]);
    position = smallest;
  }
  place(position, node);
}

void EventQueue::remove_at(std::size_t position) {
  const Node last = heap_.back();
  heap_.pop_back();
  if (position == heap_.size()) return;
  if (position > 0 && before(last, heap_[(position - 1) / arity])) {
    sift_up(position, last);
  } else {
    sift_down(position, last);
  }
}

}  // namespace smpi::kernel
