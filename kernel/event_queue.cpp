// SPDX-License-Identifier: BSD-3-Clause
//
// The heap operations. The hole is moved instead of swapping: one write a level.
#include "kernel/event_queue.h"

#include <algorithm>
#include <cmath>

#include "kernel/error.h"

namespace smpi::kernel {

namespace {
constexpr std::size_t arity = 4;
}

EventId EventQueue::schedule(double time_s, Priority priority, EventHandler handler, void* owner,
                             std::uint32_t argument) {
  SIM_ASSERT(std::isfinite(time_s), "an event needs a finite time");
  EventId id = first_free_;
  if (id == no_event) {
    id = static_cast<EventId>(events_.size());
    events_.push_back({});
  } else {
    first_free_ = events_[id].position;
  }
  events_[id] = {handler, owner, argument, 0};
  heap_.push_back({});
  sift_up(heap_.size() - 1, {time_s, next_order(priority), id});
  return id;
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

void EventQueue::fire_next() {
  const EventId id = heap_.front().id;
  const Event event = events_[id];
  cancel(id);
  event.handler(event.owner, event.argument);
}

void EventQueue::sift_up(std::size_t position, Node node) {
  while (position > 0) {
    const std::size_t parent = (position - 1) / arity;
    if (!before(node, heap_[parent])) break;
    place(position, heap_[parent]);
    position = parent;
  }
  place(position, node);
}

void EventQueue::sift_down(std::size_t position, Node node) {
  const std::size_t count = heap_.size();
  for (;;) {
    const std::size_t first = position * arity + 1;
    if (first >= count) break;
    const std::size_t last = std::min(first + arity, count);
    std::size_t smallest = first;
    for (std::size_t child = first + 1; child < last; child++) {
      if (before(heap_[child], heap_[smallest])) smallest = child;
    }
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
