// SPDX-License-Identifier: BSD-3-Clause
//
// Figures that every market has, and how each is scaled.
#include "tools/study/hpl/tornado.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace smpi::study::hpl {
namespace {

constexpr double change = 0.1;

struct Figure {
  std::string_view name;
  void (*scale)(Market& market, double factor);
};

template <double NodeType::*member>
void scale_nodes(Market& market, double factor) {
  for (NodeType& node : market.nodes) node.*member *= factor;
}
template <double NetworkType::*member>
void scale_networks(Market& market, double factor) {
  for (NetworkType& network : market.networks) network.*member *= factor;
}

constexpr std::array<Figure, 12> figures = {{
    {"price of nodes", scale_nodes<&NodeType::price>},
    {"price of switches", scale_networks<&NetworkType::switch_price>},
    {"price of cables", scale_networks<&NetworkType::cable_price>},
    {"price of network cards", scale_networks<&NetworkType::card_price>},
    {"speed of dgemm",
     [](Market& market, double factor) { scale_nodes<&NodeType::flop_s>(market, 1 / factor); }},
    {"memory of nodes", scale_nodes<&NodeType::memory_bytes>},
    {"bandwidth", scale_networks<&NetworkType::bandwidth_bytes_per_s>},
    {"latency", scale_networks<&NetworkType::latency_s>},
    {"power of nodes",
     [](Market& market, double factor) {
       scale_nodes<&NodeType::idle_w>(market, factor);
       scale_nodes<&NodeType::loaded_w>(market, factor);
     }},
    {"price of electricity",
     [](Market& market, double factor) { market.operation.electricity_price *= factor; }},
    {"years", [](Market& market, double factor) { market.operation.years *= factor; }},
    {"budget",
     [](Market& market, double factor) {
       market.budget.money *= factor;
       market.budget.power_w *= factor;
     }},
}};

std::optional<double> best_merit(const Search& search, const Figure& figure, double factor) {
  Market market = search.market;
  figure.scale(market, factor);
  const Search changed{.market = market,
                       .networks = search.networks,
                       .known = search.known,
                       .setting = search.setting};
  const std::vector<Candidate> best = best_of_kinds(market, all_machines(changed));
  if (best.empty()) return std::nullopt;
  if (market.goal_gflops && !reaches_goal(market, best.front())) return std::nullopt;
  return merit(market, best.front());
}

// Of the two ends; a choice that vanished counts most.
double size(const Effect& effect) {
  if (!effect.smaller || !effect.larger) return no_limit;
  return std::abs(*effect.larger - *effect.smaller);
}

}  // namespace

double merit(const Market& market, const Candidate& candidate) {
  return reaches_goal(market, candidate) ? candidate.bill.cost.total() : candidate.gflops;
}

std::vector<Effect> tornado(const Search& search) {
  std::vector<Effect> effects;
  for (const Figure& figure : figures) {
    Effect effect{.figure = std::string(figure.name),
                  .smaller = best_merit(search, figure, 1 - change),
                  .larger = best_merit(search, figure, 1 + change)};
    if (effect.smaller != effect.larger) effects.push_back(std::move(effect));
  }
  std::ranges::stable_sort(effects, std::ranges::greater{}, size);
  return effects;
}

}  // namespace smpi::study::hpl
