// SPDX-License-Identifier: BSD-3-Clause
//
// Clocks and their heaps of tags.
#include "models/network/clocks.h"

#include <algorithm>
#include <limits>

#include "kernel/error.h"

namespace smpi::models {
namespace {

// Ends this close are one end: noise of the clock, and of simulated time at the clock's level.
constexpr double clock_tie = 1e-14;
constexpr double time_tie = 8 * std::numeric_limits<double>::epsilon();
// A clock this many times larger than the work that joins it starts again at 0.
constexpr double rebase_ratio = 1e6;

}  // namespace

ServiceClocks::ServiceClocks(kernel::Engine& engine, kernel::EventHandler due, void* owner)
    : engine_(engine), due_(due), owner_(owner) {}

void ServiceClocks::advance(Clock& clock) const {
  const double now_s = engine_.now_s();
  clock.value = clock.heap.empty() ? 0 : clock.value + clock.level * (now_s - clock.anchor_s);
  clock.anchor_s = now_s;
}

void ServiceClocks::touch(LinkId link) {
  if (clocks_[link].is_touched) return;
  clocks_[link].is_touched = true;
  touched_.push_back(link);
}

void ServiceClocks::insert(LinkId link, std::uint32_t flow, std::uint32_t serial, double work) {
  if (places_.size() <= flow) places_.resize(flow + 1);
  Clock& clock = clocks_[link];
  advance(clock);
  if (clock.value > rebase_ratio * work) rebase(clock);
  places_[flow].link = link;
  clock.heap.push_back({});
  sift_up(clock, clock.heap.size() - 1, {clock.value + work, flow, serial});
  touch(link);
}

void ServiceClocks::rebase(Clock& clock) {
  for (Tag& tag : clock.heap) tag.end -= clock.value;
  clock.value = 0;
}

double ServiceClocks::remove(std::uint32_t flow) {
  const Place at = places_[flow];
  Clock& clock = clocks_[at.link];
  advance(clock);
  const double work = clock.heap[at.position].end - clock.value;
  erase(clock, at.position);
  touch(at.link);
  return std::max(work, 0.0);
}

void ServiceClocks::set_level(LinkId link, double level) {
  Clock& clock = clocks_[link];
  advance(clock);
  clock.level = level;
  touch(link);
}

void ServiceClocks::update_events() {
  kernel::EventQueue& events = engine_.events();
  for (const LinkId link : touched_) {
    Clock& clock = clocks_[link];
    clock.is_touched = false;
    if (clock.heap.empty() || !(clock.level > 0)) {
      if (clock.event != kernel::no_event) events.cancel(clock.event);
      clock.event = kernel::no_event;
      continue;
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
  touched_.clear();
}

std::size_t ServiceClocks::pending_event_count() const {
  std::size_t count = 0;
  for (const Clock& clock : clocks_) count += clock.event == kernel::no_event ? 0 : 1;
  return count;
}

// Fills `taken_` with the tags up to `limit`: a subtree at the top of the heap, which is not empty
// and whose first tag is one of them.
void ServiceClocks::find_due(const Clock& clock, double limit) {
  taken_.clear();
  taken_.push_back(clock.heap.front());
  std::size_t position = 0;
  for (;;) {
    for (std::size_t child = 2 * position + 1; child <= 2 * position + 2; child++) {
      if (child < clock.heap.size() && clock.heap[child].end <= limit) visit_.push_back(child);
    }
    if (visit_.empty()) return;
    position = visit_.back();
    visit_.pop_back();
    taken_.push_back(clock.heap[position]);
  }
}

namespace {

// In order of serials. Two flows of a pair are the usual number.
template <class Tag>
void sort_by_serial(Tag* first, Tag* last) {
  constexpr std::ptrdiff_t few = 8;
  const auto is_before = [](const Tag& a, const Tag& b) {
    return static_cast<std::int32_t>(a.serial - b.serial) < 0;
  };
  if (last - first > few) return std::sort(first, last, is_before);
  for (Tag* next = first + 1; next < last; next++) {
    for (Tag* at = next; at > first && is_before(at[0], at[-1]); at--) std::swap(at[0], at[-1]);
  }
}

}  // namespace

void ServiceClocks::take_due(LinkId link, kernel::QuickVector<std::uint32_t>& ended) {
  Clock& clock = clocks_[link];
  advance(clock);
  touch(link);
  // The event was made for the first tag: the clock stands there, but for rounding.
  clock.value = std::max(clock.value, clock.heap.front().end);
  const double limit = clock.value * (1 + clock_tie) + clock.level * engine_.now_s() * time_tie;
  find_due(clock, limit);
  if (taken_.size() == clock.heap.size()) {
    clock.heap.clear();
  } else {
    for (const Tag& tag : taken_) erase(clock, places_[tag.flow].position);
  }
  sort_by_serial(taken_.begin(), taken_.end());
  for (const Tag& tag : taken_) ended.push_back(tag.flow);
}

void ServiceClocks::place(Clock& clock, std::size_t position, const Tag& tag) {
  clock.heap[position] = tag;
  places_[tag.flow].position = static_cast<std::uint32_t>(position);
}

void ServiceClocks::sift_up(Clock& clock, std::size_t position, const Tag& tag) {
  while (position > 0) {
    const std::size_t parent = (position - 1) / 2;
    if (clock.heap[parent].end <= tag.end) break;
    place(clock, position, clock.heap[parent]);
    position = parent;
  }
  place(clock, position, tag);
}

void ServiceClocks::sift_down(Clock& clock, std::size_t position, const Tag& tag) {
  const std::size_t count = clock.heap.size();
  for (;;) {
    std::size_t child = 2 * position + 1;
    if (child >= count) break;
    if (child + 1 < count && clock.heap[child + 1].end < clock.heap[child].end) child++;
    if (tag.end <= clock.heap[child].end) break;
    place(clock, position, clock.heap[child]);
    position = child;
  }
  place(clock, position, tag);
}

void ServiceClocks::erase(Clock& clock, std::size_t position) {
  const Tag last = clock.heap.back();
  clock.heap.pop_back();
  if (position == clock.heap.size()) return;
  if (position > 0 && last.end < clock.heap[(position - 1) / 2].end) {
    sift_up(clock, position, last);
  } else {
    sift_down(clock, position, last);
  }
}

}  // namespace smpi::models
