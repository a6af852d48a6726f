// SPDX-License-Identifier: BSD-3-Clause
//
// What the measuring program does, row by row: sizes, experiments and their order, from a seed.
//
// Logarithms of sizes are equally likely, because breaks lie exponentially: with sizes drawn
// uniformly up to 1 GB hardly one is below 100 kB. Rows of all experiments and sizes are shuffled
// together: repeating a fixed order, or shuffling sizes only, biases single sizes by up to a factor
// of 2, and no mean shows it. A time budget takes repetitions from the largest sizes first, never
// sizes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace smpi::calibrate::network {

struct PlanSettings {
  std::uint64_t seed = 1;  // also the number of the run
  std::uint32_t size_count = 200;
  std::uint32_t repetitions = 20;
  std::int64_t size_max_bytes = 100'000'000;
  std::vector<std::string> peer_modes = {"remote"};
  std::vector<std::string> loads = {"idle"};
  std::vector<std::int64_t> thresholds_bytes =
      {};         // sizes just below, at and above each are measured
  int cores = 1;  // of a node: pairs of ranks at once
  int nodes = 2;  // patterns among more than two
  double budget_s = 600;
  double expected_bandwidth_bytes_per_s =
      1e9;  // to spend the budget; the measurement does not need it
  double expected_latency_s = 2e-5;
};

struct PlanRow {
  std::string op;  // with :k
  std::int64_t size_bytes = 0;
  std::uint32_t count = 1;
  std::string peer_mode;
  std::string load;
};

std::vector<PlanRow> make_plan(const PlanSettings& settings);
// plan.csv, with its version and the number of the run in the first line.
std::string plan_text(const PlanSettings& settings, const std::vector<PlanRow>& rows);
// Seconds that the rows will take, by what is expected.
double plan_duration_s(const PlanSettings& settings, const std::vector<PlanRow>& rows);

// The number of the run of a plan file. Throws InputError unless it is a plan of this version.
std::uint64_t read_plan_run(const std::string& path);

}  // namespace smpi::calibrate::network
