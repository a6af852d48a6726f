// SPDX-License-Identifier: BSD-3-Clause
//
// The life of a flow: latency phase, bandwidth phase, end (MODELS 1).
//
//   start -> [latency event] -> waiting for the end of the instant -> sharing -> [end event] ->
//   done
//
// Work is counted in levels x seconds: S x P / fB. A flow at level v drains v of it a second, so
// flows stopped by one link all drain alike, whatever their penalties and factors.
#include "models/network.h"

#include <vector>

#include "kernel/error.h"
#include "models/maxmin.h"
#include "models/network_config.h"
#include "models/network_routes.h"

namespace smpi::models {
namespace {

enum class Phase : std::uint8_t { unused, latency, waiting, sharing };

struct Flow {
  double work = 0;  // at anchor_s
  double anchor_s = 0;
  kernel::EventHandler done = nullptr;
  void* owner = nullptr;
  std::uint32_t argument = 0;
  RouteId route = no_id;
  kernel::EventId event = kernel::no_event;
  Phase phase = Phase::unused;
};

}  // namespace

struct Network::Implementation {
  kernel::Engine& engine;
  Platform& platform;
  NetworkConfig config;
  RouteCache routes;
  MaxMin maxmin;
  NetworkStatistics statistics;
  std::vector<Flow> flows;
  std::vector<FlowId> free_flows;
  std::vector<FlowId> waiting;
  bool solve_requested = false;

  Implementation(kernel::Engine& engine_, Platform& platform_, const kernel::Options& options)
      : engine(engine_), platform(platform_), config(options), routes(platform, config) {
    for (LinkId link = 0; link < platform.links.count(); link++) {
      maxmin.set_link(link, capacity_of(platform.links, link), platform.links.policy[link]);
    }
  }

  FlowId start(const FlowRequest& request);
  void activate(FlowId id);
  void request_solve();
  void solve();
  void reschedule(FlowId id, double old_level);
  void end(FlowId id);
  void leave(FlowId id);
};

FlowId Network::Implementation::start(const FlowRequest& request) {
  FlowId id;
  if (free_flows.empty()) {
    id = static_cast<FlowId>(flows.size());
    flows.emplace_back();
  } else {
    id = free_flows.back();
    free_flows.pop_back();
  }
  statistics.flow_count++;
  statistics.byte_count += request.size_bytes;
  Flow& flow = flows[id];
  flow.done = request.done;
  flow.owner = request.owner;
  flow.argument = request.argument;
  flow.phase = Phase::latency;
  flow.route = routes.acquire(request.source, request.destination);
  const double size = request.size_bytes + config.header_bytes;
  double latency_s = config.latency_factor.at(size);
  if (config.model == NetworkModel::constant) {
    flow.work = 0;
  } else {
    const RouteFacts& facts = routes.facts(flow.route);
    latency_s *= facts.latency_s;
    flow.work = size * facts.penalty / config.bandwidth_factor.at(size);
  }
  flow.event = engine.events().schedule(
      engine.now_s() + latency_s, kernel::Priority::model,
      [](void* self, std::uint32_t flow_id) {
        static_cast<Implementation*>(self)->activate(flow_id);
      },
      this, id);
  return id;
}

void Network::Implementation::activate(FlowId id) {
  Flow& flow = flows[id];
  flow.event = kernel::no_event;
  if (!(flow.work > 0)) {
    end(id);
    return;
  }
  flow.phase = Phase::waiting;
  waiting.push_back(id);
  request_solve();
}

void Network::Implementation::request_solve() {
  if (solve_requested) return;
  solve_requested = true;
  engine.at_end_of_instant(
      [](void* self, std::uint32_t) { static_cast<Implementation*>(self)->solve(); }, this);
}

void Network::Implementation::solve() {
  solve_requested = false;
  for (const FlowId id : waiting) {
    if (flows[id].phase != Phase::waiting) continue;  // cancelled
    flows[id].phase = Phase::sharing;
    flows[id].anchor_s = engine.now_s();
    const RouteFacts& facts = routes.facts(flows[id].route);
    maxmin.add(id, routes.uses(flows[id].route), facts.bound_bytes_per_s * facts.penalty);
  }
  waiting.clear();
  std::vector<double> old_levels(flows.size());
  for (FlowId id = 0; id < flows.size(); id++) {
    if (flows[id].phase == Phase::sharing) old_levels[id] = maxmin.level(id);
  }
  maxmin.solve();
  statistics.solve_count++;
  statistics.solved_flow_count += maxmin.changed().size();
  for (const FlowId id : maxmin.changed()) reschedule(id, old_levels[id]);
}

void Network::Implementation::reschedule(FlowId id, double old_level) {
  Flow& flow = flows[id];
  const double now_s = engine.now_s();
  if (old_level > 0) flow.work -= old_level * (now_s - flow.anchor_s);
  flow.anchor_s = now_s;
  const double level = maxmin.level(id);
  if (!(level > 0)) {
    if (flow.event != kernel::no_event) engine.events().cancel(flow.event);
    flow.event = kernel::no_event;
    return;
  }
  const double end_s = now_s + std::max(flow.work, 0.0) / level;
  if (flow.event == kernel::no_event) {
    flow.event = engine.events().schedule(
        end_s, kernel::Priority::model,
        [](void* self, std::uint32_t flow_id) { static_cast<Implementation*>(self)->end(flow_id); },
        this, id);
  } else {
    engine.events().reschedule(flow.event, end_s);
  }
}

void Network::Implementation::leave(FlowId id) {
  Flow& flow = flows[id];
  if (flow.phase == Phase::sharing) {
    maxmin.remove(id);
    request_solve();
  }
  flow.phase = Phase::unused;
  routes.release(flow.route);
  free_flows.push_back(id);
}

void Network::Implementation::end(FlowId id) {
  flows[id].event = kernel::no_event;
  const Flow ended = flows[id];
  leave(id);
  ended.done(ended.owner, ended.argument);
}

Network::Network(kernel::Engine& engine, Platform& platform, const kernel::Options& options)
    : implementation_(std::make_unique<Implementation>(engine, platform, options)) {}

Network::~Network() = default;

FlowId Network::start(const FlowRequest& request) {
  return implementation_->start(request);
}

void Network::cancel(FlowId flow) {
  Flow& cancelled = implementation_->flows[flow];
  if (cancelled.event != kernel::no_event) implementation_->engine.events().cancel(cancelled.event);
  cancelled.event = kernel::no_event;
  implementation_->leave(flow);
}

double Network::uncontended_time_s(HostId source, HostId destination, double size_bytes) {
  const NetworkConfig& config = implementation_->config;
  const double size = size_bytes + config.header_bytes;
  if (config.model == NetworkModel::constant) return config.latency_factor.at(size);
  RouteCache& routes = implementation_->routes;
  const RouteId route = routes.acquire(source, destination);
  const RouteFacts facts = routes.facts(route);
  routes.release(route);
  return facts.latency_s * config.latency_factor.at(size) +
         size / (config.bandwidth_factor.at(size) * facts.bound_bytes_per_s);
}

std::span<const kernel::OptionSpec> Network::options() {
  return NetworkConfig::options();
}

void Network::link_changed(LinkId link) {
  const LinkTable& links = implementation_->platform.links;
  implementation_->maxmin.set_link(link, capacity_of(links, link), links.policy[link]);
  implementation_->routes.invalidate();
  implementation_->request_solve();
}

double Network::link_usage_bytes_per_s(LinkId link) const {
  return implementation_->maxmin.usage(link);
}

void Network::set_usage_observer(kernel::EventHandler, void*) {}

const NetworkStatistics& Network::statistics() const {
  return implementation_->statistics;
}

}  // namespace smpi::models
