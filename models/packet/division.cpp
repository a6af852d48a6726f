// SPDX-License-Identifier: BSD-3-Clause
//
// Ranges of hosts, and the shortest delays between them.
#include "models/packet/division.h"

#include <algorithm>

namespace smpi::models::packet {

Division::Division(const Platform& platform, const Fabric& fabric, const Config& config,
                   std::uint32_t wanted)
    : part_count_(std::clamp<std::uint32_t>(
          wanted, 1, std::min(part_max, static_cast<std::uint32_t>(platform.hosts.count())))),
      part_of_port_(fabric.port_count()),
      part_of_host_(platform.hosts.count()) {
  if (part_count_ > 1 && !can_divide(platform, fabric)) part_count_ = 1;
  if (part_count_ > 1) assign(platform, fabric);
  measure(fabric, config);
  if (std::find(distances_.begin(), distances_.end(), 0) == distances_.end()) return;
  reason_ = "a link between two parts takes no time";
  part_count_ = 1;
  std::fill(part_of_port_.begin(), part_of_port_.end(), 0);
  std::fill(part_of_host_.begin(), part_of_host_.end(), 0);
  distances_.assign(1, never);
}

bool Division::can_divide(const Platform& platform, const Fabric& fabric) {
  for (PortId port = 0; port < platform.links.count(); port++) {
    if (fabric.is_cable(port)) continue;
    reason_ =
        "the platform does not say where link " + std::string(platform.links.name[port]) + " ends";
    return false;
  }
  return true;
}

void Division::assign(const Platform& platform, const Fabric& fabric) {
  const std::uint64_t host_count = platform.hosts.count();
  const std::uint64_t switch_count = platform.switches.count();
  const auto share = [this](std::uint64_t index, std::uint64_t count) {
    return static_cast<PartId>(index * part_count_ / count);
  };
  for (HostId host = 0; host < host_count; host++) part_of_host_[host] = share(host, host_count);
  // Of routers: switches with hosts go with the first of these.
  constexpr PartId unknown = 0xffff;
  std::vector<PartId>& part_of_router = part_of_router_;
  part_of_router.assign(fabric.router_count(), unknown);
  for (HostId host = 0; host < host_count; host++) {
    part_of_router[fabric.router_of(host)] = part_of_host_[host];
  }
  for (const Cable& cable : platform.cables) {
    for (const auto& [end, other] :
         {std::pair{cable.lower, cable.upper}, {cable.upper, cable.lower}}) {
      if (end.is_switch() || !other.is_switch()) continue;
      PartId& part = part_of_router[other.index()];
      part = std::min(part, part_of_host_[end.index()]);
    }
  }
  for (std::uint32_t index = 0; index < switch_count; index++) {
    if (part_of_router[index] == unknown) part_of_router[index] = share(index, switch_count);
  }
  // All hosts of a switch go with it.
  for (const Cable& cable : platform.cables) {
    for (const auto& [end, other] :
         {std::pair{cable.lower, cable.upper}, {cable.upper, cable.lower}}) {
      if (end.is_switch() || !other.is_switch()) continue;
      part_of_host_[end.index()] = part_of_router[other.index()];
      part_of_router[fabric.router_of(end.index())] = part_of_router[other.index()];
    }
  }
  for (PortId port = 0; port < fabric.port_count(); port++) {
    part_of_port_[port] = part_of_router[fabric.router_before(port)];
  }
}

// Direct delays, then Floyd and Warshall's shortest sums.
void Division::measure(const Fabric& fabric, const Config& config) {
  const std::size_t count = part_count_;
  distances_.assign(count * count, never);
  if (count == 1) return;
  const auto shorten = [&](PartId from, PartId to, Picoseconds delay) {
    Picoseconds& known = distances_[from * count + to];
    if (from != to) known = std::min(known, delay);
  };
  for (PortId port = 0; port < fabric.port_count(); port++) {
    const PortFacts facts = fabric.facts(port);
    const PartId here = part_of_port_[port];
    const PartId there = part_of_router_[fabric.router_behind(port)];
    if (config.model == Model::nic) {  // a message passes whole ways at once
      for (PartId to = 0; to < count; to++) {
        shorten(here, to, facts.latency + facts.far_delay);
      }
      continue;
    }
    shorten(here, there, facts.latency + facts.far_delay);
    shorten(there, here, facts.latency + config.rules.credit_delay);
  }
  for (std::size_t over = 0; over < count; over++) {
    for (std::size_t from = 0; from < count; from++) {
      for (std::size_t to = 0; to < count; to++) {
        const Picoseconds first = distances_[from * count + over];
        const Picoseconds second = distances_[over * count + to];
        if (first == never || second == never) continue;
        Picoseconds& known = distances_[from * count + to];
        known = std::min(known, first + second);
      }
    }
  }
}

}  // namespace smpi::models::packet
