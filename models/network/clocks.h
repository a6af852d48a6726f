// SPDX-License-Identifier: BSD-3-Clause
//
// Service clocks: when do the flows end that one link stops?
//
// Such flows share one level (maxmin.h), so they drain alike. Each link has a clock that advances
// by level x dt, as in weighted fair queueing; a flow with work w (levels x seconds) left joins
// with the tag clock + w and ends when the clock gets there. A new level moves the clock's event
// and no tag: a flow is touched when it comes, goes or is stopped by another link, not when its
// rate changes. Alternatives considered: an event a flow, rescheduled with each rate: with n flows
// on a link that end one by one, n^2 heap operations instead of n.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernel/engine.h"
#include "kernel/quick_vector.h"
#include "models/platform/platform.h"
#include "models/sharing/tag_heap.h"

namespace smpi::models {

class ServiceClocks {
 public:
  // Calls due(owner, link) when the first flow on a link's clock has ended; it must take_due().
  ServiceClocks(kernel::Engine& engine, kernel::EventHandler due, void* owner);

  void set_link_count(std::size_t count) { clocks_.resize(count); }
  // `serial`: flows that end at once do so in this order. It may wrap around.
  [[gnu::always_inline]] void insert(LinkId link, std::uint32_t flow, std::uint32_t serial,
                                     double work) {
    // A clock this many times larger than the work that joins it starts again at 0.
    constexpr double rebase_ratio = 1e6;
    if (places_.size() <= flow) [[unlikely]]
      places_.resize(flow + std::size_t{1});
    Clock& clock = clocks_[link];
    advance(clock);
    if (clock.value > rebase_ratio * work) [[unlikely]]
      rebase(clock);
    places_[flow].heap = link;
    clock.heap.push({clock.value + work, flow, serial}, places_);
    touch(link);
  }
  // Gives a clock without flows the state of one on which flows came at `since_s`, before now.
  void begin_earlier(LinkId link, double level, double since_s) {
    clocks_[link].value = level * (engine_.now_s() - since_s);
    clocks_[link].anchor_s = engine_.now_s();
    clocks_[link].level = level;
  }
  // A flow whose work `work` began then. REQUIRES: begin_earlier(), in this instant.
  void insert_earlier(LinkId link, std::uint32_t flow, std::uint32_t serial, double work) {
    if (places_.size() <= flow) places_.resize(flow + std::size_t{1});
    places_[flow].heap = link;
    clocks_[link].heap.push({work, flow, serial}, places_);
    touch(link);
  }
  // Takes a flow off its clock; returns the work left.
  double remove(std::uint32_t flow);
  // The work left of a flow on a clock; below 0 where it is due and the event is not yet updated.
  double work_left(std::uint32_t flow);
  void set_level(LinkId link, double level);
  // Moves the flows that have ended from the clock to the back of `ended`, in order of their
  // serials.
  void take_due(LinkId link, kernel::QuickVector<std::uint32_t>& ended);
  // What a flow that take_due() has just taken could have received beyond its end, while the event
  // of its clock was not yet updated. `number` counts those that it appended.
  double late_service(LinkId link, std::size_t number) const {
    return std::max(clocks_[link].value - taken_[number].end, 0.0);
  }
  // Puts the events of all clocks touched since the last call to their new times.
  void update_events();
  // Only that of one clock.
  void update_event(LinkId link);
  std::size_t pending_event_count() const;

 private:
  struct Clock {
    double value = 0;
    double anchor_s = 0;
    double level = 0;
    kernel::EventId event = kernel::no_event;
    bool is_touched = false;
    TagHeap heap;
  };

  void advance(Clock& clock) const {
    const double now_s = engine_.now_s();
    clock.value = clock.heap.empty() ? 0 : clock.value + clock.level * (now_s - clock.anchor_s);
    clock.anchor_s = now_s;
  }
  void touch(LinkId link) {
    if (clocks_[link].is_touched) return;
    clocks_[link].is_touched = true;
    touched_.push_back(link);
  }
  void rebase(Clock& clock);
  [[gnu::always_inline]] inline void move_event(LinkId link);

  kernel::Engine& engine_;
  kernel::EventHandler due_;
  void* owner_;
  std::vector<Clock> clocks_;  // by link
  TagPlaces places_;           // of flows on the clocks of links
  kernel::QuickVector<LinkId> touched_;
  kernel::QuickVector<std::size_t> visit_;
  kernel::QuickVector<Tag> taken_;
};

}  // namespace smpi::models
