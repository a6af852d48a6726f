// SPDX-License-Identifier: BSD-3-Clause
//
// Pairs of opposite flows as one (exchanges.h): their start, their ends, and what becomes of them
// when another flow comes to their links. Times are computed as the life of single flows does it
// (flow_network.cpp, clocks.cpp), so that they are equal to the last bit.
#include <algorithm>

#include "models/network/flow_model.h"

namespace smpi::models {

PairedFlows* paired_flows(Network& network) {
  return dynamic_cast<PairedFlows*>(&network);
}

bool FlowNetwork::start_pair(const FlowRequest& there, const FlowRequest& back) {
  if (!takes_pairs_ || notes_shares_ || gather_s_ > 0) return false;
  const RouteId routes[] = {routes_.acquire(there.source, there.destination),
                            routes_.acquire(back.source, back.destination)};
  if (start_exchange(there, back, routes)) return true;
  for (const RouteId route : routes) routes_.release(route);
  return false;
}

// The latency phase and the work of a flow.
inline FlowNetwork::Phases FlowNetwork::phases_of(double size_bytes, const RouteFacts& facts) {
  const double size = size_bytes + config_.header_bytes;
  const SizeFactors::Factors& factors = factors_.of(size);
  return {factors.latency_factor * facts.latency_s,
          size * facts.penalty / factors.bandwidth_factor};
}

bool FlowNetwork::start_exchange(const FlowRequest& there, const FlowRequest& back,
                                 const RouteId (&routes)[2]) {
  const RouteFacts& out = routes_.facts(routes[0]);
  const RouteFacts& in = routes_.facts(routes[1]);
  const Phases first = phases_of(there.size_bytes, out);
  const Phases second = phases_of(back.size_bytes, in);
  if (first.wait_s != second.wait_s || out.use_count != in.use_count) return false;
  if (!(std::min(first.work, second.work) > 0)) return false;
  if (std::max(out.users, in.users) >= stream_users_min_) return false;
  const MaxMin::Claim claim = maxmin_.claim({out.first_use, out.bound_level},
                                            {in.first_use, in.bound_level}, out.use_count);
  if (claim.number == no_id) return false;
  Exchange exchange{
      .flows = {{there.done, there.owner, first.work, out.bound_level, there.argument, 0,
                 routes[0]},
                {back.done, back.owner, second.work, in.bound_level, back.argument, 0, routes[1]}},
      .begin_s = engine_.now_s() + first.wait_s,
      .level = claim.level,
      .claim = claim.number};
  for (ExchangedFlow& flow : exchange.flows) {
    count_start();
    flow.serial = static_cast<std::uint32_t>(statistics_.flow_count);
  }
  statistics_.pair_count++;
  const double ends_s[] = {end_of(exchange, exchange.flows[0]),
                           end_of(exchange, exchange.flows[1])};
  exchange_timers_.add(exchanges_.add(exchange), std::min(ends_s[0], ends_s[1]));
  return true;
}

// When a flow ends if the other one goes on as long.
inline double FlowNetwork::end_of(const Exchange& exchange, const ExchangedFlow& flow) {
  return exchange.begin_s + flow.work / (exchange.level > 0 ? exchange.level : flow.bound_level);
}

void FlowNetwork::exchange_ended(std::uint32_t index) {
  const Exchange exchange = exchanges_.take(index);
  release_claim(exchange);
  const ExchangedFlow& first = exchange.flows[0];
  const ExchangedFlow& second = exchange.flows[1];
  if (first.work == second.work && first.bound_level == second.bound_level) {
    for (const ExchangedFlow& flow : exchange.flows) routes_.release(flow.route);
    first.done(first.owner, first.argument);
    return second.done(second.owner, second.argument);
  }
  const bool is_first = end_of(exchange, first) <= end_of(exchange, second);
  const ExchangedFlow& ended = is_first ? first : second;
  go_on_alone(exchange, is_first ? second : first, ended.work);
  routes_.release(ended.route);
  ended.done(ended.owner, ended.argument);
}

// The longer flow runs at its bound from now on, as settle_left() of the solver has it.
void FlowNetwork::go_on_alone(const Exchange& exchange, const ExchangedFlow& rest,
                              double other_work) {
  const double now_s = engine_.now_s();
  double left = rest.work;
  double since_s = exchange.begin_s;
  if (exchange.level > 0) {
    const double service = std::max(exchange.level * (now_s - exchange.begin_s), other_work);
    left = std::max(rest.work - service, 0.0);
    since_s = now_s;
  }
  const FlowId id = single_flow(rest);
  Flow& flow = flows_[id];
  flow.work = left;
  flow.anchor_s = since_s;
  if (maxmin_.add(id, flow.first_use, flow.use_count, flow.level)) {
    flow.phase = Phase::stalled;
    return request_update();
  }
  flow.phase = Phase::bounded;
  timers_.add(id, since_s + left / flow.level);
}

// One of a pair as a flow like all others, which has no phase yet.
FlowId FlowNetwork::single_flow(const ExchangedFlow& exchanged) {
  const FlowId id = take_slot();
  Flow& flow = flows_[id];
  flow = {.work = exchanged.work,
          .anchor_s = 0,
          .level = 0,
          .done = exchanged.done,
          .owner = exchanged.owner,
          .argument = exchanged.argument,
          .serial = exchanged.serial,
          .route = exchanged.route,
          .first_use = 0,
          .use_count = 0,
          .phase = Phase::latency,
          .part = Part::single};
  take_facts(flow, routes_.facts(flow.route));
  return id;
}

void FlowNetwork::release_claim(const Exchange& exchange) {
  const RouteFacts& facts = routes_.facts(exchange.flows[0].route);
  maxmin_.release_claim(exchange.claim, facts.first_use, facts.use_count);
}

// Another flow comes to the links of pairs: they are flows like all others from now on.
[[gnu::cold, gnu::noinline]] void FlowNetwork::break_up_met(std::uint32_t first_use,
                                                            std::size_t use_count) {
  for (std::size_t i = 0; i < use_count && exchanges_.count() > 0; i++) {
    const std::uint32_t claim = maxmin_.claim_on(routes_.all_uses()[first_use + i].link);
    if (claim != no_id) break_up(exchanges_.of_claim(claim));
  }
}

void FlowNetwork::break_up(std::uint32_t index) {
  exchange_timers_.remove(index);
  const Exchange exchange = exchanges_.take(index);
  statistics_.broken_pair_count++;
  const FlowId ids[] = {single_flow(exchange.flows[0]), single_flow(exchange.flows[1])};
  if (engine_.now_s() > exchange.begin_s) {
    share_since(exchange, ids);
  } else {
    release_claim(exchange);
    for (const FlowId id : ids) {
      timers_.add(id, exchange.begin_s);
      maxmin_.note_meeting_of(flows_[id].first_use);
    }
  }
}

// Two flows in the bandwidth phase that began before now.
void FlowNetwork::share_since(const Exchange& exchange, const FlowId (&ids)[2]) {
  const Flow& first = flows_[ids[0]];
  const Flow& second = flows_[ids[1]];
  const LinkId link = maxmin_.fulfil_claim(
      exchange.claim, ids, {{first.first_use, first.level}, {second.first_use, second.level}},
      first.use_count);
  if (link != no_id) clocks_.begin_earlier(link, exchange.level, exchange.begin_s);
  for (const FlowId id : ids) {
    Flow& flow = flows_[id];
    flow.anchor_s = exchange.begin_s;
    if (link != no_id) {
      flow.level = exchange.level;
      flow.phase = Phase::clocked;
      clocks_.insert_earlier(link, id, flow.serial, flow.work);
    } else {
      flow.phase = Phase::bounded;
      timers_.add(id, flow.anchor_s + flow.work / flow.level);
    }
  }
  request_update();
}

void FlowNetwork::break_up_all() {
  for (LinkId link = 0; link < platform_.links.count() && exchanges_.count() > 0; link++) {
    const std::uint32_t claim = maxmin_.claim_on(link);
    if (claim != no_id) break_up(exchanges_.of_claim(claim));
  }
}

}  // namespace smpi::models
