// SPDX-License-Identifier: BSD-3-Clause
//
// Machines are few, so all are evaluated; no bound is needed that would have to be right.
#include "tools/study/hpl/search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>

#include "tools/study/hpl/closed_form.h"

namespace smpi::study::hpl {
namespace {

constexpr double bytes_per_word = 8;
constexpr double rounding = 1e-9;  // of sums and products of a few numbers
constexpr std::uint32_t every_size_up_to = 256;
constexpr double step = 1.02;

Costs costs_of(const NodeType& node, const NetworkType& network, const NetworkFacts& facts,
               std::uint32_t nodes) {
  Costs costs{.flop_s = node.flop_s};
  if (nodes == 1) return costs;
  // The ranks of a node share its cable.
  costs.word_s = bytes_per_word * node.ranks / (network.bandwidth_bytes_per_s * facts.share);
  costs.latency_s = facts.hops * network.latency_s;
  return costs;
}

bool is_affordable(const Budget& budget, const Bill& bill) {
  return bill.cost.total() <= budget.money * (1 + rounding) &&
         bill.power_w <= budget.power_w * (1 + rounding);
}

// How far a shape is from the one that was best: 0 for any where none is known.
double distance(const Grid& grid, double shape) {
  if (shape == 0) return 0;
  return std::abs(std::log(static_cast<double>(grid.rows) / grid.columns / shape));
}

// Keeps the grids whose shape is nearest to the best one.
void keep_shape(std::vector<Grid>& grids, double shape) {
  double nearest = no_limit;
  for (const Grid& grid : grids) nearest = std::min(nearest, distance(grid, shape));
  std::erase_if(grids,
                [&](const Grid& grid) { return distance(grid, shape) > nearest + rounding; });
}

std::vector<std::uint32_t> first_sizes(std::uint32_t available) {
  std::vector<std::uint32_t> sizes;
  for (std::uint32_t size = 1; size < available;
       size = std::max(size + 1, size < every_size_up_to
                                     ? size + 1
                                     : static_cast<std::uint32_t>(std::floor(size * step)))) {
    sizes.push_back(size);
  }
  sizes.push_back(available);
  return sizes;
}

class KindSearch {
 public:
  KindSearch(const Search& search, KindOfMachine kind) : search_(search), kind_(kind) {}

  // By number of nodes.
  std::vector<Candidate> run() {
    const std::vector<std::uint32_t> sizes =
        first_sizes(search_.market.nodes[kind_.first].available);
    for (const std::uint32_t size : sizes) look_at(size);
    if (found_.empty()) return {};
    const Candidate& best = *std::ranges::min_element(
        found_,
        [&](const Candidate& a, const Candidate& b) { return is_better(search_.market, a, b); });
    const auto place = std::ranges::lower_bound(sizes, best.nodes);
    const std::uint32_t from = place == sizes.begin() ? best.nodes : *std::prev(place);
    const std::uint32_t to = std::next(place) == sizes.end() ? best.nodes : *std::next(place);
    for (std::uint32_t size = from + 1; size < to; ++size) look_at(size);
    std::ranges::sort(found_, {}, &Candidate::nodes);
    return std::move(found_);
  }

 private:
  void look_at(std::uint32_t size) {
    if (!seen_.insert(size).second) return;
    std::vector<Candidate> settings = settings_of(search_, kind_, size);
    if (!settings.empty()) found_.push_back(std::move(settings.front()));
  }

  const Search& search_;
  KindOfMachine kind_;
  std::set<std::uint32_t> seen_;
  std::vector<Candidate> found_;
};

std::array<double, 5> merits(const Candidate& candidate) {
  return {candidate.gflops, -candidate.bill.cost.total(), -candidate.bill.power_w,
          candidate.gflops_per_w(), -candidate.time_s};
}

// `b` is no better in anything, and not the same in everything.
bool dominates(const std::array<double, 5>& a, const std::array<double, 5>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] < b[i]) return false;
  }
  return a != b;
}

}  // namespace

bool reaches_goal(const Market& market, const Candidate& candidate) {
  return market.goal_gflops && candidate.gflops >= *market.goal_gflops * (1 - rounding);
}

bool is_better(const Market& market, const Candidate& a, const Candidate& b) {
  const bool a_reaches = reaches_goal(market, a);
  if (a_reaches != reaches_goal(market, b)) return a_reaches;
  const double cost = a.bill.cost.total() - b.bill.cost.total();
  const double power_w = a.bill.power_w - b.bill.power_w;
  if (a_reaches) {
    if (cost != 0) return cost < 0;
    return power_w != 0 ? power_w < 0 : a.gflops > b.gflops;
  }
  if (a.gflops != b.gflops) return a.gflops > b.gflops;
  return cost != 0 ? cost < 0 : power_w < 0;
}

ClosedForm closed_form_of(const Search& search, const Candidate& candidate) {
  const NodeType& node = search.market.nodes[candidate.node];
  const NetworkType& network = search.market.networks[candidate.network];
  const NetworkFacts facts = search.networks.facts(network, candidate.nodes);
  const Costs costs = costs_of(node, network, facts, candidate.nodes - candidate.grid.dropped);
  const auto time_s = [&](const Costs& of) {
    return closed_form_s(candidate.n, candidate.setting.nb, candidate.grid, of);
  };
  return {.time_s = time_s(costs), .compute_s = time_s({.flop_s = costs.flop_s})};
}

std::vector<Candidate> settings_of(const Search& search, KindOfMachine kind, std::uint32_t nodes) {
  const Market& market = search.market;
  const NodeType& node = market.nodes[kind.first];
  const NetworkType& network = market.networks[kind.second];
  const NetworkFacts facts = search.networks.facts(network, nodes);
  if (network.ports && facts.ports > *network.ports) return {};
  const Bill bill = bill_of(node, network, facts, market.operation, nodes);
  if (!is_affordable(market.budget, bill)) return {};
  const auto found_kind = search.known.find(kind);
  const KnownKind known = found_kind == search.known.end() ? KnownKind{} : found_kind->second;
  const bool is_corrected = known.sizes.are_near(nodes, search.reach);
  const Correction correction = is_corrected ? known.sizes.at(nodes) : Correction{};
  std::vector<Grid> grids = process_grids(nodes, node.ranks);
  keep_shape(grids, known.shape);
  std::vector<Candidate> found;
  for (const std::uint32_t nb : market.tried.nb) {
    for (const Grid& grid : grids) {
      const std::uint32_t used = nodes - grid.dropped;
      const Costs costs = corrected(costs_of(node, network, facts, used), correction);
      const std::uint64_t most =
          matrix_order(used * node.memory_bytes, market.tried.memory_share, nb);
      const std::uint64_t n = order_within(most, nb, grid, costs, market.budget.run_s);
      if (n == 0) continue;
      Setting setting = search.setting;
      setting.nb = nb;
      Candidate candidate{.node = kind.first,
                          .network = kind.second,
                          .nodes = nodes,
                          .grid = grid,
                          .n = n,
                          .setting = setting,
                          .bill = bill,
                          .gflops_interval = {}};
      candidate.set_time(closed_form_s(n, nb, grid, costs),
                         is_corrected ? Origin::corrected : Origin::closed_form);
      found.push_back(std::move(candidate));
    }
  }
  std::ranges::stable_sort(found, std::ranges::greater{}, &Candidate::gflops);
  return found;
}

std::vector<Candidate> all_machines(const Search& search) {
  std::vector<Candidate> machines;
  for (std::size_t node = 0; node < search.market.nodes.size(); ++node) {
    for (std::size_t network = 0; network < search.market.networks.size(); ++network) {
      std::vector<Candidate> found = KindSearch(search, {node, network}).run();
      std::ranges::move(found, std::back_inserter(machines));
    }
  }
  return machines;
}

std::vector<Candidate> best_of_kinds(const Market& market, const std::vector<Candidate>& machines) {
  std::map<KindOfMachine, Candidate> best;
  for (const Candidate& machine : machines) {
    const auto [place, is_new] = best.try_emplace({machine.node, machine.network}, machine);
    if (!is_new && is_better(market, machine, place->second)) place->second = machine;
  }
  std::vector<Candidate> sorted;
  for (auto& [kind, machine] : best) sorted.push_back(std::move(machine));
  std::ranges::stable_sort(
      sorted, [&](const Candidate& a, const Candidate& b) { return is_better(market, a, b); });
  return sorted;
}

std::vector<Candidate> pareto_front(const std::vector<Candidate>& candidates) {
  std::vector<Candidate> front;
  for (const Candidate& candidate : candidates) {
    const auto own = merits(candidate);
    const bool is_beaten = std::ranges::any_of(
        candidates, [&](const Candidate& other) { return dominates(merits(other), own); });
    const bool is_there =
        std::ranges::any_of(front, [&](const Candidate& other) { return merits(other) == own; });
    if (!is_beaten && !is_there) front.push_back(candidate);
  }
  std::ranges::stable_sort(front, std::ranges::greater{}, &Candidate::gflops);
  return front;
}

}  // namespace smpi::study::hpl
