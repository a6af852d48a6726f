// SPDX-License-Identifier: BSD-3-Clause
//
// Members of streams, and the streams of each route.
#include "models/network/streams.h"

#include "kernel/error.h"

namespace smpi::models {
namespace {

// Service this many times larger than the work of a new member starts again at 0, so that the tag
// keeps its digits.
constexpr double rebase_ratio = 1e3;

}  // namespace

StreamIndex Streams::find(RouteId route, double bound_level) {
  if (first_of_route_.size() <= route) first_of_route_.resize(route + std::size_t{1}, no_id);
  int bound_count = 0;
  for (StreamIndex index = first_of_route_[route]; index != no_id; index = streams_[index].next) {
    if (streams_[index].bound_level == bound_level) return index;
    bound_count++;
  }
  if (bound_count == bounds_max) return no_id;
  StreamIndex index = static_cast<StreamIndex>(streams_.size());
  if (free_streams_.empty()) {
    streams_.emplace_back();
  } else {
    index = free_streams_.back();
    free_streams_.pop_back();
  }
  Stream& stream = streams_[index];
  stream.route = route;
  stream.bound_level = bound_level;
  stream.first_use = routes_.copy_uses(route);
  stream.service = 0;
  stream.next = first_of_route_[route];
  first_of_route_[route] = index;
  count_++;
  return index;
}

void Streams::set_slot(StreamIndex index, FlowId slot) {
  make_places(slot);
  places_[slot].heap = index;
  streams_[index].slot = slot;
}

void Streams::add_waiting(StreamIndex index, FlowId flow) {
  make_places(flow);
  Stream& stream = streams_[index];
  places_[flow] = {index, static_cast<std::uint32_t>(stream.waiting.size()) | waiting_mark};
  stream.waiting.push_back(flow);
  stream.member_count++;
  note_change(index);
}

void Streams::enter(StreamIndex index, const Tag& tag) {
  Stream& stream = streams_[index];
  const double work = tag.end;
  if (stream.members.empty()) {
    stream.service = 0;
  } else if (stream.service > rebase_ratio * work) {
    stream.members.lower_ends(stream.service);
    stream.service = 0;
  }
  stream.members.push({stream.service + work, tag.flow, tag.serial}, places_);
}

void Streams::leave(FlowId flow) {
  const auto [index, position] = places_[flow];
  Stream& stream = streams_[index];
  if (!is_waiting(flow)) return stream.members.erase(position, places_);
  const FlowId last = stream.waiting.back();
  stream.waiting.pop_back();
  if (last == flow) return;
  stream.waiting[position & ~waiting_mark] = last;
  places_[last].position = position;
}

const kernel::QuickVector<Tag>& Streams::take_due(StreamIndex index, double level, double now_s) {
  Stream& stream = streams_[index];
  taken_.clear();
  const double limit = tie_limit(stream.service, level, now_s);
  if (!stream.members.empty() && stream.members.front().end <= limit) {
    stream.members.take_until(limit, taken_, visit_, places_);
    sort_by_serial(taken_.begin(), taken_.end());
  }
  return taken_;
}

void Streams::note_change(StreamIndex index) {
  if (streams_[index].is_changed) return;
  streams_[index].is_changed = true;
  changed_.push_back(index);
}

void Streams::free(StreamIndex index) {
  Stream& stream = streams_[index];
  SIM_ASSERT(stream.member_count == 0 && !stream.is_solved, "a stream in use is freed");
  StreamIndex* link = &first_of_route_[stream.route];
  while (*link != index) link = &streams_[*link].next;
  *link = stream.next;
  routes_.free_copy(stream.route, stream.first_use);
  stream.slot = no_id;
  stream.is_changed = false;
  free_streams_.push_back(index);
  count_--;
}

}  // namespace smpi::models
