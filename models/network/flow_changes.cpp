// SPDX-License-Identifier: BSD-3-Clause
//
// Links that change, go off or fail under flows, and messages in parts.
#include <algorithm>

#include "models/network/flow_model.h"

namespace smpi::models {

// A message as one flow per rail; returns the first.
FlowId FlowNetwork::start_parts(const FlowRequest& request, std::uint32_t count) {
  const std::uint32_t message =
      stripes_.begin({request.done, request.owner, request.argument}, count);
  FlowId first = 0;
  for (std::uint32_t rail = 0; rail < count; rail++) {
    FlowRequest part = request;
    part.size_bytes = request.size_bytes / count;
    part.done = &Stripes::part_done;
    part.owner = &stripes_;
    part.argument = message;
    const FlowId id = start_by_choice(part, rail);
    if (rail == 0) first = id;
  }
  return first;
}
// A flow that starts on a way with a link that is off fails in the same instant, but not within the
// call that starts it.
void FlowNetwork::expect_failure(FlowId id) {
  engine_.events().schedule(
      engine_.now_s(), kernel::Priority::model,
      [](void* self, std::uint32_t flow) {
        auto& network = *static_cast<FlowNetwork*>(self);
        if (network.flows_[flow].phase == Phase::unused) return;
        const LinkId link = network.link_off(flow);
        if (link != no_id) network.fail(flow, link);
      },
      this, id);
}
void FlowNetwork::fail(FlowId id, LinkId link) {
  const Flow flow = flows_[id];
  cancel(id);
  FailedFlow failed{flow.done, flow.owner, flow.argument, link};
  if (flow.done == &Stripes::part_done) {
    const auto whole = stripes_.part_failed(flow.argument);
    if (!whole) return;
    failed = {whole->done, whole->owner, whole->argument, link};
  }
  tell_failure(failed);
}
// Takes the flows on a link off what they share, with what is left of them.
std::vector<FlowId> FlowNetwork::take_flows_off(LinkId link) {
  std::vector<FlowId> on_link;
  std::vector<FlowId> taken;
  maxmin_.flows_on(link, on_link);
  for (FlowId id : on_link) {
    if (acknowledgements_ != nullptr) id = acknowledgements_->flow_of(id);
    if (flows_[id].part == Part::stream) {
      break_up_stream(id, taken);
      continue;
    }
    flows_[id].work = take_off(id);
    maxmin_.remove(id);
    drop_shadow(id);
    flows_[id].phase = Phase::latency;
    taken.push_back(id);
  }
  return taken;
}
// The same for members of streams that the solver does not know yet.
void FlowNetwork::take_unsolved_off(std::vector<FlowId>& taken) {
  for (const StreamIndex index : streams_.changed()) {
    if (!streams_[index].is_solved) break_up_stream(streams_[index].slot, taken);
  }
}
// A link has a new capacity, latency or state: its flows start again with what is left of them, on
// the same route with its new facts, or on another when this one is dead. Latency phases that have
// begun keep their length, but on another route they begin again.
void FlowNetwork::link_changed(LinkId link) {
  if (exchanges_.count() > 0) break_up_all();
  usage_.tell(link);
  if (capacity_of(platform_.links, link) > 0) {
    stopped_since_s_.erase(link);
  } else {
    stopped_since_s_.try_emplace(link, engine_.now_s());
  }
  if (deaths_ != nullptr) deaths_->link_changed(link);
  std::vector<FlowId> taken = take_flows_off(link);
  take_unsolved_off(taken);
  maxmin_.set_link(link, capacity_of(platform_.links, link), platform_.links.policy[link]);
  routes_.invalidate();
  if (forecasts_ != nullptr) forecasts_->forget();
  if (detours_ != nullptr) {  // those that wait may have a way now
    for (const LinkId dead : detours_->dead()) {
      const std::vector<FlowId> waiting = take_flows_off(dead);
      taken.insert(taken.end(), waiting.begin(), waiting.end());
    }
  }
  std::vector<FlowId> moved;
  for (FlowId id = 0; id < flows_.size(); id++) {
    if (flows_[id].phase == Phase::latency && take_way_of_now(id)) moved.push_back(id);
  }
  const auto has_moved = [&](FlowId id) {
    return std::binary_search(moved.begin(), moved.end(), id);
  };
  for (const FlowId id : taken) {
    if (!has_moved(id)) admit(id);
  }
  std::sort(taken.begin(), taken.end());
  for (const FlowId id : moved) {
    if (!std::binary_search(taken.begin(), taken.end(), id)) timers_.remove(id);
    const double wait_s = latency_s(sizes_bytes_[id], routes_.facts(flows_[id].route));
    timers_.add(id, engine_.now_s() + wait_s);
  }
  request_update();
  if (fails_ && platform_.links.is_on[link] == 0) {
    for (FlowId id = 0; id < flows_.size(); id++) {
      const Flow& flow = flows_[id];
      if (flow.phase == Phase::unused || flow.part == Part::stream) continue;
      if (link_off(id) != no_id) expect_failure(id);
    }
  }
}
// Gives a flow the route of now; true when that is another way.
bool FlowNetwork::take_way_of_now(FlowId id) {
  Flow& flow = flows_[id];
  const RouteFacts old = routes_.facts(flow.route);
  Choice choice = old.choice;
  if (detours_ != nullptr) choice = detours_->around(old.source, old.destination, choice);
  const bool has_moved = choice != old.choice && flow.work > 0;
  const RouteId old_route = flow.route;
  if (has_moved && routing_ != nullptr) routing_->flow_ends(routes_.uses(old_route), old.penalty);
  flow.route = routes_.acquire(old.source, old.destination, has_moved ? choice : old.choice);
  routes_.release(old_route);
  const RouteFacts& facts = routes_.facts(flow.route);
  if (has_moved && routing_ != nullptr) {
    routing_->flow_starts(routes_.uses(flow.route), facts.penalty);
  }
  take_facts(flow, facts);
  flow.level = bound_level(id);
  flow.work *= facts.penalty / old.penalty;
  return has_moved;
}
std::vector<NetworkActivity::StandingFlow> FlowNetwork::standing_flows() const {
  std::vector<StandingFlow> standing;
  for (const Flow& flow : flows_) {
    if (flow.phase == Phase::unused) continue;
    const LinkId link = routes_.link_without_capacity(flow.route);
    if (link == no_id) continue;
    const RouteFacts& facts = routes_.facts(flow.route);
    const Stripes::Addressee whole = flow.done == &Stripes::part_done
                                         ? stripes_.whole(flow.argument)
                                         : Stripes::Addressee{flow.done, flow.owner, flow.argument};
    standing.push_back({facts.source, facts.destination, link, stopped_since_s_.at(link),
                        whole.done, whole.owner});
  }
  return standing;
}
double FlowNetwork::latency_s(double size_bytes, const RouteFacts& facts) const {
  return facts.latency_s * config_.latency_factor.at(size_bytes + config_.header_bytes);
}
}  // namespace smpi::models
