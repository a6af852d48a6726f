// SPDX-License-Identifier: BSD-3-Clause
//
// Clocks and their heaps of tags.
#include "models/network/clocks.h"

#include <algorithm>

#include "kernel/error.h"

namespace smpi::models {
ServiceClocks::ServiceClocks(kernel::Engine& engine, kernel::EventHandler due, void* owner)
    : engine_(engine), due_(due), owner_(owner) {}

void ServiceClocks::rebase(Clock& clock) {
  clock.heap.lower_ends(clock.value);
  clock.value = 0;
}

double ServiceClocks::remove(std::uint32_t flow) {
  const TagPlace at = places_[flow];
  const double work = std::max(work_left(flow), 0.0);
  clocks_[at.heap].heap.erase(at.position, places_);
  touch(at.heap);
  return work;
}

double ServiceClocks::work_left(std::uint32_t flow) {
  const TagPlace at = places_[flow];
  Clock& clock = clocks_[at.heap];
  advance(clock);
  return clock.heap[at.position].end - clock.value;
}

void ServiceClocks::set_level(LinkId link, double level) {
  Clock& clock = clocks_[link];
  advance(clock);
  clock.level = level;
  touch(link);
}

// Puts the event of a clock to the end of the first flow on it.
void ServiceClocks::move_event(LinkId link) {
  kernel::EventQueue& events = engine_.events();
  Clock& clock = clocks_[link];
  if (clock.heap.empty() || !(clock.level > 0)) {
    if (clock.event != kernel::no_event) events.cancel(clock.event);
    clock.event = kernel::no_event;
    return;
  }
  advance(clock);
  const double work = std::max(clock.heap.front().end - clock.value, 0.0);
  const double end_s = clock.anchor_s + work / clock.level;
  if (clock.event == kernel::no_event) {
    clock.event = events.schedule(
        end_s, kernel::Priority::model,
        [](void* self, std::uint32_t due) {
          auto* clocks = static_cast<ServiceClocks*>(self);
          clocks->clocks_[due].event = kernel::no_event;
          clocks->due_(clocks->owner_, due);
        },
        this, link);
  } else {
    events.reschedule(clock.event, end_s);
  }
}

void ServiceClocks::update_events() {
  for (const LinkId link : touched_) {
    clocks_[link].is_touched = false;
    move_event(link);
  }
  touched_.clear();
}

// It stays among the touched ones.
[[gnu::noinline]] void ServiceClocks::update_event(LinkId link) {
  move_event(link);
}

std::size_t ServiceClocks::pending_event_count() const {
  std::size_t count = 0;
  for (const Clock& clock : clocks_) count += clock.event == kernel::no_event ? 0 : 1;
  return count;
}

void ServiceClocks::take_due(LinkId link, kernel::QuickVector<std::uint32_t>& ended) {
  Clock& clock = clocks_[link];
  advance(clock);
  touch(link);
  // The event was made for the first tag: the clock stands there, but for rounding.
  clock.value = std::max(clock.value, clock.heap.front().end);
  clock.heap.take_until(tie_limit(clock.value, clock.level, engine_.now_s()), taken_, visit_,
                        places_);
  sort_by_serial(taken_.begin(), taken_.end());
  for (const Tag& tag : taken_) ended.push_back(tag.flow);
}

}  // namespace smpi::models
