// SPDX-License-Identifier: BSD-3-Clause
//
// Sums over the meters of the energy model.
#include "libsmpi/launch/energy_summary.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "libsmpi/modeled/machine_state.h"
#include "libsmpi/runtime/simulation.h"
#include "models/platform/units.h"

namespace smpi::launch {
namespace {

// Three significant digits and a prefix: "12.3 kW".
std::string with_prefix(double value, const char* unit) {
  constexpr const char* prefixes[] = {"", "k", "M", "G", "T"};
  std::size_t prefix = 0;
  while (value >= 1000 && prefix + 1 < std::size(prefixes)) {
    value /= 1000;
    prefix++;
  }
  return fmt::format("{:.4g} {}{}", value, prefixes[prefix], unit);
}

}  // namespace

std::optional<EnergySummary> summarize_energy(const Simulation& simulation) {
  const models::Energy& energy = simulation.machine->energy();
  if (!energy.is_measured()) return std::nullopt;
  EnergySummary summary;
  summary.hosts_j = energy.total_host_energy_j();
  summary.links_j = energy.total_link_energy_j();
  std::vector<bool> is_used(simulation.platform.hosts.count());
  for (const auto& rank : simulation.ranks) {
    if (is_used[rank->host]) continue;
    is_used[rank->host] = true;
    summary.used_hosts_j += energy.host_energy_j(rank->host);
  }
  const double end_s = simulation.engine.now_s();
  const models::Energy::Peak peak = energy.peak();
  summary.mean_w = end_s > 0 ? summary.total_j() / end_s : peak.power_w;
  summary.peak_w = peak.power_w;
  summary.peak_s = peak.at_s;
  return summary;
}

std::string format_energy(const EnergySummary& summary) {
  return fmt::format("energy {}: hosts {}, network {}; mean {}, peak {} at {}",
                     with_prefix(summary.total_j(), "J"), with_prefix(summary.hosts_j, "J"),
                     with_prefix(summary.links_j, "J"), with_prefix(summary.mean_w, "W"),
                     with_prefix(summary.peak_w, "W"), models::format_time(summary.peak_s));
}

nlohmann::ordered_json energy_json(const EnergySummary& summary) {
  return {{"total_j", summary.total_j()},
          {"hosts_j", summary.hosts_j},
          {"used_hosts_j", summary.used_hosts_j},
          {"unused_hosts_j", summary.hosts_j - summary.used_hosts_j},
          {"links_j", summary.links_j},
          {"mean_w", summary.mean_w},
          {"peak_w", summary.peak_w},
          {"peak_s", summary.peak_s}};
}

}  // namespace smpi::launch
