// SPDX-License-Identifier: BSD-3-Clause
//
// A heap of flows by the value at which something happens to them: the service at which they end
// (clocks.h and streams.h of models/network), or the level up to which they need not be looked at
// (maxmin_crowds.cpp). A table by flow knows where each tag lies, so that any flow can leave.
// Inlined into all of them: flows come and go here once per contended message.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernel/quick_vector.h"

namespace smpi::models {

struct Tag {
  double end;  // service received since the zero of its heap, in levels x seconds; or a level
  std::uint32_t flow;
  std::uint32_t serial;  // flows that end at once do so in this order; it may wrap around
};

// Where the tag of a flow lies: in which heap, and at which position.
struct TagPlace {
  std::uint32_t heap;
  std::uint32_t position;
};
using TagPlaces = std::vector<TagPlace>;  // by flow

// Binary, first end on top. REQUIRES of all functions with `places`: it has an entry per flow.
class TagHeap {
 public:
  bool empty() const { return tags_.empty(); }
  std::size_t size() const { return tags_.size(); }
  const Tag& front() const { return tags_.front(); }
  const Tag& operator[](std::size_t position) const { return tags_[position]; }
  const Tag* begin() const { return tags_.begin(); }
  const Tag* end() const { return tags_.end(); }
  void clear() { tags_.clear(); }

  void push(const Tag& tag, TagPlaces& places) {
    tags_.push_back({});
    sift_up(tags_.size() - 1, tag, places);
  }
  void erase(std::size_t position, TagPlaces& places) {
    const Tag last = tags_.back();
    tags_.pop_back();
    if (position == tags_.size()) return;
    if (position > 0 && last.end < tags_[(position - 1) / 2].end) {
      sift_up(position, last, places);
    } else {
      sift_down(position, last, places);
    }
  }
  // Takes all tags up to `limit` out into `taken`, in no order; `visit` is scratch memory.
  // REQUIRES: the first tag is one of them.
  void take_until(double limit, kernel::QuickVector<Tag>& taken,
                  kernel::QuickVector<std::size_t>& visit, TagPlaces& places) {
    taken.clear();
    taken.push_back(tags_.front());
    for (std::size_t position = 0;;) {  // a subtree at the top
      for (std::size_t child = 2 * position + 1; child <= 2 * position + 2; child++) {
        if (child < tags_.size() && tags_[child].end <= limit) visit.push_back(child);
      }
      if (visit.empty()) break;
      position = visit.back();
      visit.pop_back();
      taken.push_back(tags_[position]);
    }
    if (taken.size() == tags_.size()) return tags_.clear();
    for (const Tag& tag : taken) erase(places[tag.flow].position, places);
  }
  // Moves the zero of the heap.
  void lower_ends(double service) {
    for (Tag& tag : tags_) tag.end -= service;
  }

 private:
  void place(std::size_t position, const Tag& tag, TagPlaces& places) {
    tags_[position] = tag;
    places[tag.flow].position = static_cast<std::uint32_t>(position);
  }
  void sift_up(std::size_t position, const Tag& tag, TagPlaces& places) {
    while (position > 0) {
      const std::size_t parent = (position - 1) / 2;
      if (tags_[parent].end <= tag.end) break;
      place(position, tags_[parent], places);
      position = parent;
    }
    place(position, tag, places);
  }
  void sift_down(std::size_t position, const Tag& tag, TagPlaces& places) {
    const std::size_t count = tags_.size();
    for (;;) {
      std::size_t child = 2 * position + 1;
      if (child >= count) break;
      if (child + 1 < count && tags_[child + 1].end < tags_[child].end) child++;
      if (tag.end <= tags_[child].end) break;
      place(position, tags_[child], places);
      position = child;
    }
    place(position, tag, places);
  }

  kernel::QuickVector<Tag> tags_;
};

// Ends this close to the first are one end with it: noise of the service, and of simulated time at
// the level of the flows.
inline double tie_limit(double end, double level, double now_s) {
  constexpr double service_tie = 1e-14;
  constexpr double time_tie = 0x1p-49;  // 8 units in the last place
  return end * (1 + service_tie) + level * now_s * time_tie;
}

// In order of serials. Two flows of a pair are the usual number.
inline void sort_by_serial(Tag* first, Tag* last) {
  constexpr std::ptrdiff_t few = 8;
  const auto is_before = [](const Tag& a, const Tag& b) {
    return static_cast<std::int32_t>(a.serial - b.serial) < 0;
  };
  if (last - first > few) return std::sort(first, last, is_before);
  for (Tag* next = first + 1; next < last; next++) {
    for (Tag* at = next; at > first && is_before(at[0], at[-1]); at--) std::swap(at[0], at[-1]);
  }
}

}  // namespace smpi::models
