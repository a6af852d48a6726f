// SPDX-License-Identifier: BSD-3-Clause
//
// Those who look at flows when they start and end (routing, contention, measured networks), or at
// their shares (acknowledgements, observers of usage). Where there are none, nothing of this runs.
#include "models/network/flow_model.h"

namespace smpi::models {

// Tells those who look at all flows, where there are such; returns how long the latency phase is.
double FlowNetwork::note_start(FlowId id, const FlowRequest& request, double wait_s) {
  if (validity_ != nullptr) {
    validity_->flow_starts(request.source, request.destination, request.size_bytes);
  }
  if (shapes_ != nullptr) {
    const FlowShapes::Shape shape = shapes_->shape(id, request, flows_[id].route);
    flows_[id].work = shape.work;
    flows_[id].level = shape.bound_level;
    wait_s = shape.wait_s;
  }
  if (routing_ != nullptr) {
    const RouteId route = flows_[id].route;
    routing_->flow_starts(routes_.uses(route), routes_.facts(route).penalty);
  }
  if (contention_ != nullptr) {
    contention_->flow_starts(id, request.source, request.destination);
    request_update();
  }
  return wait_s;
}
void FlowNetwork::note_end(FlowId id) {
  if (validity_ != nullptr) {
    const RouteFacts& facts = routes_.facts(flows_[id].route);
    validity_->flow_ends(facts.source, facts.destination);
  }
  if (routing_ != nullptr) {
    const RouteId route = flows_[id].route;
    routing_->flow_ends(routes_.uses(route), routes_.facts(route).penalty);
  }
  if (contention_ != nullptr) {
    contention_->flow_ends(id);
    request_update();
  }
}
double FlowNetwork::bound_level(FlowId id) const {
  const RouteId route = flows_[id].route;
  return shapes_ == nullptr ? routes_.facts(route).bound_level : shapes_->bound_level(id, route);
}
// Tells those who look at all shares, where there are such.
void FlowNetwork::note_arrival(FlowId id, double level) {
  if (acknowledgements_ != nullptr && note_acknowledgements(id, level)) request_gathered_update();
  if (usage_.is_asked_for()) request_update();
}

// Reserves what the acknowledgements of a new flow or stream take; true when it shares a link.
bool FlowNetwork::note_acknowledgements(FlowId id, double level) {
  const RouteFacts& facts = routes_.facts(flows_[id].route);
  if (facts.acknowledgement_count == 0) return false;
  const FlowId shadow = take_slot();
  Flow& flow = flows_[id];
  flows_[shadow].phase = Phase::unused;
  flows_[shadow].part = Part::single;
  return acknowledgements_->add(
      id, shadow,
      {.first_use = flow.first_use + facts.use_count,
       .use_count = facts.acknowledgement_count,
       .kind = flow.part == Part::stream ? MaxMin::Kind::stream : MaxMin::Kind::flow},
      flow.phase == Phase::bounded ? level : 0);
}

void FlowNetwork::note_departure(FlowId id) {
  drop_shadow(id);
  if (maxmin_.is_dirty() || usage_.is_asked_for()) request_gathered_update();
}
void FlowNetwork::drop_shadow(FlowId id) {
  if (acknowledgements_ == nullptr) return;
  const FlowId shadow = acknowledgements_->remove(id);
  if (shadow != no_id) free_flows_.push_back(shadow);
}
// Rounds beyond the limit change next to nothing.
void FlowNetwork::solve_with_acknowledgements() {
  constexpr int rounds_max = 50;
  for (int round = 0; round < rounds_max; round++) {
    solve();
    for (const FlowId id : maxmin_.moved()) {
      if (flows_[id].phase != Phase::unused) follow(id);  // else a shadow
    }
    set_clock_levels();
    if (!acknowledgements_->follow_levels()) return;
  }
}
}  // namespace smpi::models
