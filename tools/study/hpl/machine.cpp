// SPDX-License-Identifier: BSD-3-Clause
//
// Counts what the platforms consist of that smpirun would simulate, so that what is paid for is
// what runs.
#include "tools/study/hpl/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "kernel/error.h"
#include "models/platform/platform.h"
#include "models/platform/zone.h"
#include "models/readers/short_platform.h"

namespace smpi::study::hpl {
namespace {

constexpr double hours_per_year = 8760;
constexpr double watts_per_kilowatt = 1000;
constexpr double grams_per_kilogram = 1000;

double hops_between_ends(const models::Platform& platform) {
  models::Route route;
  const auto last = static_cast<models::HostId>(platform.hosts.count() - 1);
  if (last > 0) platform.route(0, last, route);
  return static_cast<double>(route.links.size());
}

NetworkFacts count(const std::string& description) {
  constexpr double bytes_per_s = 1e9;  // only ratios are of interest
  const models::Platform platform = models::make_short_platform(description, {.link = "1GBps,1us"});
  NetworkFacts facts{.hosts = platform.hosts.count(), .switches = platform.switches.count()};
  std::vector<double> ports(platform.switches.count());
  for (const models::Cable& cable : platform.cables) {
    facts.cables += cable.width;
    for (const models::CableEnd end : {cable.lower, cable.upper}) {
      if (end.is_switch()) ports[end.index()] += cable.width;
    }
  }
  if (!ports.empty()) facts.ports = *std::ranges::max_element(ports);
  facts.hops = hops_between_ends(platform);
  const auto shape = platform.zones.front()->shape(platform);
  if (shape && shape->bisection_bytes_per_s > 0) {
    const double half = static_cast<double>(facts.hosts) / 2 * bytes_per_s;
    facts.share = std::min(1.0, shape->bisection_bytes_per_s / half);
  }
  return facts;
}

}  // namespace

std::string platform_text(const NetworkType& network, std::uint32_t nodes,
                          const std::string& market_path) {
  const std::array<Value, 1> values = {Value(static_cast<double>(nodes))};
  try {
    return network.platform.fill(values);
  } catch (const FormulaError& error) {
    throw kernel::InputError(
        fmt::format("network {} for {} nodes: {}", network.name, nodes, error.what()),
        {.file = market_path, .text = error.text, .hint = error.hint});
  }
}

NetworkFacts BuiltNetworks::facts(const NetworkType& network, std::uint32_t nodes) {
  const std::string text = platform_text(network, nodes, path_);
  auto known = known_.find(text);
  if (known == known_.end()) {
    try {
      known = known_.emplace(text, count(text)).first;
    } catch (const kernel::InputError& error) {
      throw kernel::InputError(
          fmt::format("network {} for {} nodes: {}", network.name, nodes, error.what()),
          {.file = path_});
    }
  }
  if (known->second.hosts < nodes) {
    throw kernel::InputError(
        fmt::format("network {} for {} nodes has room for {}", network.name, nodes,
                    known->second.hosts),
        {.file = path_, .text = text, .hint = "its formula must grow with {nodes}, see ceil()"});
  }
  return known->second;
}

Electricity electricity_of(double machine_kwh, const Operation& operation) {
  const double kwh = operation.pue * machine_kwh;
  return {.kwh = kwh,
          .cost = kwh * operation.electricity_price,
          .carbon_kg = kwh * operation.carbon_intensity / grams_per_kilogram};
}

Bill bill_of(const NodeType& node, const NetworkType& network, const NetworkFacts& facts,
             const Operation& operation, std::uint32_t nodes) {
  const double count = nodes;
  const auto switches = static_cast<double>(facts.switches);
  Bill bill;
  bill.cost = {.nodes = count * node.price,
               .switches = switches * network.switch_price,
               .cables = facts.cables * network.cable_price,
               .cards = count * network.card_price};
  const double network_w =
      switches * network.switch_w + facts.cables * network.cable_w + count * network.card_w;
  bill.power_w = count * node.loaded_w + network_w;
  const double mean_node_w = node.idle_w + operation.utilisation * (node.loaded_w - node.idle_w);
  const double mean_kw = (count * mean_node_w + network_w) / watts_per_kilowatt;
  bill.electricity = electricity_of(mean_kw * hours_per_year * operation.years, operation);
  bill.cost.electricity = bill.electricity.cost;
  return bill;
}

}  // namespace smpi::study::hpl
