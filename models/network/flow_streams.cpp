// SPDX-License-Identifier: BSD-3-Clause
//
// Flows that share a route as one (streams.h): a member waits for the next update, then ends when
// the service of its stream gets to its tag. The slot of the stream goes through the phases of a
// flow: its work is what is left to the first end of a member.
#include <algorithm>

#include "models/network/flow_model.h"

namespace smpi::models {

// A flow whose bandwidth phase begins; false when it is better off on its own.
bool FlowNetwork::join_stream(FlowId id) {
  const Flow& asking = flows_[id];
  if (!maxmin_.is_shared(asking.first_use, asking.use_count)) return false;
  const StreamIndex index = streams_.find(asking.route, asking.level);
  if (index == no_id) return false;
  if (streams_[index].slot == no_id) {
    const FlowId slot = take_slot();
    streams_.set_slot(index, slot);
    flows_[slot] = flows_[id];
    flows_[slot].done = nullptr;
    flows_[slot].first_use = streams_[index].first_use;
    flows_[slot].phase = Phase::stalled;
    flows_[slot].part = Part::stream;
  }
  Flow& flow = flows_[id];
  flow.phase = Phase::streamed;
  flow.part = Part::member;
  flow.anchor_s = engine_.now_s();
  streams_.add_waiting(index, id);
  request_gathered_update();
  if (usage_.is_asked_for()) request_update();
  return true;
}

// Tells the solver how many flows each stream is now.
void FlowNetwork::update_streams() {
  for (const StreamIndex index : streams_.changed()) solve_stream(index);
  streams_.clear_changed();
}

void FlowNetwork::solve_stream(StreamIndex index) {
  Stream& stream = streams_[index];
  stream.is_changed = false;
  const FlowId slot = stream.slot;
  if (stream.is_solved) {
    stream.service = stream_service(index);
    take_off(slot);
    maxmin_.remove(slot);
    drop_shadow(slot);
    stream.is_solved = false;
  }
  flows_[slot].phase = Phase::stalled;
  if (stream.member_count == 0) {
    flows_[slot].phase = Phase::unused;
    flows_[slot].part = Part::single;
    streams_.free(index);
    free_flows_.push_back(slot);
    return;
  }
  routes_.scale_copy(stream.route, stream.first_use, stream.member_count);
  stream.is_solved = true;
  if (exchanges_.count() > 0) break_up_met(stream.first_use, flows_[slot].use_count);
  const bool is_contended = maxmin_.add(slot, stream.first_use, flows_[slot].use_count,
                                        stream.bound_level, MaxMin::Kind::stream);
  if (!is_contended) follow_stream(slot);
  if (acknowledgements_ != nullptr) note_acknowledgements(slot, stream.bound_level);
}

// The service of a stream by now.
double FlowNetwork::stream_service(StreamIndex index) {
  const Stream& stream = streams_[index];
  const Flow& flow = flows_[stream.slot];
  switch (flow.phase) {
    case Phase::clocked:
      return stream.due_service - clocks_.work_left(stream.slot);
    case Phase::bounded:
      return stream.due_service - flow.work + flow.level * (engine_.now_s() - flow.anchor_s);
    default:
      return stream.service;
  }
}

// The solver has a level for the stream: members that waited get their tags, and the slot goes onto
// the timer or clock that fits.
void FlowNetwork::follow_stream(FlowId slot) {
  const StreamIndex index = streams_.of(slot);
  Stream& stream = streams_[index];
  stream.service = stream_service(index);
  take_off(slot);
  const double now_s = engine_.now_s();
  const double level = maxmin_.level(slot);
  for (const FlowId id : stream.waiting) {
    const Flow& flow = flows_[id];
    // It has drained since it came, while changes gathered.
    const double waited_s = std::min(now_s - flow.anchor_s, gather_window_s_);
    streams_.enter(index, {std::max(flow.work - level * waited_s, 0.0), id, flow.serial});
  }
  stream.waiting.clear();
  flows_[slot].level = level;
  flows_[slot].phase = Phase::stalled;
  if (!stream.members.empty()) wait_for_due(slot, maxmin_.bottleneck(slot));
}

// Puts the slot onto the clock of the link that stops it, or onto its timer, for the first end.
void FlowNetwork::wait_for_due(FlowId slot, LinkId link) {
  Stream& stream = streams_[streams_.of(slot)];
  Flow& flow = flows_[slot];
  const Tag& first = stream.members.front();
  stream.due_service = std::max(first.end, stream.service);  // it may be late, see late_service()
  flow.work = stream.due_service - stream.service;
  flow.serial = first.serial;
  flow.anchor_s = engine_.now_s();
  if (link != no_id) {
    flow.phase = Phase::clocked;
    clocks_.insert(link, slot, flow.serial, flow.work);
  } else if (flow.level > 0) {
    flow.phase = Phase::bounded;
    timers_.add(slot, flow.anchor_s + flow.work / flow.level);
  }
}

// Appends the members that end now to ended_; the others wait for the next.
void FlowNetwork::take_due_members(FlowId slot, double late_service) {
  const StreamIndex index = streams_.of(slot);
  const LinkId link = flows_[slot].phase == Phase::clocked ? maxmin_.bottleneck(slot) : no_id;
  const double level = maxmin_.level(slot);
  streams_[index].service = streams_[index].due_service + late_service;
  for (const Tag& tag : streams_.take_due(index, level, engine_.now_s())) {
    flows_[tag.flow].phase = Phase::stalled;
    ended_.push_back(tag.flow);
  }
  flows_[slot].phase = Phase::stalled;
  if (!streams_[index].members.empty()) wait_for_due(slot, link);
}

// Members take the places of their streams among those that have ended at a clock.
void FlowNetwork::expand_streams(LinkId link, std::size_t first) {
  const std::size_t last = ended_.size();
  bool has_streams = false;
  for (std::size_t i = first; i < last; i++) {
    const FlowId slot = ended_[i];
    if (flows_[slot].part != Part::stream) continue;
    has_streams = true;
    take_due_members(slot, clocks_.late_service(link, i - first));
  }
  if (!has_streams) return;
  FlowId* const end = std::remove_if(ended_.begin() + first, ended_.end(),
                                     [this](FlowId id) { return flows_[id].part == Part::stream; });
  ended_.truncate(static_cast<std::size_t>(end - ended_.begin()));
  std::sort(ended_.begin() + first, ended_.end(), [this](FlowId a, FlowId b) {
    return static_cast<std::int32_t>(flows_[a].serial - flows_[b].serial) < 0;
  });
}

// A member that leaves before its end; returns the work left.
double FlowNetwork::take_off_stream(FlowId id) {
  const StreamIndex index = streams_.of(id);
  const double work =
      streams_.is_waiting(id) ? flows_[id].work : streams_.end_of(id) - stream_service(index);
  streams_.leave(id);
  return std::max(work, 0.0);
}

// A member has ended or left.
void FlowNetwork::leave_stream(FlowId id) {
  const StreamIndex index = streams_.of(id);
  flows_[id].part = Part::single;
  streams_[index].member_count--;
  streams_.note_change(index);
  request_gathered_update();
}

// Makes the members flows of their own, which are about to start again with the work left.
void FlowNetwork::break_up_stream(FlowId slot, std::vector<FlowId>& members) {
  Stream& stream = streams_[streams_.of(slot)];
  while (stream.member_count > 0) {
    const FlowId id = stream.waiting.empty() ? stream.members.front().flow : stream.waiting.back();
    flows_[id].work = take_off_stream(id);
    leave_stream(id);
    flows_[id].phase = Phase::latency;
    flows_[id].part = Part::joins;
    members.push_back(id);
  }
  if (!stream.is_solved) return;
  take_off(slot);
  maxmin_.remove(slot);
  drop_shadow(slot);
  flows_[slot].phase = Phase::stalled;
  stream.is_solved = false;
}

}  // namespace smpi::models
