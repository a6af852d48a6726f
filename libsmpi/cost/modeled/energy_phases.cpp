// SPDX-License-Identifier: BSD-3-Clause
//
// A host's energy is booked when its phase changes, so nothing is added while it lasts.
#include "libsmpi/cost/modeled/energy_phases.h"

#include <algorithm>

#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::modeled {

// nullptr when another rank on the host decides.
EnergyPhases::Host* EnergyPhases::host_of(const Rank& rank) {
  if (hosts_.empty()) {
    for (const auto& each : rank.simulation.ranks) {
      const auto [found, is_new] = hosts_.try_emplace(each->host);
      if (is_new || each->process < found->second.process) found->second.process = each->process;
    }
  }
  const auto found = hosts_.find(rank.host);
  return found != hosts_.end() && found->second.process == rank.process ? &found->second : nullptr;
}

void EnergyPhases::settle(models::HostId id, Host& host, const models::Energy& energy) {
  const double now_j = energy.host_energy_j(id);
  energy_j_[host.open.empty() ? no_phase : host.open.back()] += now_j - host.since_j;
  host.since_j = now_j;
}

void EnergyPhases::begin(const Rank& rank, std::string_view name, const models::Energy& energy) {
  Host* const host = host_of(rank);
  if (host == nullptr) return;
  settle(rank.host, *host, energy);
  const auto found = std::find(names_.begin(), names_.end(), name);
  host->open.push_back(static_cast<PhaseId>(found - names_.begin()));
  if (found != names_.end()) return;
  names_.emplace_back(name);
  energy_j_.push_back(0);
}

void EnergyPhases::end(const Rank& rank, const models::Energy& energy) {
  Host* const host = host_of(rank);
  if (host == nullptr || host->open.empty()) return;
  settle(rank.host, *host, energy);
  host->open.pop_back();
}

std::vector<std::pair<std::string, double>> EnergyPhases::energy_j(
    const models::Energy& energy) const {
  std::vector<std::pair<std::string, double>> result;
  if (names_.size() == 1) return result;
  for (std::size_t phase = 0; phase < names_.size(); phase++) {
    result.emplace_back(names_[phase], energy_j_[phase]);
  }
  double settled_j = 0;
  for (const double phase_j : energy_j_) settled_j += phase_j;
  double open_j = 0;
  for (const auto& [id, host] : hosts_) {
    const double left_j = energy.host_energy_j(id) - host.since_j;
    result[host.open.empty() ? no_phase : host.open.back()].second += left_j;
    open_j += left_j;
  }
  // Hosts without ranks have no phase.
  result[no_phase].second += energy.total_host_energy_j() - settled_j - open_j;
  return result;
}

}  // namespace smpi::modeled
