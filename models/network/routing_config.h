// SPDX-License-Identifier: BSD-3-Clause
//
// What the options `network/routing...` say.
#pragma once

#include <cstdint>
#include <string_view>

#include "kernel/options.h"

namespace smpi::models {

enum class RoutingRule : std::uint8_t {
  minimal,
  ecmp,
  random,
  dmodk,
  smodk,
  adaptive,
  valiant,
  ugal_local,
  ugal_global,
  par,
  spread,
  valiant_spread,
  dal,
  omniwar,
  shortest,
};

// Which of its rails a message takes (network/rail-policy).
enum class RailRule : std::uint8_t { round_robin, hash, adaptive, stripe };

struct RoutingConfig {
  RoutingConfig() = default;
  // Throws InputError.
  explicit RoutingConfig(const kernel::Options& options);

  RoutingRule rule = RoutingRule::minimal;
  std::uint32_t number = 0;      // of ksp:k and omniwar:M; 0: not given
  std::uint32_t candidates = 4;  // ways that adaptive and UGAL rules compare
  double bias = 0;
  double adaptive_min_bytes = 8192;  // smaller messages take way 0
  std::uint64_t seed = 1;

  RailRule rail_rule = RailRule::round_robin;
  double stripe_bytes = 0;  // messages from this size on go over all rails; 0: none do

 private:
  void read_rails(const kernel::Options& options);
};

// The name of a rule in the option.
std::string_view name_of(RoutingRule rule);

}  // namespace smpi::models
