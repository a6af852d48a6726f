// SPDX-License-Identifier: BSD-3-Clause
//
// Names of routing policies, and the numbers that go with them.
#include "models/network/routing_config.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "kernel/error.h"
#include "models/platform/units.h"

namespace smpi::models {
namespace {

// In the order of RoutingRule.
constexpr std::array<std::string_view, 15> names = {
    "minimal", "ecmp", "random", "dmodk",          "smodk", "adaptive", "valiant", "ugal-l",
    "ugal-g",  "par",  "spread", "valiant-spread", "dal",   "omniwar",  "ksp"};

[[noreturn]] void refuse(const std::string& message, std::string_view text, std::string hint) {
  throw kernel::InputError(message, {"", 0, std::string(text), std::move(hint)});
}

RoutingRule rule_of(std::string_view name, std::string_view text) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<RoutingRule>(found - names.begin());
  refuse("unknown routing policy", text,
         kernel::did_you_mean(name, names, fmt::format("write one of {}", fmt::join(names, ", "))));
}

std::uint32_t number_after(std::string_view digits, RoutingRule rule, std::string_view text) {
  if (rule != RoutingRule::omniwar && rule != RoutingRule::shortest) {
    refuse("this routing policy takes no number", text,
           fmt::format("write {} alone", name_of(rule)));
  }
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || number == 0 ||
      number > 1024) {
    refuse("a routing policy's number is a whole one from 1 to 1024", text,
           rule == RoutingRule::omniwar ? "write omniwar:M, such as omniwar:2"
                                        : "write ksp:K, such as ksp:8");
  }
  return number;
}

double number_of(const kernel::Options& options, const char* key, double low, double high,
                 bool is_whole) {
  const double value = options.number(key);
  if (value >= low && value <= high && (!is_whole || value == std::floor(value))) return value;
  refuse(fmt::format("option {} cannot be {}", key, value), fmt::format("{}", value),
         fmt::format("a {}number from {} to {}", is_whole ? "whole " : "", low, high));
}

}  // namespace

std::string_view name_of(RoutingRule rule) {
  return names[static_cast<std::size_t>(rule)];
}

RoutingConfig::RoutingConfig(const kernel::Options& options) {
  const std::string& text = options.text("network/routing");
  const std::size_t colon = text.find(':');
  rule = rule_of(std::string_view(text).substr(0, colon), text);
  if (colon != std::string::npos) {
    number = number_after(std::string_view(text).substr(colon + 1), rule, text);
  }
  candidates =
      static_cast<std::uint32_t>(number_of(options, "network/routing-candidates", 1, 1024, true));
  bias = number_of(options, "network/routing-bias", -1e9, 1e9, false);
  adaptive_min_bytes = number_of(options, "network/adaptive-min-size", 0, 1e18, false);
  seed = static_cast<std::uint64_t>(number_of(options, "network/routing-seed", 0, 1e15, true));
  read_rails(options);
}

void RoutingConfig::read_rails(const kernel::Options& options) {
  constexpr std::array<std::string_view, 4> rules = {"round-robin", "hash", "adaptive", "stripe"};
  const std::string& text = options.text("network/rail-policy");
  const std::size_t colon = text.find(':');
  const std::string_view name = std::string_view(text).substr(0, colon);
  const auto found = std::find(rules.begin(), rules.end(), name);
  if (found == rules.end()) {
    refuse(
        "unknown policy of rails", text,
        kernel::did_you_mean(name, rules, fmt::format("write one of {}", fmt::join(rules, ", "))));
  }
  rail_rule = static_cast<RailRule>(found - rules.begin());
  const bool needs_size = rail_rule == RailRule::stripe;
  if (needs_size != (colon != std::string::npos)) {
    refuse(needs_size ? "stripe needs a size" : "this policy of rails takes no size", text,
           needs_size ? "such as stripe:64KiB" : fmt::format("write {} alone", name));
  }
  if (!needs_size) return;
  stripe_bytes =
      parse_quantity(std::string_view(text).substr(colon + 1), Quantity::size_bytes).value;
  if (!(stripe_bytes > 0)) refuse("a message that is cut is larger than 0 bytes", text, "");
}

}  // namespace smpi::models
