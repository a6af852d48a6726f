// SPDX-License-Identifier: BSD-3-Clause
//
// The energy of a run as people read it: a part of the line at the end, and of the summary file.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace smpi {
class Simulation;
}

namespace smpi::launch {

struct EnergySummary {
  double hosts_j = 0;
  double used_hosts_j = 0;  // of hosts that ranks ran on
  double links_j = 0;
  double switches_j = 0;
  double cards_j = 0;  // network cards
  double mean_w = 0;
  double peak_w = 0;
  double peak_s = 0;  // when the peak was reached
  double duration_s = 0;
  double flops = 0;  // that hosts executed
  // The base of hosts, then what each class of work adds; classes that took nothing are left out.
  std::vector<std::pair<std::string, double>> class_j;
  std::vector<std::pair<std::string, double>> phase_j;  // empty: no phase began
  double pue = 1;
  double cost = 0;        // in the user's money, with what the site adds
  double carbon_kg = 0;   // likewise
  bool has_cost = false;  // does anything say what a kWh costs, or emits?
  bool has_carbon = false;

  double network_j() const { return links_j + switches_j + cards_j; }
  double total_j() const { return hosts_j + network_j(); }
  double gflops_per_w() const { return total_j() > 0 ? flops / total_j() / 1e9 : 0; }
};

// Four significant digits and a prefix: "12.34 kW".
std::string with_prefix(double value, const char* unit);
// nullopt: nothing says what it takes.
std::optional<EnergySummary> summarize_energy(const Simulation& simulation);
// "energy 1.23 MJ: hosts 1.1 MJ (dgemm 61 %, mpi-wait 20 %, base 19 %), network 130 kJ; mean
// 12.3 kW, peak 14.1 kW at 33 s; 3.2 Gflops/W"
std::string format_energy(const EnergySummary& summary);
nlohmann::ordered_json energy_json(const EnergySummary& summary);

}  // namespace smpi::launch
