// SPDX-License-Identifier: BSD-3-Clause
//
// Sums over the meters of the energy model.
#include "libsmpi/run/launch/energy_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "models/platform/units.h"

namespace smpi::launch {

std::string with_prefix(double value, const char* unit) {
  constexpr const char* prefixes[] = {"", "k", "M", "G", "T"};
  std::size_t prefix = 0;
  while (value >= 1000 && prefix + 1 < std::size(prefixes)) {
    value /= 1000;
    prefix++;
  }
  return fmt::format("{:.4g} {}{}", value, prefixes[prefix], unit);
}

std::optional<EnergySummary> summarize_energy(const Simulation& simulation) {
  const models::Energy& energy = simulation.machine->energy();
  if (!energy.is_measured()) return std::nullopt;
  EnergySummary summary;
  summary.hosts_j = energy.total_host_energy_j();
  summary.links_j = energy.total_link_energy_j();
  summary.switches_j = energy.total_switch_energy_j();
  summary.cards_j = energy.total_card_energy_j();
  std::vector<bool> is_used(simulation.platform.hosts.count());
  for (const auto& rank : simulation.ranks) {
    if (is_used[rank->host]) continue;
    is_used[rank->host] = true;
    summary.used_hosts_j += energy.host_energy_j(rank->host);
  }
  const auto add_class = [&](const std::string& name, double energy_j) {
    if (energy_j != 0) summary.class_j.emplace_back(name, energy_j);
  };
  add_class("base", energy.base_energy_j());
  const std::vector<std::string>& classes = energy.power_classes();
  for (models::PowerClassId work = 0; work < classes.size(); work++) {
    add_class(classes[work], energy.class_energy_j(work));
  }
  summary.phase_j = simulation.machine->phase_energy_j();
  summary.flops = energy.flops();
  summary.duration_s = simulation.engine.now_s();
  const models::EnergyBill& bill = simulation.machine->bill();
  const models::EnergyBill::Sum sum = bill.total();
  summary.pue = bill.pue();
  summary.cost = sum.cost;
  summary.carbon_kg = sum.carbon_g / 1000;
  summary.has_cost = bill.has_price();
  summary.has_carbon = bill.has_carbon();
  const double end_s = simulation.engine.now_s();
  const models::Energy::Peak peak = energy.peak();
  summary.mean_w = end_s > 0 ? summary.total_j() / end_s : peak.power_w;
  summary.peak_w = peak.power_w;
  summary.peak_s = peak.at_s;
  return summary;
}

std::string format_energy(const EnergySummary& summary) {
  std::vector<std::pair<std::string, double>> classes = summary.class_j;
  std::stable_sort(classes.begin(), classes.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string shares;
  for (const auto& [name, energy_j] : classes) {
    shares += fmt::format("{}{} {:.3g} %", shares.empty() ? " (" : ", ", name,
                          100 * energy_j / summary.hosts_j);
  }
  if (!shares.empty()) shares += ')';
  std::string text =
      fmt::format("energy {}: hosts {}{}, network {}; mean {}, peak {} at {}",
                  with_prefix(summary.total_j(), "J"), with_prefix(summary.hosts_j, "J"), shares,
                  with_prefix(summary.network_j(), "J"), with_prefix(summary.mean_w, "W"),
                  with_prefix(summary.peak_w, "W"), models::format_time(summary.peak_s));
  if (summary.flops > 0) text += fmt::format("; {:.4g} Gflops/W executed", summary.gflops_per_w());
  if (summary.has_cost) text += fmt::format("; costs {:.4g}", summary.cost);
  if (summary.has_carbon) text += fmt::format("; {:.4g} kg CO2", summary.carbon_kg);
  return text;
}

namespace {

nlohmann::ordered_json named_json(const std::vector<std::pair<std::string, double>>& entries) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [name, value] : entries) json[name] = value;
  return json;
}

}  // namespace

nlohmann::ordered_json energy_json(const EnergySummary& summary) {
  const double total_j = summary.total_j();
  const double duration_s = summary.duration_s;
  return {{"total_j", total_j},
          {"hosts_j", summary.hosts_j},
          {"used_hosts_j", summary.used_hosts_j},
          {"unused_hosts_j", summary.hosts_j - summary.used_hosts_j},
          {"links_j", summary.links_j},
          {"switches_j", summary.switches_j},
          {"nics_j", summary.cards_j},
          {"mean_w", summary.mean_w},
          {"peak_w", summary.peak_w},
          {"peak_s", summary.peak_s},
          {"by_class", named_json(summary.class_j)},
          {"by_phase", named_json(summary.phase_j)},
          {"flops", summary.flops},
          {"gflops_per_w", summary.gflops_per_w()},
          {"edp_js", total_j * duration_s},
          {"ed2p_js2", total_j * duration_s * duration_s},
          {"site_j", summary.pue * total_j},
          {"cost", summary.cost},
          {"carbon_kg", summary.carbon_kg}};
}

}  // namespace smpi::launch
