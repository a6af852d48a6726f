// SPDX-License-Identifier: BSD-3-Clause
//
// What a run did: for people at the end of a run, for programs as JSON (--summary).
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "libsmpi/run/launch/devices.h"
#include "libsmpi/run/launch/energy_summary.h"
#include "libsmpi/run/launch/jobs.h"
#include "libsmpi/run/launch/result_file.h"
#include "libsmpi/watch/analyze/findings.h"
#include "models/network/flow_forecasts.h"

namespace smpi {
class Simulation;
}

namespace smpi::launch {

// Of the JSON, docs/summary.md: raised when a key changes its meaning or goes, not when one is
// added.
inline constexpr int summary_schema = 1;

struct Summary {
  double simulated_s = 0;
  double wall_s = 0;
  std::uint64_t messages = 0;
  double bytes = 0;
  double peak_memory_bytes = 0;
  double physical_memory_bytes = 0;  // 0: the system does not tell
  double computation_s = 0;          // that was measured, of all ranks
  std::uint32_t ranks = 0;
  std::uint64_t seed = 0;
  nlohmann::ordered_json energy_detail;  // of --energy-detail
  std::optional<EnergySummary> energy;   // where hosts or links say what they take
  std::optional<DeviceEnergy> device_energy;
  std::string end = "completed";
  int exit_status = 0;
  std::optional<std::vector<Section>> findings;    // with --analyze
  std::vector<JobSummary> jobs;                    // with --jobs
  nlohmann::ordered_json useful;                   // of a run of --pop
  nlohmann::ordered_json kernels;                  // with smpi/kernel-times
  std::optional<std::uint64_t> replayed_actions;   // of --replay
  std::optional<models::ForecastTally> collapsed;  // with smpi/collapse:fast
};

// `physical_memory_bytes`: the most that was seen.
Summary summarize(const Simulation& simulation, double wall_s, double physical_memory_bytes);
// One line for the terminal.
std::string format_summary(const Summary& summary);
// JSON that depends on nothing but the simulation.
nlohmann::ordered_json summary_json(const Summary& summary);
// The same as text, and wall time and memory under "measured".
std::string summary_text(const Summary& summary);
// Where it goes.
ResultFile summary_file(const std::string& path);

// Peak resident memory of this process. The system counts a page once for each place it is mapped
// to, so the pages of code that ranks share count in each of them.
double peak_memory_bytes();
// What this process takes of the machine's memory now, each page counted once; 0 when the system
// does not tell. It looks at every page: some milliseconds for thousands of ranks.
double physical_memory_bytes();

}  // namespace smpi::launch
