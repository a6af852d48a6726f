// SPDX-License-Identifier: BSD-3-Clause
//
// A network in parts that run beside each other.
//
// A part is routers with their hosts, and the ports at these. Parts talk by records only, each due
// some time after it is written: the head of a packet after its link's latency and the router's
// delay, a credit after the latency and its own delay. The least such time from one part to
// another, over any way through others, is how far one may run ahead of the other.
//
// Hosts are cut into ranges of equal size, in their order: slabs of tori and meshes, groups of
// dragonflies, subtrees of trees. Switches without hosts are dealt out in ranges as well.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/packet/config.h"
#include "models/packet/fabric.h"
#include "models/packet/picoseconds.h"
#include "models/platform/platform.h"

namespace smpi::models::packet {

using PartId = std::uint16_t;

class Division {
 public:
  static constexpr std::uint32_t part_max = 256;

  // At most `wanted` parts; fewer where there are fewer hosts, and one where the platform does not
  // say where its links end (then reason() says so).
  Division(const Platform& platform, const Fabric& fabric, const Config& config,
           std::uint32_t wanted);

  std::uint32_t part_count() const { return part_count_; }
  PartId part_of_port(PortId port) const { return part_of_port_[port]; }
  PartId part_of_host(HostId host) const { return part_of_host_[host]; }
  // How far part `to` may be ahead of what `from` does next; `never`: it cannot be reached. Of a
  // part to itself: over others.
  Picoseconds distance(std::uint32_t from, std::uint32_t to) const {
    return distances_[std::size_t{from} * part_count_ + to];
  }
  // Why there is one part only; empty: there are several, or one was wanted.
  const std::string& reason() const { return reason_; }

 private:
  bool can_divide(const Platform& platform, const Fabric& fabric);
  void assign(const Platform& platform, const Fabric& fabric);
  void measure(const Fabric& fabric, const Config& config);

  std::uint32_t part_count_;
  std::vector<PartId> part_of_router_;
  std::vector<PartId> part_of_port_;
  std::vector<PartId> part_of_host_;
  std::vector<Picoseconds> distances_;
  std::string reason_;
};

}  // namespace smpi::models::packet
