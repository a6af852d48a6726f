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
#include <limits>
#include <utility>

#include "kernel/error.h"
#include "models/network/flow_model.h"
#include "models/network/infiniband.h"

namespace smpi::models {

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
          this),
      exchange_timers_(
          engine,
          [](void* self, FlowTimers::Turns turns, std::size_t now) {
            static_cast<FlowNetwork*>(self)->exchange_ended(turns[now]);
          },
          this) {
  routes_.add_memory_links(platform_);
  // The last first, so that the solver's table grows once.
  for (LinkId link = static_cast<LinkId>(platform_.links.count()); link-- > 0;) {
    const double capacity = capacity_of(platform_.links, link);
    maxmin_.set_link(link, capacity, platform_.links.policy[link]);
    if (!(capacity > 0)) stopped_since_s_[link] = 0;
  }
  clocks_.set_link_count(platform_.links.count());
  set_routing_seed(platform_, config_.routing.seed);
  routing_ = Routing::make(platform_, config_.routing);
  detours_ = Detours::make(platform_, config_.failures);
  if (detours_ != nullptr) {
    routes_.set_detours(detours_.get());
    deaths_ = std::make_unique<LinkDeaths>(
        engine, platform, *detours_, config_.failures.delay_s,
        [](void* self, std::uint32_t link) { static_cast<FlowNetwork*>(self)->link_changed(link); },
        this);
  }
  contention_ = contention_of(config_, platform_.hosts.count());
  // Its penalties are those of single flows.
  if (contention_ != nullptr) stream_users_min_ = std::numeric_limits<std::uint32_t>::max();
  fails_ = config_.failures.fails && may_fail(platform_);
  chooses_ways_ = routing_ != nullptr || detours_ != nullptr || fails_;
  shapes_ = FlowShapes::make(config_, routes_);
  if (const auto& sizes = config_.calibration.measured_sizes) {
    validity_ = std::make_unique<ValidityWatch>(engine, *sizes, platform_.hosts.count());
  }
  if (config_.crosstraffic == Crosstraffic::reserve) {
    acknowledgements_ = std::make_unique<Acknowledgements>(maxmin_);
    notes_shares_ = true;
  }
  notes_flows_ = routing_ || contention_ || shapes_ || validity_;
  takes_pairs_ = !chooses_ways_ && !notes_flows_ && config_.model != NetworkModel::constant;
}

FlowId FlowNetwork::start(const FlowRequest& request) {
  if (chooses_ways_) [[unlikely]]
    return start_by_choice(request);
  return start_on(request, 0);
}

// With other factors for as long as it takes to start: the usual way stays as it is.
FlowId FlowNetwork::start_scaled(const FlowRequest& request, const FlowScale& scale) {
  if (scaled_factors_.scale() != scale) {
    scaled_factors_ = SizeFactors(config_.latency_factor, config_.bandwidth_factor, scale);
  }
  std::swap(factors_, scaled_factors_);
  const FlowId id = start(request);
  std::swap(factors_, scaled_factors_);
  return id;
}

inline FlowId FlowNetwork::start_on(const FlowRequest& request, Choice choice) {
  const FlowId id = take_slot();
  count_start();
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
          .phase = Phase::latency,
          .part = Part::single};
  const RouteFacts& facts = routes_.facts(flow.route);
  take_facts(flow, facts);
  if (facts.users >= stream_users_min_) flow.part = Part::joins;
  const double size = request.size_bytes + config_.header_bytes;
  const SizeFactors::Factors& factors = factors_.of(size);
  double wait_s = factors.latency_factor;
  if (config_.model != NetworkModel::constant) {
    wait_s *= facts.latency_s;
    flow.work = size * facts.penalty / factors.bandwidth_factor;
  }
  if (notes_flows_) [[unlikely]]
    wait_s = note_start(id, request, wait_s);
  if (wait_s > 0 || !(flow.work > 0)) {
    timers_.add(id, engine_.now_s() + wait_s);
  } else {
    admit(id);
  }
  return id;
}

// `rail` is that of a part of a message.
FlowId FlowNetwork::start_by_choice(const FlowRequest& request, std::uint32_t rail) {
  const HostId source = request.source;
  const HostId destination = request.destination;
  const double size_bytes = request.size_bytes;
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
    maxmin_.prefetch_links(id, flows_[id].first_use, flows_[id].use_count);
  }
}

void FlowNetwork::recycle(FlowId id) {
  if (notes_flows_) [[unlikely]]
    note_end(id);
  routes_.release(flows_[id].route);
  free_flows_.push_back(id);
}

// Frees what the flow uses; those it shared with are looked at by the next update.
void FlowNetwork::leave_shares(FlowId id) {
  Flow& flow = flows_[id];
  const bool is_sharing = flow.phase != Phase::latency;
  flow.phase = Phase::unused;
  if (!is_sharing) return;
  if (flow.part == Part::member) [[unlikely]]
    return leave_stream(id);
  maxmin_.remove(id);
  if (notes_shares_) [[unlikely]]
    return note_departure(id);
  if (maxmin_.is_dirty()) request_gathered_update();
}

void FlowNetwork::finish(FlowId id) {
  leave_shares(id);
  const kernel::EventHandler done = flows_[id].done;
  void* const owner = flows_[id].owner;
  const std::uint32_t argument = flows_[id].argument;
  recycle(id);
  done(owner, argument);
}

// Those in ended_ from here on; handlers may cancel some, and end others.
void FlowNetwork::finish_ended(std::size_t first) {
  const std::size_t last = ended_.size();
  for (std::size_t i = first; i < last; i++) {
    expect({ended_.begin() + first, last - first}, i - first);
    if (flows_[ended_[i]].phase == Phase::stalled)
      finish(ended_[i]);  // else cancelled by a handler
  }
  ended_.truncate(first);
}

void FlowNetwork::timer_fired(FlowId id) {
  if (flows_[id].part == Part::stream) [[unlikely]]
    return stream_timer_fired(id);
  if (flows_[id].phase == Phase::latency && flows_[id].work > 0) {
    admit(id);
  } else {
    finish(id);
  }
}

// Begins the bandwidth phase. A flow that meets others later in the same instant is moved by the
// hook like any other.
void FlowNetwork::admit(FlowId id) {
  if (exchanges_.count() > 0) [[unlikely]]
    break_up_met(flows_[id].first_use, flows_[id].use_count);
  Flow& flow = flows_[id];
  if (flow.part == Part::joins && join_stream(id)) [[unlikely]]
    return;
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
  if (notes_shares_) [[unlikely]]
    note_arrival(id, level);
}

void FlowNetwork::request_update() {
  if (update_requested_) return;
  update_requested_ = true;
  engine_.at_end_of_instant(
      [](void* self, std::uint32_t) { static_cast<FlowNetwork*>(self)->update(); }, this);
}

// How long changes gather: the longer, the more flows have to be solved, so that what a change
// costs does not grow with their number; but never for long as messages go.
double FlowNetwork::gathering_window_s() const {
  constexpr double flows_per_window = 64;
  constexpr double free_windows = 15;  // below 1,024 flows it is gather_s_
  constexpr double duration_share = 0x1p-7;
  const double windows = static_cast<double>(maxmin_.solved_count()) / flows_per_window;
  const double longest_s = duration_share * mean_duration_s_;
  return std::max(gather_s_, std::min(gather_s_ * (windows - free_windows), longest_s));
}

// An update when changes have gathered.
void FlowNetwork::gather() {
  if (update_requested_ || gathering_ != kernel::no_event) return;
  gather_window_s_ = gathering_window_s();
  gathering_ = engine_.events().schedule(
      engine_.now_s() + gather_window_s_, kernel::Priority::model,
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
  if (!streams_.changed().empty()) [[unlikely]]
    update_streams();
  if (maxmin_.is_dirty()) {
    if (acknowledgements_ == nullptr) [[likely]] {
      solve();
      for (const FlowId id : maxmin_.moved()) follow(id);
      set_clock_levels();
    } else {
      solve_with_acknowledgements();
    }
  }
  clocks_.update_events();
  if (usage_.is_asked_for()) usage_.report();
}

void FlowNetwork::update_bounds() {
  for (const FlowId id : contention_->update()) {
    if (flows_[id].phase == Phase::latency) continue;
    maxmin_.set_bound(id, penalised(id, bound_level(id)));
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
    case Phase::streamed:
      return take_off_stream(id);
    default:
      return flow.work;
  }
}

// Puts a flow onto the timer or clock that fits what stops it now.
void FlowNetwork::follow(FlowId id) {
  Flow& flow = flows_[id];
  if (flow.part == Part::stream) [[unlikely]]
    return follow_stream(id);
  // A flow that was admitted while changes gathered has drained since then.
  const bool has_waited = flow.phase == Phase::stalled;
  const double waited_s =
      has_waited ? std::min(engine_.now_s() - flow.anchor_s, gather_window_s_) : 0;
  const double left = take_off(id);
  flow.anchor_s = engine_.now_s();
  flow.level = maxmin_.level(id);
  const double work = std::max(left - flow.level * waited_s, 0.0);
  flow.work = work;
  if (gather_s_ > 0 && flow.level > 0) [[unlikely]] {
    constexpr double weight = 0x1p-6;
    mean_duration_s_ += weight * (work / flow.level - mean_duration_s_);
  }
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
  if (streams_.count() > 0) [[unlikely]]
    expand_streams(link, first);
  for (std::size_t i = first; i < ended_.size(); i++) flows_[ended_[i]].phase = Phase::stalled;
  request_gathered_update();
  finish_ended(first);
  // Those that end while changes gather do so in time, at the shares of before.
  if (gathering_ != kernel::no_event) [[unlikely]]
    clocks_.update_event(link);
}

// Members of a stream at its bound end.
void FlowNetwork::stream_timer_fired(FlowId slot) {
  const std::size_t first = ended_.size();
  take_due_members(slot, 0);
  finish_ended(first);
}

void FlowNetwork::cancel(FlowId id) {
  SIM_ASSERT(flows_[id].phase != Phase::unused, "a flow that has ended is cancelled");
  take_off(id);
  leave_shares(id);
  recycle(id);
  request_update();
}

double FlowNetwork::uncontended_time_s(HostId source, HostId destination, double size_bytes) {
  const double size = size_bytes + config_.header_bytes;
  if (config_.model == NetworkModel::constant) return config_.latency_factor.at(size);
  const RouteId route = routes_.acquire(source, destination);
  const RouteFacts facts = routes_.facts(route);
  routes_.release(route);
  if (shapes_ != nullptr) return shapes_->uncontended_time_s(size_bytes, route);
  return facts.latency_s * config_.latency_factor.at(size) +
         size / (config_.bandwidth_factor.at(size) * facts.bound_bytes_per_s);
}

double FlowNetwork::link_usage_bytes_per_s(LinkId link) const {
  return usage_.usage_bytes_per_s(link);
}

void FlowNetwork::add_usage_observer(kernel::EventHandler observer, void* owner) {
  usage_.add_observer(observer, owner, platform_.links.count());
  notes_shares_ = true;
}

const NetworkActivity& activity_of(const Network& network) {
  const auto* activity = dynamic_cast<const NetworkActivity*>(&network);
  SIM_ASSERT(activity != nullptr, "a model of the network that does not tell its activity");
  return *activity;
}

MeasuredNetwork* measured(Network& network) {
  return dynamic_cast<MeasuredNetwork*>(&network);
}

std::unique_ptr<Network> make_flow_network(kernel::Engine& engine, Platform& platform,
                                           const kernel::Options& options) {
  return std::make_unique<FlowNetwork>(engine, platform, options);
}

}  // namespace smpi::models
