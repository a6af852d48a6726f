// SPDX-License-Identifier: BSD-3-Clause
//
// Flows as messages of a carrier, handshakes, and the tick.
#include "models/packet/packet_network.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernel/error.h"
#include "models/packet/carriers.h"
#include "models/packet/circles.h"
#include "models/packet/lone_message.h"

namespace smpi::models::packet {
namespace {

std::uint64_t whole_bytes(double size_bytes) {
  return static_cast<std::uint64_t>(std::llround(std::max(size_bytes, 0.0)));
}

}  // namespace

PacketNetwork::PacketNetwork(kernel::Engine& engine, Platform& platform,
                             const kernel::Options& options)
    : engine_(engine),
      platform_(platform),
      config_(options),
      fabric_(platform, config_),
      ports_(fabric_.port_count(), fabric_.channel_count()),
      detours_(Detours::make(platform, config_.failures)),
      paths_(platform, fabric_, config_, detours_.get()),
      carrier_(make_carrier(config_, ports_, paths_, *this, fabric_.least_reach())),
      packets_(dynamic_cast<Partition*>(carrier_.get())) {
  check_failures();
  if (paths_.is_decided_by_routers()) ports_.count_load();
  fabric_.fill(ports_);
  if (packets_ != nullptr) check_for_circles(platform_, fabric_, paths_);
  if (detours_ != nullptr) {
    deaths_ = std::make_unique<LinkDeaths>(
        engine, platform, *detours_, config_.failures.delay_s,
        [](void* self, std::uint32_t link) {
          auto* network = static_cast<PacketNetwork*>(self);
          network->packets_->advance_to(network->now());
          network->packets_->avoid(link);
          network->plan_tick();
        },
        this);
  }
  fails_ = config_.failures.fails && may_fail(platform);
  traits_ = {.sends_early = true,
             .wants_announcements = config_.handshake == Handshake::control,
             .can_scale = false};
}

void PacketNetwork::check_failures() const {
  if (config_.model == Model::packet || !may_fail(platform_)) return;
  throw kernel::InputError("links that go off need a model that looks at each link",
                           {platform_.source, 0, std::string(name_of(config_.model)),
                            "network/model:packet has them, and so do the models of flows"});
}

// Times beyond 9,007 s are not exact as doubles: what has happened is never in the future.
Picoseconds PacketNetwork::now() const {
  return std::max(to_picoseconds(engine_.now_s()), carrier_->now());
}

FlowId PacketNetwork::start(const FlowRequest& request) {
  count_start();
  const std::uint32_t parts = part_count(request);
  if (parts > 1) return start_parts(request, parts);
  return start_whole(request, no_rail);
}

FlowId PacketNetwork::start_whole(const FlowRequest& request, std::uint8_t rail) {
  const FlowId id = flows_.take();
  flows_[id] = {.done = request.done,
                .owner = request.owner,
                .size_bytes = whole_bytes(request.size_bytes),
                .source = request.source,
                .destination = request.destination,
                .argument = request.argument,
                .rail = rail};
  if (request.source == request.destination) {
    if (request.announcement != no_announcement) announcements_.give(request.announcement);
    start_inside(id);
  } else if (request.announcement != no_announcement) {
    flows_[id].state = State::waiting;
    flows_[id].announcement = request.announcement;
    Announcement& announcement = announcements_[request.announcement];
    announcement.flow = id;
    if (announcement.is_there) answer(request.announcement);
  } else {
    carry(id);
  }
  return id;
}

// A part of a message on each rail (network/rail-policy:stripe).
std::uint32_t PacketNetwork::part_count(const FlowRequest& request) const {
  const double least_bytes = config_.routing.stripe_bytes;
  if (least_bytes <= 0 || request.size_bytes < least_bytes) return 1;
  const HostWays between = ways_between(platform_, request.source, request.destination);
  return between.ways == nullptr ? 1 : between.ways->rail_count();
}

FlowId PacketNetwork::start_parts(const FlowRequest& request, std::uint32_t count) {
  const std::uint32_t message =
      stripes_.begin({request.done, request.owner, request.argument}, count);
  const std::uint64_t whole = whole_bytes(request.size_bytes);
  if (request.announcement != no_announcement) withdraw(request.announcement);
  FlowId first = 0;
  for (std::uint32_t rail = 0; rail < count; rail++) {
    FlowRequest part = request;
    part.size_bytes = static_cast<double>(whole / count + (rail < whole % count ? 1 : 0));
    part.done = &Stripes::part_done;
    part.owner = &stripes_;
    part.argument = message;
    part.announcement = no_announcement;
    const FlowId id = start_whole(part, static_cast<std::uint8_t>(rail));
    if (rail == 0) first = id;
  }
  return first;
}

void PacketNetwork::carry(FlowId id) {
  Flow& flow = flows_[id];
  flow.state = State::carried;
  try {
    flow.message = carrier_->start(now(), {flow.source, flow.destination, flow.size_bytes,
                                           labels_of(Content::data, id), flow.rail});
  } catch (const kernel::InputError&) {
    flows_.give(id);
    throw;
  }
  if (fails_ && packets_->port_off(flow.message) != no_index) expect_failure(id);
  plan_tick();
}

// Inside a host: the platform's loopback link, or the one of the options.
void PacketNetwork::start_inside(FlowId id) {
  Flow& flow = flows_[id];
  flow.state = State::inside;
  flow.event = engine_.events().schedule(
      engine_.now_s() + inside_time_s(flow.source, static_cast<double>(flow.size_bytes)),
      kernel::Priority::model,
      [](void* self, std::uint32_t ended) { static_cast<PacketNetwork*>(self)->finish(ended); },
      this, id);
}

double PacketNetwork::inside_time_s(HostId host, double size_bytes) const {
  double latency_s = config_.loopback_latency_s;
  double bytes_per_s = config_.loopback_bytes_per_s;
  Route route;
  if (platform_.find_route(host, host, route) && !route.links.empty()) {
    latency_s = route.latency_s;
    bytes_per_s = platform_.links.bandwidth_bytes_per_s[route.links.front()];
  }
  return latency_s + size_bytes / bytes_per_s;
}

AnnouncementId PacketNetwork::announce(HostId source, HostId destination) {
  const AnnouncementId id = announcements_.take();
  announcements_[id] = {source, destination, source == destination, false, no_index};
  if (source == destination) return id;
  carrier_->start(now(), {source, destination, config_.control_bytes,
                          labels_of(Content::announcement, id), no_rail});
  plan_tick();
  return id;
}

// One whose message is on its way is freed when that is there.
void PacketNetwork::withdraw(AnnouncementId id) {
  Announcement& announcement = announcements_[id];
  const bool is_on_the_way = !announcement.is_there || announcement.flow != no_index;
  if (!is_on_the_way) return announcements_.give(id);
  announcement.is_withdrawn = true;
}

void PacketNetwork::answer(AnnouncementId id) {
  const Announcement& announcement = announcements_[id];
  carrier_->start(now(), {announcement.destination, announcement.source, config_.control_bytes,
                          labels_of(Content::answer, id), no_rail});
  plan_tick();
}

void PacketNetwork::delivered(MessageId, const Labels& labels, Picoseconds) {
  const auto id = number_of(labels);
  if (content_of(labels) == Content::data) return finish(id);
  Announcement& announcement = announcements_[id];
  if (announcement.is_withdrawn) return announcements_.give(id);
  if (content_of(labels) == Content::announcement) {
    announcement.is_there = true;
    if (announcement.flow != no_index) answer(id);
    return;
  }
  const FlowId flow = announcement.flow;
  announcements_.give(id);
  carry(flow);
}

void PacketNetwork::finish(FlowId id) {
  const Flow flow = flows_[id];
  flows_[id].state = State::unused;
  flows_.give(id);
  flow.done(flow.owner, flow.argument);
}

void PacketNetwork::cancel(FlowId id) {
  Flow& flow = flows_[id];
  switch (flow.state) {
    case State::inside:
      engine_.events().cancel(flow.event);
      break;
    case State::waiting:
      withdraw(flow.announcement);
      break;
    case State::carried:
      carrier_->cancel(flow.message);
      break;
    case State::unused:
      SIM_ASSERT(false, "a flow that has ended is cancelled");
  }
  flow.state = State::unused;
  flows_.give(id);
}

// The kernel has at most one event for all of the carrier's.
void PacketNetwork::plan_tick() {
  if (is_ticking_) return;
  const Picoseconds next = carrier_->next_time();
  if (next == tick_time_) return;
  tick_time_ = next;
  kernel::EventQueue& events = engine_.events();
  if (next == never) {
    if (tick_ != kernel::no_event) events.cancel(std::exchange(tick_, kernel::no_event));
    return;
  }
  const double time_s = std::max(to_seconds(next), engine_.now_s());
  if (tick_ != kernel::no_event) return events.reschedule(tick_, time_s);
  tick_ = events.schedule(
      time_s, kernel::Priority::model,
      [](void* self, std::uint32_t) { static_cast<PacketNetwork*>(self)->tick(); }, this, 0);
}

void PacketNetwork::tick() {
  tick_ = kernel::no_event;
  const Picoseconds now = std::max(tick_time_, to_picoseconds(engine_.now_s()));
  tick_time_ = never;
  is_ticking_ = true;
  // What observers see must be of this time.
  const bool runs_ahead = observers_.empty();
  carrier_->run_quietly(now, now + 1);
  if (runs_ahead && engine_.is_waiting_for_events()) {
    const kernel::EventQueue& events = engine_.events();
    carrier_->run_quietly(now, events.empty() ? never : to_picoseconds(events.next_time_s()));
  }
  is_ticking_ = false;
  plan_tick();
}

double PacketNetwork::uncontended_time_s(HostId source, HostId destination, double size_bytes) {
  if (source == destination) return inside_time_s(source, size_bytes);
  std::vector<Hop> hops;
  const std::uint64_t bytes = whole_bytes(size_bytes);
  const Picoseconds extra = paths_.find({source, destination, bytes, 0}, hops);
  return to_seconds(extra + time_of_lone_message(fabric_, config_, hops, bytes));
}

}  // namespace smpi::models::packet
