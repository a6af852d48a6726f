// SPDX-License-Identifier: BSD-3-Clause
//
// A table for people has few digits and at most 20 machines of the front; JSON has all.
#include "tools/study/hpl/plan_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace smpi::study::hpl {
namespace {

using Json = nlohmann::ordered_json;
using Row = std::vector<std::string>;

constexpr double seconds_per_hour = 3600;
constexpr double watts_per_kilowatt = 1000;
constexpr double gflops_per_pflops = 1e6;

std::string_view origin_text(Origin origin) {
  constexpr std::array<std::string_view, 4> texts = {"closed form", "corrected form",
                                                     "sampled panels", "whole runs"};
  return texts.at(static_cast<std::size_t>(origin));
}

// How the column of CO2 comes in: only where the market says what electricity emits.
bool has_carbon(const Market& market) {
  return market.operation.carbon_intensity > 0;
}

Row heads_of(const Market& market) {
  Row heads = {"nodes", "of",   "network", "N",    "NB", "P x Q",    "bcast",
               "depth", "swap", "Gflops",  "cost", "kW", "Gflops/W", "hours"};
  if (has_carbon(market)) heads.emplace_back("kg CO2");
  heads.emplace_back("by");
  return heads;
}

Row row_of(const Market& market, const Candidate& candidate) {
  const Grid& grid = candidate.grid;
  const Setting& setting = candidate.setting;
  Row row{fmt::format("{}{}", candidate.nodes,
                      grid.dropped > 0 ? fmt::format(" - {}", grid.dropped) : ""),
          market.nodes[candidate.node].name,
          market.networks[candidate.network].name,
          fmt::format("{}", candidate.n),
          fmt::format("{}", setting.nb),
          fmt::format("{} x {}", grid.rows, grid.columns),
          setting.broadcast,
          fmt::format("{}", setting.depth),
          setting.swap,
          fmt::format("{:.{}f}", candidate.gflops, candidate.gflops < 1000 ? 1 : 0),
          fmt::format("{:.0f}", candidate.bill.cost.total()),
          fmt::format("{:.2f}", candidate.bill.power_w / watts_per_kilowatt),
          fmt::format("{:.3g}", candidate.gflops_per_w()),
          fmt::format("{:.3g}", candidate.time_s / seconds_per_hour)};
  if (has_carbon(market)) {
    row.push_back(fmt::format("{:.0f}", candidate.bill.electricity.carbon_kg));
  }
  row.emplace_back(origin_text(candidate.origin));
  return row;
}

// Of one run under load.
Electricity electricity_of_run(const Market& market, const Candidate& candidate) {
  const double kwh =
      candidate.bill.power_w / watts_per_kilowatt * candidate.time_s / seconds_per_hour;
  return electricity_of(kwh, market.operation);
}

std::string table(const Market& market, const std::vector<Candidate>& candidates) {
  std::vector<Row> rows = {heads_of(market)};
  for (const Candidate& candidate : candidates) rows.push_back(row_of(market, candidate));
  return aligned(rows);
}

// At most so many, evenly from the first to the last.
std::vector<Candidate> thinned(const std::vector<Candidate>& front) {
  constexpr std::size_t most = 20;
  if (front.size() <= most) return front;
  std::vector<Candidate> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(front[i * (front.size() - 1) / (most - 1)]);
  return some;
}

std::string goal_text(const Market& market) {
  if (!market.goal_gflops) return "as many Gflops as the budget allows";
  return fmt::format("{:g} Pflop/s for the least total cost",
                     *market.goal_gflops / gflops_per_pflops);
}

// "a run of HPL: 12 kWh, costs 2.4, 0.6 kg CO2"
std::string electricity_text(const std::string& what, const Market& market,
                             const Electricity& electricity) {
  std::string text = fmt::format("{}: {:.4g} kWh", what, electricity.kwh);
  if (market.operation.electricity_price > 0) {
    text += fmt::format(", costs {:.4g}", electricity.cost);
  }
  if (has_carbon(market)) text += fmt::format(", {:.4g} kg CO2", electricity.carbon_kg);
  return text + "\n";
}

Json electricity_json(const Electricity& electricity) {
  return {
      {"kwh", electricity.kwh}, {"cost", electricity.cost}, {"carbon_kg", electricity.carbon_kg}};
}

std::string chosen_text(const Market& market, const Candidate& chosen) {
  const Cost& cost = chosen.bill.cost;
  std::string text = fmt::format("chosen, for {}:\n{}", goal_text(market), table(market, {chosen}));
  if (market.goal_gflops && !reaches_goal(market, chosen)) {
    text += "no machine of this market reaches the goal; this one comes nearest\n";
  }
  if (chosen.gflops_interval) {
    text += fmt::format("95 % interval of Gflops: {:.0f} to {:.0f}\n", chosen.gflops_interval->low,
                        chosen.gflops_interval->high);
  } else if (chosen.origin == Origin::simulated) {
    text += "all whole runs took the same time: no interval\n";
  }
  text += fmt::format(
      "cost {:.0f} = nodes {:.0f} + switches {:.0f} + cables {:.0f} + cards {:.0f}"
      " + electricity {:.0f}\n",
      cost.total(), cost.nodes, cost.switches, cost.cables, cost.cards, cost.electricity);
  text += electricity_text("a run of HPL", market, electricity_of_run(market, chosen));
  if (market.operation.years > 0) {
    text += electricity_text(fmt::format("{:g} years", market.operation.years), market,
                             chosen.bill.electricity);
  }
  return text;
}

std::string effects_text(const Market& market, const Advice& advice) {
  const Candidate& chosen = *advice.chosen;
  const bool is_cost = reaches_goal(market, chosen);
  std::vector<Row> rows = {{"figure", "- 10 %", "+ 10 %"}};
  for (const Effect& effect : advice.effects) {
    const auto cell = [](const std::optional<double>& value) {
      return value ? fmt::format("{:.0f}", *value) : std::string("none");
    };
    rows.push_back({effect.figure, cell(effect.smaller), cell(effect.larger)});
  }
  return fmt::format(
      "{} of the best choice when one figure changes, by {}:\n{}", is_cost ? "cost" : "Gflops",
      advice.simulated.empty() ? "closed forms" : "corrected closed forms", aligned(rows));
}

std::string origins_text(const Advice& advice) {
  if (advice.simulated.empty()) {
    return "nothing was simulated: Gflops and hours are closed forms, which put machines in order "
           "and are no predictions; --level 1 simulates the best\n";
  }
  return "Gflops and hours: 'whole runs' were simulated; 'sampled panels' are extrapolated from "
         "panels"
         " of three sizes;\n'corrected form' is the closed form, corrected by such simulations of "
         "the"
         " same kind of machine at about its size;\n'closed form' was not simulated. Cost and kW "
         "are"
         " sums of the market's figures.\n";
}

Json candidate_json(const Market& market, const Candidate& candidate) {
  const Cost& cost = candidate.bill.cost;
  Json json = {
      {"node", market.nodes[candidate.node].name},
      {"network", market.networks[candidate.network].name},
      {"platform", platform_text(market.networks[candidate.network], candidate.nodes, market.path)},
      {"nodes", candidate.nodes},
      {"nodes_dropped", candidate.grid.dropped},
      {"n", candidate.n},
      {"nb", candidate.setting.nb},
      {"p", candidate.grid.rows},
      {"q", candidate.grid.columns},
      {"bcast", candidate.setting.broadcast},
      {"depth", candidate.setting.depth},
      {"swap", candidate.setting.swap},
      {"gflops", candidate.gflops},
      {"time_s", candidate.time_s},
      {"origin", origin_text(candidate.origin)},
      {"power_w", candidate.bill.power_w},
      {"gflops_per_w", candidate.gflops_per_w()},
      {"cost",
       {{"total", cost.total()},
        {"nodes", cost.nodes},
        {"switches", cost.switches},
        {"cables", cost.cables},
        {"cards", cost.cards},
        {"electricity", cost.electricity}}},
      {"electricity", electricity_json(candidate.bill.electricity)},
      {"run_electricity", electricity_json(electricity_of_run(market, candidate))}};
  if (candidate.gflops_interval) {
    json["gflops_95"] = {candidate.gflops_interval->low, candidate.gflops_interval->high};
  }
  return json;
}

Json candidates_json(const Market& market, const std::vector<Candidate>& candidates) {
  Json list = Json::array();
  for (const Candidate& candidate : candidates) list.push_back(candidate_json(market, candidate));
  return list;
}

}  // namespace

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const std::vector<std::string>& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += fmt::format("{}{:>{}}", i == 0 ? "" : "  ", row[i], widths[i]);
    }
    text += line + "\n";
  }
  return text;
}

std::string advice_text(const Market& market, const Advice& advice) {
  if (!advice.chosen) return "the budget allows no machine of this market\n";
  std::string text = "Pareto front of Gflops, cost, kW, Gflops/W and hours";
  const std::vector<Candidate> shown = thinned(advice.front);
  if (shown.size() < advice.front.size()) {
    text += fmt::format(" ({} of {}; --json has all)", shown.size(), advice.front.size());
  }
  text += ":\n" + table(market, shown) + "\n";
  if (!advice.simulated.empty()) {
    text += "simulated, one after the other:\n" + table(market, advice.simulated) + "\n";
  }
  text += chosen_text(market, *advice.chosen) + "\n";
  if (!advice.effects.empty()) text += effects_text(market, advice) + "\n";
  text += origins_text(advice);
  for (const std::string& study : advice.studies) text += fmt::format("runs: {}\n", study);
  return text;
}

Json advice_json(const Market& market, const Advice& advice) {
  Json effects = Json::array();
  for (const Effect& effect : advice.effects) {
    const auto cell = [](const std::optional<double>& value) {
      return value ? Json(*value) : Json();
    };
    effects.push_back({{"figure", effect.figure},
                       {"smaller", cell(effect.smaller)},
                       {"larger", cell(effect.larger)}});
  }
  Json json = {{"market", market.name}, {"goal", goal_text(market)}};
  json["chosen"] = advice.chosen ? candidate_json(market, *advice.chosen) : Json();
  json["goal_reached"] =
      advice.chosen && (!market.goal_gflops || reaches_goal(market, *advice.chosen));
  json["front"] = candidates_json(market, advice.front);
  json["simulated"] = candidates_json(market, advice.simulated);
  json["tornado"] = std::move(effects);
  json["studies"] = advice.studies;
  return json;
}

}  // namespace smpi::study::hpl
