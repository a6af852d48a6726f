// SPDX-License-Identifier: BSD-3-Clause
//
// What uniform traffic does to a network: each host sends at one rate, an equal part of it to each
// other host, on minimal ways (way 0), on those of a routing policy, or on all minimal ways.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/platform/platform.h"

namespace smpi::models {

// Ways of a routing policy, as the links that they load.
struct WayLoads {
  using Visitor = std::function<void(LinkId link, double share)>;
  std::string policy;
  // Calls the visitor for each link on the ways of messages between two different hosts.
  std::function<void(HostId from, HostId to, const Visitor& visitor)> visit;
};

struct UniformTraffic {
  std::uint64_t pair_count = 0;  // that were looked at; 0: fewer than two hosts, or no routes
  bool is_sample = false;        // of more than 4,096 hosts: a million pairs, always the same ones
  // The rate at which the first link is full, as a part of what the host's own first link carries.
  double saturation = 0;
  std::vector<double> loads;  // by link, of hosts that send at rate 1
  // Of all pairs when they are few, else of some.
  std::uint32_t way_count_min = 0;
  std::uint32_t way_count_max = 0;
  bool is_drawn = false;  // of some pairs not all ways were looked at
};

// `ways` of a policy, instead of ways 0.
UniformTraffic uniform_traffic(const Platform& platform, const WayLoads* ways = nullptr);

// On all minimal ways alike, an equal part of each message on each. Where pairs or ways are many,
// on some for each pair, evenly apart from a drawn one on and always the same ones; then the first
// link is full a little earlier than it would be.
UniformTraffic even_traffic(const Platform& platform);

}  // namespace smpi::models
