// SPDX-License-Identifier: BSD-3-Clause
//
// Figures of ports, and where they end.
#include "models/packet/fabric.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "kernel/error.h"
#include "models/network/detours.h"
#include "models/packet/chooser.h"
#include "models/platform/zone.h"

namespace smpi::models::packet {
namespace {

constexpr std::int64_t least_buffered_packets = 8;
constexpr std::int64_t spare_packets = 2;

}  // namespace

Fabric::Fabric(const Platform& platform, const Config& config)
    : platform_(platform), config_(config) {
  port_count_ = platform.links.count();
  find_ends();
  if (port_count_ > RouteStore::port_max) {
    throw kernel::InputError("more links than packets can tell apart",
                             {platform.source, 0, fmt::format("{} links", port_count_), ""});
  }
  check_links();
  check_limiters();
  check_routers();
  check_channels();
  needs_check_ = is_limited() && !is_proven();
  has_stateful_ways_ = std::any_of(
      platform.zones.begin(), platform.zones.end(),
      [](const auto& zone) { return zone->ways() != nullptr && !zone->ways()->is_stateless(); });
  channel_count_ = count_channels();
  find_reach();
}

void Fabric::find_ends() {
  const auto first_host = static_cast<RouterId>(platform_.switches.count());
  const auto first_other = static_cast<RouterId>(first_host + platform_.hosts.count());
  kinds_.assign(platform_.links.count(), Kind::other);
  ends_.resize(platform_.links.count());
  RouterId next = first_other;
  const auto router_at = [&](CableEnd end) {
    return end.is_switch() ? end.index() : first_host + end.index();
  };
  for (const Cable& cable : platform_.cables) {
    kinds_[cable.up] = kinds_[cable.down] = Kind::cable;
    ends_[cable.up] = {router_at(cable.lower), router_at(cable.upper)};
    if (cable.down != cable.up)
      ends_[cable.down] = {router_at(cable.upper), router_at(cable.lower)};
  }
  for (const LinkId limiter : platform_.limiters) kinds_[limiter] = Kind::limiter;
  for (LinkId link = 0; link < kinds_.size(); link++) {
    if (kinds_[link] == Kind::cable) continue;
    ends_[link] = {next, next + 1};
    next += 2;
  }
  router_count_ = next;
  find_routing_hosts();
}

void Fabric::find_routing_hosts() {
  is_routing_host_.assign(router_count_, 0);
  for (const Cable& cable : platform_.cables) {
    if (cable.lower.is_switch() || cable.upper.is_switch()) continue;
    is_routing_host_[router_of(cable.lower.index())] = 1;
    is_routing_host_[router_of(cable.upper.index())] = 1;
    has_direct_cables_ = true;
  }
  const bool needs_cards = config_.nic_bytes_per_s > 0 || differs_by_packet(config_.routing.rule);
  if (has_direct_cables_ && needs_cards) add_cards();
}

// Where packets of a message leave by different cables, the card is what they have in common; it is
// as fast as all cables together unless the user says otherwise.
void Fabric::add_cards() {
  first_card_ = static_cast<PortId>(port_count_);
  card_bytes_per_s_.assign(platform_.hosts.count(), config_.nic_bytes_per_s);
  for (HostId host = 0; host < platform_.hosts.count(); host++) {
    ends_.push_back({router_of(host), router_of(host)});
    ends_.push_back({router_of(host), router_of(host)});
  }
  port_count_ = ends_.size();
  if (config_.nic_bytes_per_s > 0) return;
  for (const Cable& cable : platform_.cables) {
    for (const auto& [end, link] : {std::pair{cable.lower, cable.up}, {cable.upper, cable.down}}) {
      if (end.is_switch()) continue;
      card_bytes_per_s_[end.index()] += platform_.links.bandwidth_bytes_per_s[link];
    }
  }
}

void Fabric::check_links() const {
  constexpr double bits = 62;
  const double slowest = 65536e12 * static_cast<double>(config_.packet_bytes()) / std::exp2(bits);
  for (LinkId link = 0; link < platform_.links.count(); link++) {
    const double bandwidth_bytes_per_s = platform_.links.bandwidth_bytes_per_s[link];
    if (bandwidth_bytes_per_s > slowest) continue;
    throw kernel::InputError(
        "a link is too slow for packets of this size",
        {platform_.source, 0, std::string(platform_.links.name[link]),
         fmt::format("packets of {} bytes need more than {:.0f} bytes per second",
                     config_.packet_bytes(), slowest)});
  }
}

// Where a limiter stands before each cable, a router would not know by which cable a packet came.
void Fabric::check_limiters() const {
  if (platform_.limiters.empty() || !Chooser::is_needed(config_.routing.rule)) return;
  throw kernel::InputError("routers with limiters do not choose ways",
                           {platform_.source, 0, std::string(name_of(config_.routing.rule)),
                            "leave limiter_link out, or take minimal, ecmp, random or valiant"});
}

// Queues in inputs, and busy inputs, are what all outputs of a router share.
void Fabric::check_routers() const {
  const bool shares_inputs =
      config_.rules.queueing == Queueing::inputs || config_.rules.crossbar_speedup > 0;
  if (!shares_inputs || !platform_.cables.empty()) return;
  throw kernel::InputError("the platform does not say where its links end",
                           {platform_.source, 0,
                            config_.rules.queueing == Queueing::inputs ? "packet/queueing:fifo"
                                                                       : "packet/crossbar-speedup",
                            "this needs a topology, such as fat-tree:2;16,32;1,16;1,1"});
}

void Fabric::check_channels() const {
  if (config_.channels != ChannelUse::bubble) return;
  const bool has_rings =
      std::any_of(platform_.zones.begin(), platform_.zones.end(), [](const auto& zone) {
        return zone->ways() != nullptr && zone->ways()->cable_rule() == CableRule::rings;
      });
  if (has_rings && config_.routing.rule == RoutingRule::minimal) return;
  throw kernel::InputError(
      "bubbles are for tori with minimal routing",
      {platform_.source, 0, "packet/channels:bubble", "with packet/channels:topology all is fine"});
}

// All hosts in one cluster of cables with a link for each direction: its topology keeps packets
// from waiting in a circle.
bool Fabric::is_proven() const {
  const bool has_shared_cables =
      std::any_of(platform_.cables.begin(), platform_.cables.end(),
                  [](const Cable& cable) { return cable.up == cable.down; });
  if (platform_.cables.empty() || has_shared_cables) return false;
  const auto zone_of = [this](HostId host) { return platform_.place_of(host).zone; };
  for (HostId host = 1; host < platform_.hosts.count(); host++) {
    if (zone_of(host) != zone_of(0)) return false;
  }
  return platform_.zones[zone_of(0)]->bypasses.empty();
}

std::uint32_t Fabric::count_channels() const {
  if (!is_limited()) return 1;
  if (config_.channels == ChannelUse::by_hop) return channel_max;
  if (config_.channels == ChannelUse::bubble) return 1;
  std::uint32_t count = 1;
  for (const auto& zone : platform_.zones) count = std::max(count, count_channels(*zone));
  return count;
}

std::uint32_t Fabric::count_channels(const Zone& zone) const {
  const Ways* ways = zone.ways();
  if (ways == nullptr || ways->cable_rule() == CableRule::free) return 1;
  const bool is_adaptive = config_.routing.rule == RoutingRule::adaptive;
  if (is_adaptive && has_direct_cables_) {  // one beside those of the escape
    return ways->channel_count({.is_first_only = true}).value_or(1) + 1;
  }
  const bool is_by_hop = is_adaptive && !ways->skills().groups;
  const bool goes_around = config_.failures.reroutes && may_fail(platform_);
  const bool is_first_only = config_.routing.rule == RoutingRule::minimal && !goes_around;
  std::vector<WayUse> uses = {{.is_first_only = is_first_only, .is_by_hop = is_by_hop}};
  if (goes_around) uses.push_back({.kind = WayKind::valiant});
  switch (config_.routing.rule) {
    case RoutingRule::valiant:
    case RoutingRule::valiant_spread:
    case RoutingRule::ugal_local:
      uses.push_back({.kind = WayKind::valiant});
      break;
    case RoutingRule::par:
      uses.push_back({.kind = WayKind::valiant, .is_diverted = true});
      break;
    case RoutingRule::dal:
    case RoutingRule::omniwar:
      uses.push_back({.kind = WayKind::walk,
                      .deroutes = config_.routing.number > 0 ? config_.routing.number
                                                             : ways->deroute_default()});
      break;
    case RoutingRule::shortest:
      uses.push_back({.kind = WayKind::shortest});
      break;
    default:
      break;
  }
  std::uint32_t count = 1;
  for (const WayUse& use : uses) {
    count = std::max(count, ways->channel_count(use).value_or(channel_max));
  }
  return std::min(count, channel_max);
}

Picoseconds Fabric::router_delay_behind(PortId port) const {
  if (kinds_[port] == Kind::limiter) return 0;
  if (kinds_[port] == Kind::other) return config_.router_delay;
  const RouterId behind = ends_[port].behind;
  const bool is_host = behind >= platform_.switches.count();
  return is_host && !is_routing_host(behind) ? 0 : config_.router_delay;
}

std::int64_t Fabric::buffer_bytes_behind(const PortFacts& facts,
                                         double bandwidth_bytes_per_s) const {
  if (config_.buffers.kind != Buffers::Kind::automatic) return config_.buffers.size_bytes;
  const double loop_s =
      to_seconds(2 * facts.latency + facts.far_delay + config_.rules.credit_delay);
  const auto packet = static_cast<double>(config_.packet_bytes());
  constexpr double packets_max = 1e9;
  const double packets = std::min(std::ceil(bandwidth_bytes_per_s * loop_s / packet), packets_max);
  return config_.packet_bytes() *
         std::max(static_cast<std::int64_t>(packets) + spare_packets, least_buffered_packets);
}

PortFacts Fabric::facts(PortId port) const {
  if (!is_link(port)) return facts_of_card(port);
  const double bandwidth_bytes_per_s = platform_.links.bandwidth_bytes_per_s[port];
  PortFacts facts{.byte_time = byte_time_of(bandwidth_bytes_per_s),
                  .latency = to_picoseconds(platform_.links.latency_s[port]),
                  .far_delay = router_delay_behind(port),
                  .buffer_bytes = unlimited_bytes,
                  .is_pipe = platform_.links.policy[port] == SharingPolicy::fatpipe,
                  .ends_at_router = is_routing_host(ends_[port].behind),
                  .router = ends_[port].before,
                  .far_router = ends_[port].behind};
  if (kinds_[port] != Kind::limiter && !facts.is_pipe) {
    facts.buffer_bytes = buffer_bytes_behind(facts, bandwidth_bytes_per_s);
  }
  return facts;
}

PortFacts Fabric::facts_of_card(PortId port) const {
  const double bandwidth_bytes_per_s = card_bytes_per_s_[(port - first_card_) / 2];
  PortFacts facts{.byte_time = byte_time_of(bandwidth_bytes_per_s),
                  .router = ends_[port].before,
                  .far_router = ends_[port].behind};
  facts.buffer_bytes = buffer_bytes_behind(facts, bandwidth_bytes_per_s);
  return facts;
}

void Fabric::fill(Ports& ports) const {
  for (PortId port = 0; port < port_count_; port++) {
    ports.set(port, facts(port));
    if (is_link(port)) ports[port].is_off = platform_.links.is_on[port] == 0;
  }
}

void Fabric::find_reach() {
  Picoseconds least = never;
  for (PortId port = 0; port < port_count_; port++) {
    const PortFacts each = facts(port);
    const Picoseconds reach = each.latency + std::min(each.far_delay, config_.rules.credit_delay);
    if (reach > 0) least = std::min(least, reach);
  }
  constexpr Picoseconds narrowest = 1'000, widest = 10'000'000;
  least_reach_ = std::clamp(least, narrowest, widest);
}

}  // namespace smpi::models::packet
