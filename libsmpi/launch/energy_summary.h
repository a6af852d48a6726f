// SPDX-License-Identifier: BSD-3-Clause
//
// The energy of a run as people read it: a part of the line at the end, and of the summary file.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace smpi {
class Simulation;
}

namespace smpi::launch {

struct EnergySummary {
  double hosts_j = 0;
  double used_hosts_j = 0;  // of hosts that ranks ran on
  double links_j = 0;
  double mean_w = 0;
  double peak_w = 0;
  double peak_s = 0;  // when the peak was reached

  double total_j() const { return hosts_j + links_j; }
};

// nullopt: no host and no link says what it takes.
std::optional<EnergySummary> summarize_energy(const Simulation& simulation);
// "energy 1.23 kJ: hosts 1.1 kJ, network 130 J; mean 12.3 W, peak 14.1 W at 33 s"
std::string format_energy(const EnergySummary& summary);
nlohmann::ordered_json energy_json(const EnergySummary& summary);

}  // namespace smpi::launch
