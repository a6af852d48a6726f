// SPDX-License-Identifier: BSD-3-Clause
//
// What uniform traffic does to a network: each host sends at one rate, an equal part of it to each
// other host, on minimal ways (way 0).
#pragma once

#include <cstdint>
#include <vector>

#include "models/platform/platform.h"

namespace smpi::models {

struct UniformTraffic {
  std::uint64_t pair_count = 0;  // that were looked at; 0: fewer than two hosts, or no routes
  bool is_sample = false;        // of more than 4,096 hosts: a million pairs, always the same ones
  // The rate at which the first link is full, as a part of what the host's own first link carries.
  double saturation = 0;
  std::vector<double> loads;  // by link, of hosts that send at rate 1
  // Of all pairs when they are few, else of some.
  std::uint32_t way_count_min = 0;
  std::uint32_t way_count_max = 0;
};

UniformTraffic uniform_traffic(const Platform& platform);

}  // namespace smpi::models
