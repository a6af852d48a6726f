// SPDX-License-Identifier: BSD-3-Clause
//
// The life of a flow: latency phase, bandwidth phase, end (MODELS 1).
//
//   start -> [timer] -> alone on its links ------------------------> runs at its bound: [timer]
//                    -> shares one: hook at the end of the instant -> the same, or
//                                                                  -> stopped by a link: [clock]
//
// All contended flows that start or end in one instant are shared once, by the hook. Work is
// counted in levels x seconds: S x P / fB. A flow at level v drains v of it a second, so flows
// stopped by one link all drain alike, whatever their penalties and factors. An uncontended message
// costs two timers and a probe of the route table; no solver runs for it.
#include "models/network/network.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <vector>

#include "kernel/error.h"
#include "kernel/quick_vector.h"
#include "models/network/clocks.h"
#include "models/network/config.h"
#include "models/network/infiniband.h"
#include "models/network/routes.h"
#include "models/network/routing.h"
#include "models/network/timers.h"
#include "models/sharing/maxmin.h"

namespace smpi::models {
namespace {

enum class Phase : std::uint8_t {
  unused,
  latency,  // a timer runs
  bounded,  // at its bound: a timer runs
  clocked,  // on the clock of the link that stops it
  stalled,  // on neither: its rate is 0, or known at the end of the instant
};

struct Flow {
  double work;      // left at anchor_s, while not on a clock
  double anchor_s;  // while stalled, since when
  double level;     // since anchor_s, while not on a clock; before, that of its bound
  kernel::EventHandler done;
  void* owner;
  std::uint32_t argument;
  std::uint32_t serial;  // of its start: those that end at once do so in the order of their starts
  RouteId route;
  std::uint32_t first_use;  // of its route: what admit() needs, without a look at the route
  std::uint16_t use_count;
  Phase phase;
};
static_assert(sizeof(Flow) <= 64);

void take_facts(Flow& flow, const RouteFacts& facts) {
  flow.level = facts.bound_level;
  flow.first_use = facts.first_use;
  flow.use_count = static_cast<std::uint16_t>(facts.use_count);
}

}  // namespace

struct Network::Implementation {
  kernel::Engine& engine;
  Platform& platform;
  NetworkConfig config;
  RouteCache routes;
  MaxMin maxmin;
  FlowTimers timers;
  ServiceClocks clocks;
  std::optional<InfinibandContention> infiniband;
  std::unique_ptr<Routing> routing;  // null: every flow takes way 0
  NetworkStatistics statistics;
  std::atomic<std::uint64_t> started_flow_count = 0;
  std::vector<Flow> flows;
  kernel::QuickVector<FlowId> free_flows;
  std::vector<FlowId> ended;  // those of the clock that is due; handlers may nest
  double gather_s = 0;
  kernel::EventId gathering = kernel::no_event;
  bool update_requested = false;

  // Usage as the observers have seen it last, kept only for observers.
  struct Observer {
    kernel::EventHandler observe;
    void* owner;
  };
  std::vector<Observer> observers;
  std::vector<double> seen_usage;
  std::vector<LinkId> used_links;
  std::vector<std::uint8_t> is_used;

  Implementation(kernel::Engine& engine_, Platform& platform_, const kernel::Options& options);

  FlowId start(const FlowRequest& request);
  void expect(std::span<const FlowId> turns, std::size_t now) const;
  void timer_fired(FlowId id);
  void clock_due(LinkId link);
  void admit(FlowId id);
  void request_update();
  void request_gathered_update();
  void update();
  void update_bounds();
  void follow(FlowId id);
  double take_off(FlowId id);
  void leave_shares(FlowId id);
  void recycle(FlowId id);
  void finish(FlowId id);
  void cancel(FlowId id);
  void link_changed(LinkId link);
  void reroute(FlowId id);
  void count_flow(const Flow& flow, bool starts);
  void mark_used(LinkId link);
  void report_usage();
};

Network::Implementation::Implementation(kernel::Engine& engine_, Platform& platform_,
                                        const kernel::Options& options)
    : engine(engine_),
      platform(platform_),
      config(options),
      routes(platform, config),
      maxmin(routes.all_uses()),
      timers(
          engine,
          [](void* self, FlowTimers::Turns turns, std::size_t now) {
            auto* network = static_cast<Implementation*>(self);
            network->expect(turns, now);
            network->timer_fired(turns[now]);
          },
          this),
      clocks(
          engine,
          [](void* self, std::uint32_t link) {
            static_cast<Implementation*>(self)->clock_due(link);
          },
          this) {
  // The last first, so that the solver's table grows once.
  for (LinkId link = static_cast<LinkId>(platform.links.count()); link-- > 0;) {
    maxmin.set_link(link, capacity_of(platform.links, link), platform.links.policy[link]);
  }
  clocks.set_link_count(platform.links.count());
  routing = Routing::make(platform, config.routing);
  if (config.model == NetworkModel::infiniband) {
    infiniband.emplace(config.infiniband, platform.hosts.count());
  }
}

FlowId Network::Implementation::start(const FlowRequest& request) {
  FlowId id;
  if (free_flows.empty()) {
    id = static_cast<FlowId>(flows.size());
    flows.emplace_back();
  } else {
    id = free_flows.back();
    free_flows.pop_back();
  }
  started_flow_count.store(++statistics.flow_count, std::memory_order_relaxed);
  statistics.byte_count += request.size_bytes;
  Choice choice = 0;
  if (routing != nullptr) [[unlikely]] {
    choice = routing->choose(request.source, request.destination, request.size_bytes);
  }
  Flow& flow = flows[id];
  flow = {.work = 0,
          .anchor_s = 0,
          .level = 0,
          .done = request.done,
          .owner = request.owner,
          .argument = request.argument,
          .serial = static_cast<std::uint32_t>(statistics.flow_count),
          .route = routes.acquire(request.source, request.destination, choice),
          .first_use = 0,
          .use_count = 0,
          .phase = Phase::latency};
  const RouteFacts& facts = routes.facts(flow.route);
  take_facts(flow, facts);
  if (routing != nullptr) [[unlikely]]
    count_flow(flow, true);
  const double size = request.size_bytes + config.header_bytes;
  double latency_s = config.latency_factor.at(size);
  if (config.model != NetworkModel::constant) {
    latency_s *= facts.latency_s;
    flow.work = size * facts.penalty / config.bandwidth_factor.at(size);
  }
  if (infiniband) {
    infiniband->start(id, request.source, request.destination);
    request_update();
  }
  if (latency_s > 0 || !(flow.work > 0)) {
    timers.add(id, engine.now_s() + latency_s);
  } else {
    admit(id);
  }
  return id;
}

// Prefetches for upcoming flows, which thousands of others have pushed out of the cache: the flow,
// then its route, then its links.
void Network::Implementation::expect(std::span<const FlowId> turns, std::size_t now) const {
  constexpr std::size_t far = 6, near = 4, next = 2;
  const auto turn = [&](std::size_t ahead) {
    return now + ahead < turns.size() ? turns[now + ahead] : FlowTimers::none;
  };
  if (const FlowId id = turn(far); id != FlowTimers::none) {
    __builtin_prefetch(&flows[id]);
    maxmin.prefetch_flow(id);
  }
  if (const FlowId id = turn(near); id != FlowTimers::none) {
    const Flow& flow = flows[id];
    __builtin_prefetch(flow.owner);
    const LinkUse* uses = routes.all_uses().data() + flow.first_use;
    for (std::size_t i = 0; i < flow.use_count; i += 64 / sizeof(LinkUse))
      __builtin_prefetch(uses + i);
  }
  if (const FlowId id = turn(next); id != FlowTimers::none) {
    maxmin.prefetch_links(flows[id].first_use, flows[id].use_count);
  }
}

void Network::Implementation::timer_fired(FlowId id) {
  if (flows[id].phase == Phase::latency && flows[id].work > 0) {
    admit(id);
  } else {
    finish(id);
  }
}

// Begins the bandwidth phase. A flow that meets others later in the same instant is moved by the
// hook like any other.
void Network::Implementation::admit(FlowId id) {
  Flow& flow = flows[id];
  const double level = infiniband ? flow.level / infiniband->penalty(id) : flow.level;
  flow.phase = Phase::stalled;
  flow.anchor_s = engine.now_s();
  if (maxmin.add(id, flow.first_use, flow.use_count, level)) {
    request_gathered_update();
  } else if (level > 0) {
    flow.phase = Phase::bounded;
    flow.level = level;
    timers.add(id, flow.anchor_s + flow.work / level);
  }
  if (!observers.empty()) request_update();
}

void Network::Implementation::request_update() {
  if (update_requested) return;
  update_requested = true;
  engine.at_end_of_instant(
      [](void* self, std::uint32_t) { static_cast<Implementation*>(self)->update(); }, this);
}

// For flows that come and go, of which there may be many at nearly the same time.
void Network::Implementation::request_gathered_update() {
  if (gather_s <= 0) return request_update();
  if (update_requested || gathering != kernel::no_event) return;
  gathering = engine.events().schedule(
      engine.now_s() + gather_s, kernel::Priority::model,
      [](void* self, std::uint32_t) {
        static_cast<Implementation*>(self)->gathering = kernel::no_event;
        static_cast<Implementation*>(self)->request_update();
      },
      this, 0);
}

// Once in each instant in which something started, ended or changed, or after such have gathered.
void Network::Implementation::update() {
  update_requested = false;
  if (gathering != kernel::no_event) engine.events().cancel(gathering);
  gathering = kernel::no_event;
  if (infiniband && infiniband->is_dirty()) update_bounds();
  if (maxmin.is_dirty()) {
    maxmin.solve();
    statistics.solve_count++;
    statistics.solved_flow_count += maxmin.solved_count();
    for (const FlowId id : maxmin.moved()) follow(id);
    for (const LinkId link : maxmin.relevelled()) clocks.set_level(link, maxmin.link_level(link));
  }
  clocks.update_events();
  if (!observers.empty()) report_usage();
}

void Network::Implementation::update_bounds() {
  for (const FlowId id : infiniband->update()) {
    if (flows[id].phase == Phase::latency) continue;
    maxmin.set_bound(id, routes.facts(flows[id].route).bound_level / infiniband->penalty(id));
  }
}

// Takes a flow off its timer or clock; returns the work left.
double Network::Implementation::take_off(FlowId id) {
  const Flow& flow = flows[id];
  switch (flow.phase) {
    case Phase::bounded:
      timers.remove(id);
      return std::max(flow.work - flow.level * (engine.now_s() - flow.anchor_s), 0.0);
    case Phase::clocked:
      return clocks.remove(id);
    case Phase::latency:
      timers.remove(id);
      return flow.work;
    default:
      return flow.work;
  }
}

// Puts a flow onto the timer or clock that fits what stops it now.
void Network::Implementation::follow(FlowId id) {
  Flow& flow = flows[id];
  // A flow that was admitted while changes gathered has drained since then.
  const bool has_waited = flow.phase == Phase::stalled;
  const double waited_s = has_waited ? std::min(engine.now_s() - flow.anchor_s, gather_s) : 0;
  const double left = take_off(id);
  flow.anchor_s = engine.now_s();
  flow.level = maxmin.level(id);
  const double work = std::max(left - flow.level * waited_s, 0.0);
  flow.work = work;
  const LinkId link = maxmin.bottleneck(id);
  if (link != no_id) {
    flow.phase = Phase::clocked;
    clocks.insert(link, id, flow.serial, work);
  } else if (flow.level > 0) {
    flow.phase = Phase::bounded;
    timers.add(id, flow.anchor_s + work / flow.level);
  } else {
    flow.phase = Phase::stalled;
  }
}

void Network::Implementation::clock_due(LinkId link) {
  const std::size_t first = ended.size();
  clocks.take_due(link, ended);
  const std::size_t last = ended.size();
  for (std::size_t i = first; i < last; i++) flows[ended[i]].phase = Phase::stalled;
  request_gathered_update();
  for (std::size_t i = first; i < last; i++) {
    expect({ended.data() + first, last - first}, i - first);
    if (flows[ended[i]].phase == Phase::stalled) finish(ended[i]);  // else cancelled by a handler
  }
  ended.resize(first);
}

// Frees what the flow uses; those it shared with are looked at by the next update.
void Network::Implementation::leave_shares(FlowId id) {
  Flow& flow = flows[id];
  const bool is_sharing = flow.phase != Phase::latency;
  flow.phase = Phase::unused;
  if (infiniband) {
    infiniband->end(id);
    request_update();
  }
  if (!is_sharing) return;
  maxmin.remove(id);
  if (maxmin.is_dirty() || !observers.empty()) request_gathered_update();
}

void Network::Implementation::count_flow(const Flow& flow, bool starts) {
  const double penalty = routes.facts(flow.route).penalty;
  if (starts) {
    routing->flow_starts(routes.uses(flow.route), penalty);
  } else {
    routing->flow_ends(routes.uses(flow.route), penalty);
  }
}

void Network::Implementation::recycle(FlowId id) {
  if (routing != nullptr) [[unlikely]]
    count_flow(flows[id], false);
  routes.release(flows[id].route);
  free_flows.push_back(id);
}

void Network::Implementation::finish(FlowId id) {
  leave_shares(id);
  const Flow flow = flows[id];
  recycle(id);
  flow.done(flow.owner, flow.argument);
}

void Network::Implementation::cancel(FlowId id) {
  SIM_ASSERT(flows[id].phase != Phase::unused, "a flow that has ended is cancelled");
  take_off(id);
  leave_shares(id);
  recycle(id);
  request_update();
}

// A link has a new capacity, latency or state: its flows start again with what is left of them, on
// the same route with its new facts. Latency phases that have begun keep their length.
void Network::Implementation::link_changed(LinkId link) {
  for (const Observer& each : observers) each.observe(each.owner, link);
  std::vector<FlowId> on_link;
  maxmin.flows_on(link, on_link);
  for (const FlowId id : on_link) {
    flows[id].work = take_off(id);
    maxmin.remove(id);
    flows[id].phase = Phase::latency;
  }
  maxmin.set_link(link, capacity_of(platform.links, link), platform.links.policy[link]);
  routes.invalidate();
  for (FlowId id = 0; id < flows.size(); id++) {
    if (flows[id].phase == Phase::latency) reroute(id);
  }
  for (const FlowId id : on_link) admit(id);
  request_update();
}

void Network::Implementation::reroute(FlowId id) {
  Flow& flow = flows[id];
  const RouteFacts old = routes.facts(flow.route);
  routes.release(flow.route);
  flow.route = routes.acquire(old.source, old.destination, old.choice);
  const RouteFacts& facts = routes.facts(flow.route);
  take_facts(flow, facts);
  flow.work *= facts.penalty / old.penalty;
}

void Network::Implementation::mark_used(LinkId link) {
  if (is_used[link] != 0) return;
  is_used[link] = 1;
  used_links.push_back(link);
}

void Network::Implementation::report_usage() {
  for (const LinkId link : used_links) {
    is_used[link] = 0;
    const double usage = maxmin.usage(link);
    if (usage == seen_usage[link]) continue;
    for (const Observer& observer : observers) observer.observe(observer.owner, link);
    seen_usage[link] = usage;
  }
  used_links.clear();
}

Network::Network(kernel::Engine& engine, Platform& platform, const kernel::Options& options)
    : implementation_(std::make_unique<Implementation>(engine, platform, options)) {}

Network::~Network() = default;

FlowId Network::start(const FlowRequest& request) {
  return implementation_->start(request);
}

void Network::gather_changes(double duration_s) {
  implementation_->gather_s = duration_s;
}

void Network::cancel(FlowId flow) {
  implementation_->cancel(flow);
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
  implementation_->link_changed(link);
}

double Network::link_usage_bytes_per_s(LinkId link) const {
  return !implementation_->observers.empty() ? implementation_->seen_usage[link]
                                             : implementation_->maxmin.usage(link);
}

void Network::add_usage_observer(kernel::EventHandler observer, void* owner) {
  Implementation& self = *implementation_;
  self.observers.push_back({observer, owner});
  if (self.observers.size() > 1) return;
  self.is_used.assign(self.platform.links.count(), 0);
  self.seen_usage.clear();
  for (LinkId link = 0; link < self.platform.links.count(); link++) {
    self.seen_usage.push_back(self.maxmin.usage(link));
  }
  self.maxmin.set_usage_mark(
      [](void* network, LinkId link) { static_cast<Implementation*>(network)->mark_used(link); },
      &self);
}

const NetworkStatistics& Network::statistics() const {
  return implementation_->statistics;
}

std::uint64_t Network::started_flow_count() const {
  return implementation_->started_flow_count.load(std::memory_order_relaxed);
}

}  // namespace smpi::models
