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
#include "models/network/flow_network.h"

#include <algorithm>
#include <vector>

#include "kernel/error.h"
#include "kernel/quick_vector.h"
#include "models/network/activity.h"
#include "models/network/clocks.h"
#include "models/network/config.h"
#include "models/network/contention.h"
#include "models/network/detours.h"
#include "models/network/flow.h"
#include "models/network/infiniband.h"
#include "models/network/link_deaths.h"
#include "models/network/routes.h"
#include "models/network/routing.h"
#include "models/network/size_factors.h"
#include "models/network/stripes.h"
#include "models/network/timers.h"
#include "models/network/usage_reports.h"
#include "models/sharing/maxmin.h"

namespace smpi::models {
namespace {

// Null where links alone slow a flow.
std::unique_ptr<Contention> contention_of(const NetworkConfig& config, const Platform& platform) {
  if (config.model != NetworkModel::infiniband) return nullptr;
  return std::make_unique<InfinibandContention>(config.infiniband, platform.hosts.count());
}

class FlowNetwork final : public Network, public NetworkActivity {
 public:
  FlowNetwork(kernel::Engine& engine, Platform& platform, const kernel::Options& options);

  void gather_changes(double duration_s) override { gather_s_ = duration_s; }
  FlowId start(const FlowRequest& request) override;
  void cancel(FlowId id) override;
  double uncontended_time_s(HostId source, HostId destination, double size_bytes) override;
  void link_changed(LinkId link) override;
  double link_usage_bytes_per_s(LinkId link) const override;
  void add_usage_observer(kernel::EventHandler observer, void* owner) override;
  std::size_t flow_count() const override { return flows_.size() - free_flows_.size(); }
  std::size_t pending_event_count() const override {
    const std::size_t own = gathering_ == kernel::no_event ? 0 : 1;
    return timers_.pending_event_count() + clocks_.pending_event_count() + own;
  }

 private:
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
  FlowId start_on(const FlowRequest& request, Choice choice);
  FlowId start_by_choice(const FlowRequest& request, std::uint32_t rail = no_id);
  bool take_way_of_now(FlowId id);
  double latency_s(double size_bytes, const RouteFacts& facts) const;
  std::vector<FlowId> take_flows_off(LinkId link);
  double penalised(FlowId id, double level) const;
  void note_start(FlowId id, const FlowRequest& request);
  void note_end(FlowId id);
  FlowId start_parts(const FlowRequest& request, std::uint32_t count);
  LinkId link_off(FlowId id) const;
  void expect_failure(FlowId id);
  void fail(FlowId id, LinkId link);

  kernel::Engine& engine_;
  Platform& platform_;
  NetworkConfig config_;
  SizeFactors factors_{config_.latency_factor, config_.bandwidth_factor};
  RouteCache routes_;
  MaxMin maxmin_;
  FlowTimers timers_;
  ServiceClocks clocks_;
  std::unique_ptr<Contention> contention_;  // null: links alone slow a flow
  std::unique_ptr<Routing> routing_;        // null: every flow takes way 0
  // Null where no link can go off. Then also the sizes of flows, of which a new way needs them.
  std::unique_ptr<Detours> detours_;
  std::unique_ptr<LinkDeaths> deaths_;
  std::vector<double> sizes_bytes_;
  bool chooses_ways_ = false;  // routing or detours
  bool notes_flows_ = false;   // routing or contention
  std::vector<Flow> flows_;
  kernel::QuickVector<FlowId> free_flows_;
  std::vector<FlowId> ended_;  // those of the clock that is due; handlers may nest
  double gather_s_ = 0;
  kernel::EventId gathering_ = kernel::no_event;
  bool update_requested_ = false;
  bool fails_ = false;  // flows on links that go off
  Stripes stripes_;
  UsageReports usage_{maxmin_};
};

FlowNetwork::FlowNetwork(kernel::Engine& engine, Platform& platform, const kernel::Options& options)
    : engine_(engine),
      platform_(platform),
      config_(options),
      routes_(platform, config_),
      maxmin_(routes_.all_uses()),
      timers_(
          engine,
          [](void* self, FlowTimers::Turns turns, std::size_t now) {
            auto* network = static_cast<FlowNetwork*>(self);
            network->expect(turns, now);
            network->timer_fired(turns[now]);
          },
          this),
      clocks_(
          engine,
          [](void* self, std::uint32_t link) { static_cast<FlowNetwork*>(self)->clock_due(link); },
          this) {
  // The last first, so that the solver's table grows once.
  for (LinkId link = static_cast<LinkId>(platform_.links.count()); link-- > 0;) {
    maxmin_.set_link(link, capacity_of(platform_.links, link), platform_.links.policy[link]);
  }
  clocks_.set_link_count(platform_.links.count());
  routing_ = Routing::make(platform_, config_.routing);
  detours_ = Detours::make(platform_, config_.failures);
  if (detours_ != nullptr) {
    routes_.set_detours(detours_.get());
    deaths_ = std::make_unique<LinkDeaths>(
        engine, platform, *detours_, config_.failures.delay_s,
        [](void* self, std::uint32_t link) { static_cast<FlowNetwork*>(self)->link_changed(link); },
        this);
  }
  contention_ = contention_of(config_, platform_);
  fails_ = config_.failures.fails && may_fail(platform_);
  chooses_ways_ = routing_ != nullptr || detours_ != nullptr || fails_;
  notes_flows_ = routing_ != nullptr || contention_ != nullptr;
}

FlowId FlowNetwork::start(const FlowRequest& request) {
  if (chooses_ways_) [[unlikely]]
    return start_by_choice(request);
  return start_on(request, 0);
}

inline FlowId FlowNetwork::start_on(const FlowRequest& request, Choice choice) {
  FlowId id;
  if (free_flows_.empty()) {
    id = static_cast<FlowId>(flows_.size());
    flows_.emplace_back();
  } else {
    id = free_flows_.back();
    free_flows_.pop_back();
  }
  count_start(request);
  Flow& flow = flows_[id];
  flow = {.work = 0,
          .anchor_s = 0,
          .level = 0,
          .done = request.done,
          .owner = request.owner,
          .argument = request.argument,
          .serial = static_cast<std::uint32_t>(statistics_.flow_count),
          .route = routes_.acquire(request.source, request.destination, choice),
          .first_use = 0,
          .use_count = 0,
          .phase = Phase::latency};
  const RouteFacts& facts = routes_.facts(flow.route);
  take_facts(flow, facts);
  const double size = request.size_bytes + config_.header_bytes;
  const SizeFactors::Factors& factors = factors_.of(size);
  double wait_s = factors.latency_factor;
  if (config_.model != NetworkModel::constant) {
    wait_s *= facts.latency_s;
    flow.work = size * facts.penalty / factors.bandwidth_factor;
  }
  if (notes_flows_) [[unlikely]]
    note_start(id, request);
  if (wait_s > 0 || !(flow.work > 0)) {
    timers_.add(id, engine_.now_s() + wait_s);
  } else {
    admit(id);
  }
  return id;
}

// `rail` is that of a part of a message.
FlowId FlowNetwork::start_by_choice(const FlowRequest& request, std::uint32_t rail) {
  const auto& [source, destination, size_bytes, done, owner, argument] = request;
  Choice choice = 0;
  if (routing_ != nullptr) {
    const std::uint32_t parts =
        rail == no_id ? routing_->part_count(source, destination, size_bytes) : 1;
    if (parts > 1) return start_parts(request, parts);
    choice = routing_->choose(source, destination, size_bytes, rail);
  }
  if (detours_ != nullptr) choice = detours_->around(source, destination, choice);
  const FlowId id = start_on(request, choice);
  if (detours_ != nullptr) {
    if (sizes_bytes_.size() <= id) sizes_bytes_.resize(id + 1);
    sizes_bytes_[id] = size_bytes;
  }
  if (fails_ && link_off(id) != no_id) expect_failure(id);
  return id;
}

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

// The first link on the way of a flow, or of its acknowledgements, that is off.
LinkId FlowNetwork::link_off(FlowId id) const {
  for (const LinkUse& use : routes_.uses(flows_[id].route)) {
    if (platform_.links.is_on[use.link] == 0) return use.link;
  }
  return no_id;
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

// Prefetches for upcoming flows, which thousands of others have pushed out of the cache: the flow,
// then its route, then its links.
void FlowNetwork::expect(std::span<const FlowId> turns, std::size_t now) const {
  constexpr std::size_t far = 6, near = 4, next = 2;
  const auto turn = [&](std::size_t ahead) {
    return now + ahead < turns.size() ? turns[now + ahead] : FlowTimers::none;
  };
  if (const FlowId id = turn(far); id != FlowTimers::none) {
    __builtin_prefetch(&flows_[id]);
    maxmin_.prefetch_flow(id);
  }
  if (const FlowId id = turn(near); id != FlowTimers::none) {
    const Flow& flow = flows_[id];
    __builtin_prefetch(flow.owner);
    const LinkUse* uses = routes_.all_uses().data() + flow.first_use;
    for (std::size_t i = 0; i < flow.use_count; i += 64 / sizeof(LinkUse))
      __builtin_prefetch(uses + i);
  }
  if (const FlowId id = turn(next); id != FlowTimers::none) {
    maxmin_.prefetch_links(flows_[id].first_use, flows_[id].use_count);
  }
}

void FlowNetwork::timer_fired(FlowId id) {
  if (flows_[id].phase == Phase::latency && flows_[id].work > 0) {
    admit(id);
  } else {
    finish(id);
  }
}

// Begins the bandwidth phase. A flow that meets others later in the same instant is moved by the
// hook like any other.
void FlowNetwork::admit(FlowId id) {
  Flow& flow = flows_[id];
  const double level = penalised(id, flow.level);
  flow.phase = Phase::stalled;
  flow.anchor_s = engine_.now_s();
  if (maxmin_.add(id, flow.first_use, flow.use_count, level)) {
    request_gathered_update();
  } else if (level > 0) {
    flow.phase = Phase::bounded;
    flow.level = level;
    timers_.add(id, flow.anchor_s + flow.work / level);
  }
  if (usage_.is_asked_for()) request_update();
}

void FlowNetwork::request_update() {
  if (update_requested_) return;
  update_requested_ = true;
  engine_.at_end_of_instant(
      [](void* self, std::uint32_t) { static_cast<FlowNetwork*>(self)->update(); }, this);
}

// For flows that come and go, of which there may be many at nearly the same time.
void FlowNetwork::request_gathered_update() {
  if (gather_s_ <= 0) return request_update();
  if (update_requested_ || gathering_ != kernel::no_event) return;
  gathering_ = engine_.events().schedule(
      engine_.now_s() + gather_s_, kernel::Priority::model,
      [](void* self, std::uint32_t) {
        static_cast<FlowNetwork*>(self)->gathering_ = kernel::no_event;
        static_cast<FlowNetwork*>(self)->request_update();
      },
      this, 0);
}

// Once in each instant in which something started, ended or changed, or after such have gathered.
void FlowNetwork::update() {
  update_requested_ = false;
  if (gathering_ != kernel::no_event) engine_.events().cancel(gathering_);
  gathering_ = kernel::no_event;
  if (contention_ != nullptr && contention_->is_dirty()) update_bounds();
  if (maxmin_.is_dirty()) {
    maxmin_.solve();
    statistics_.solve_count++;
    statistics_.solved_flow_count += maxmin_.solved_count();
    for (const FlowId id : maxmin_.moved()) follow(id);
    for (const LinkId link : maxmin_.relevelled())
      clocks_.set_level(link, maxmin_.link_level(link));
  }
  clocks_.update_events();
  if (usage_.is_asked_for()) usage_.report();
}

void FlowNetwork::update_bounds() {
  for (const FlowId id : contention_->update()) {
    if (flows_[id].phase == Phase::latency) continue;
    maxmin_.set_bound(id, penalised(id, routes_.facts(flows_[id].route).bound_level));
  }
}

// Takes a flow off its timer or clock; returns the work left.
double FlowNetwork::take_off(FlowId id) {
  const Flow& flow = flows_[id];
  switch (flow.phase) {
    case Phase::bounded:
      timers_.remove(id);
      return std::max(flow.work - flow.level * (engine_.now_s() - flow.anchor_s), 0.0);
    case Phase::clocked:
      return clocks_.remove(id);
    case Phase::latency:
      timers_.remove(id);
      return flow.work;
    default:
      return flow.work;
  }
}

// Puts a flow onto the timer or clock that fits what stops it now.
void FlowNetwork::follow(FlowId id) {
  Flow& flow = flows_[id];
  // A flow that was admitted while changes gathered has drained since then.
  const bool has_waited = flow.phase == Phase::stalled;
  const double waited_s = has_waited ? std::min(engine_.now_s() - flow.anchor_s, gather_s_) : 0;
  const double left = take_off(id);
  flow.anchor_s = engine_.now_s();
  flow.level = maxmin_.level(id);
  const double work = std::max(left - flow.level * waited_s, 0.0);
  flow.work = work;
  const LinkId link = maxmin_.bottleneck(id);
  if (link != no_id) {
    flow.phase = Phase::clocked;
    clocks_.insert(link, id, flow.serial, work);
  } else if (flow.level > 0) {
    flow.phase = Phase::bounded;
    timers_.add(id, flow.anchor_s + work / flow.level);
  } else {
    flow.phase = Phase::stalled;
  }
}

void FlowNetwork::clock_due(LinkId link) {
  const std::size_t first = ended_.size();
  clocks_.take_due(link, ended_);
  const std::size_t last = ended_.size();
  for (std::size_t i = first; i < last; i++) flows_[ended_[i]].phase = Phase::stalled;
  request_gathered_update();
  for (std::size_t i = first; i < last; i++) {
    expect({ended_.data() + first, last - first}, i - first);
    if (flows_[ended_[i]].phase == Phase::stalled)
      finish(ended_[i]);  // else cancelled by a handler
  }
  ended_.resize(first);
}

// Frees what the flow uses; those it shared with are looked at by the next update.
void FlowNetwork::leave_shares(FlowId id) {
  Flow& flow = flows_[id];
  const bool is_sharing = flow.phase != Phase::latency;
  flow.phase = Phase::unused;
  if (!is_sharing) return;
  maxmin_.remove(id);
  if (maxmin_.is_dirty() || usage_.is_asked_for()) request_gathered_update();
}

// The level that contention at the interfaces leaves of `level`.
double FlowNetwork::penalised(FlowId id, double level) const {
  return contention_ == nullptr ? level : level / contention_->penalty(id);
}

// Tells those who look at all flows, where there are such.
void FlowNetwork::note_start(FlowId id, const FlowRequest& request) {
  if (routing_ != nullptr) {
    const RouteId route = flows_[id].route;
    routing_->flow_starts(routes_.uses(route), routes_.facts(route).penalty);
  }
  if (contention_ != nullptr) {
    contention_->flow_starts(id, request.source, request.destination);
    request_update();
  }
}

void FlowNetwork::note_end(FlowId id) {
  if (routing_ != nullptr) {
    const RouteId route = flows_[id].route;
    routing_->flow_ends(routes_.uses(route), routes_.facts(route).penalty);
  }
  if (contention_ != nullptr) {
    contention_->flow_ends(id);
    request_update();
  }
}

void FlowNetwork::recycle(FlowId id) {
  if (notes_flows_) [[unlikely]]
    note_end(id);
  routes_.release(flows_[id].route);
  free_flows_.push_back(id);
}

void FlowNetwork::finish(FlowId id) {
  leave_shares(id);
  const Flow flow = flows_[id];
  recycle(id);
  flow.done(flow.owner, flow.argument);
}

void FlowNetwork::cancel(FlowId id) {
  SIM_ASSERT(flows_[id].phase != Phase::unused, "a flow that has ended is cancelled");
  take_off(id);
  leave_shares(id);
  recycle(id);
  request_update();
}

// Takes the flows on a link off what they share, with what is left of them.
std::vector<FlowId> FlowNetwork::take_flows_off(LinkId link) {
  std::vector<FlowId> on_link;
  maxmin_.flows_on(link, on_link);
  for (const FlowId id : on_link) {
    flows_[id].work = take_off(id);
    maxmin_.remove(id);
    flows_[id].phase = Phase::latency;
  }
  return on_link;
}

// A link has a new capacity, latency or state: its flows start again with what is left of them, on
// the same route with its new facts, or on another when this one is dead. Latency phases that have
// begun keep their length, but on another route they begin again.
void FlowNetwork::link_changed(LinkId link) {
  usage_.tell(link);
  if (deaths_ != nullptr) deaths_->link_changed(link);
  std::vector<FlowId> taken = take_flows_off(link);
  maxmin_.set_link(link, capacity_of(platform_.links, link), platform_.links.policy[link]);
  routes_.invalidate();
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
      if (flows_[id].phase != Phase::unused && link_off(id) != no_id) expect_failure(id);
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
  flow.work *= facts.penalty / old.penalty;
  return has_moved;
}

double FlowNetwork::latency_s(double size_bytes, const RouteFacts& facts) const {
  return facts.latency_s * config_.latency_factor.at(size_bytes + config_.header_bytes);
}

double FlowNetwork::uncontended_time_s(HostId source, HostId destination, double size_bytes) {
  const double size = size_bytes + config_.header_bytes;
  if (config_.model == NetworkModel::constant) return config_.latency_factor.at(size);
  const RouteId route = routes_.acquire(source, destination);
  const RouteFacts facts = routes_.facts(route);
  routes_.release(route);
  return facts.latency_s * config_.latency_factor.at(size) +
         size / (config_.bandwidth_factor.at(size) * facts.bound_bytes_per_s);
}

double FlowNetwork::link_usage_bytes_per_s(LinkId link) const {
  return usage_.usage_bytes_per_s(link);
}

void FlowNetwork::add_usage_observer(kernel::EventHandler observer, void* owner) {
  usage_.add_observer(observer, owner, platform_.links.count());
}

}  // namespace

const NetworkActivity& activity_of(const Network& network) {
  const auto* activity = dynamic_cast<const NetworkActivity*>(&network);
  SIM_ASSERT(activity != nullptr, "a model of the network that does not tell its activity");
  return *activity;
}

std::unique_ptr<Network> make_flow_network(kernel::Engine& engine, Platform& platform,
                                           const kernel::Options& options) {
  return std::make_unique<FlowNetwork>(engine, platform, options);
}

}  // namespace smpi::models
