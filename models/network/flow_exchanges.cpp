// SPDX-License-Identifier: BSD-3-Clause
//
// Pairs of opposite flows as one (exchanges.h): their start, their ends, and what becomes of them
// when another flow comes to their links. Times are computed as the life of single flows does it
// (flow_network.cpp, clocks.cpp), so that they are equal to the last bit.
#include <algorithm>

#include "kernel/error.h"
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

// A flow that starts now.
inline ExchangedFlow FlowNetwork::exchanged_flow(const FlowRequest& request, RouteId route) {
  const RouteFacts& facts = routes_.facts(route);
  const double size = request.size_bytes + config_.header_bytes;
  const SizeFactors::Factors& factors = factors_.of(size);
  const double work = size * facts.penalty / factors.bandwidth_factor;
  return {.done = request.done,
          .owner = request.owner,
          .begin_s = engine_.now_s() + factors.latency_factor * facts.latency_s,
          .work = work,
          .shared_work = work,
          .bound_level = facts.bound_level,
          .argument = request.argument,
          .serial = 0,
          .route = route};
}

bool FlowNetwork::start_exchange(const FlowRequest& there, const FlowRequest& back,
                                 const RouteId (&routes)[2]) {
  const RouteFacts& out = routes_.facts(routes[0]);
  const RouteFacts& in = routes_.facts(routes[1]);
  if (out.use_count != in.use_count || std::max(out.users, in.users) >= stream_users_min_) {
    return false;
  }
  Exchange exchange{.flows = {exchanged_flow(there, routes[0]), exchanged_flow(back, routes[1])},
                    .begin_s = 0,
                    .level = 0,
                    .claim = no_id};
  exchange.begin_s = std::max(exchange.flows[0].begin_s, exchange.flows[1].begin_s);
  for (ExchangedFlow& flow : exchange.flows) {
    const double alone_s = exchange.begin_s - flow.begin_s;
    if (alone_s > 0) flow.shared_work -= flow.bound_level * alone_s;
    // One that ends before the other begins has nothing to share.
    if (!(flow.shared_work > 0)) return false;
  }
  const MaxMin::Claim claim = maxmin_.claim({out.first_use, out.bound_level},
                                            {in.first_use, in.bound_level}, out.use_count);
  if (claim.number == no_id) return false;
  exchange.level = claim.level;
  exchange.claim = claim.number;
  for (ExchangedFlow& flow : exchange.flows) {
    count_start();
    flow.serial = static_cast<std::uint32_t>(statistics_.flow_count);
  }
  statistics_.pair_count++;
  const double end_s = std::min(end_of(exchange, 0), end_of(exchange, 1));
  exchange_timers_.add(exchanges_.add(exchange), end_s);
  return true;
}

// When a flow ends if the other one goes on as long.
inline double FlowNetwork::end_of(const Exchange& exchange, int number) {
  const ExchangedFlow& flow = exchange.flows[number];
  if (exchange.level > 0) return exchange.begin_s + flow.shared_work / exchange.level;
  return flow.begin_s + flow.work / flow.bound_level;
}

void FlowNetwork::exchange_ended(std::uint32_t index) {
  const Exchange exchange = exchanges_.take(index);
  release_claim(exchange);
  const double ends_s[] = {end_of(exchange, 0), end_of(exchange, 1)};
  const int first = ends_s[0] <= ends_s[1] ? 0 : 1;
  const ExchangedFlow& ended = exchange.flows[first];
  const ExchangedFlow& other = exchange.flows[1 - first];
  const bool is_other_over = ends_s[0] == ends_s[1];
  if (is_other_over) {
    routes_.release(other.route);
  } else {
    go_on_alone(exchange, other, ended.shared_work);
  }
  routes_.release(ended.route);
  ended.done(ended.owner, ended.argument);
  if (is_other_over) other.done(other.owner, other.argument);
}

// The longer flow runs at its bound from now on, as settle_left() of the solver has it.
void FlowNetwork::go_on_alone(const Exchange& exchange, const ExchangedFlow& rest,
                              double other_work) {
  const FlowId id = single_flow(rest);
  Flow& flow = flows_[id];
  flow.anchor_s = rest.begin_s;
  if (exchange.level > 0) {
    const double now_s = engine_.now_s();
    const double service = std::max(exchange.level * (now_s - exchange.begin_s), other_work);
    flow.work = std::max(rest.shared_work - service, 0.0);
    flow.anchor_s = now_s;
  }
  run_alone(id);
}

// A flow that has its links to itself since its anchor.
void FlowNetwork::run_alone(FlowId id) {
  Flow& flow = flows_[id];
  const bool is_sharing = maxmin_.add(id, flow.first_use, flow.use_count, flow.level);
  SIM_ASSERT(!is_sharing, "a flow alone on its links shares one");
  flow.phase = Phase::bounded;
  timers_.add(id, flow.anchor_s + flow.work / flow.level);
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
  if (engine_.now_s() > exchange.begin_s) return share_since(exchange, ids);
  release_claim(exchange);
  for (int i = 0; i < 2; i++) {
    Flow& flow = flows_[ids[i]];
    const double begin_s = exchange.flows[i].begin_s;
    maxmin_.note_meeting_of(flow.first_use);
    if (engine_.now_s() > begin_s) {
      flow.anchor_s = begin_s;
      run_alone(ids[i]);
    } else {
      timers_.add(ids[i], begin_s);
    }
  }
}

// Two flows whose bandwidth phases began before now.
void FlowNetwork::share_since(const Exchange& exchange, const FlowId (&ids)[2]) {
  const Flow& first = flows_[ids[0]];
  const Flow& second = flows_[ids[1]];
  const LinkId link = maxmin_.fulfil_claim(
      exchange.claim, ids, {{first.first_use, first.level}, {second.first_use, second.level}},
      first.use_count);
  if (link != no_id) clocks_.begin_earlier(link, exchange.level, exchange.begin_s);
  for (int i = 0; i < 2; i++) {
    Flow& flow = flows_[ids[i]];
    if (link != no_id) {
      flow.anchor_s = exchange.begin_s;
      flow.work = exchange.flows[i].shared_work;
      flow.level = exchange.level;
      flow.phase = Phase::clocked;
      clocks_.insert_earlier(link, ids[i], flow.serial, flow.work);
    } else {
      flow.anchor_s = exchange.flows[i].begin_s;
      flow.phase = Phase::bounded;
      timers_.add(ids[i], flow.anchor_s + flow.work / flow.level);
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
