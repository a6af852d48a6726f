// SPDX-License-Identifier: BSD-3-Clause
//
// What one run of the measuring program left in its folder: samples, and what they are of. A number
// without its metadata says nothing, so a folder is read as a whole or refused.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace smpi::calibrate::network {

// What was timed: an experiment and a part of it, such as pingpong and send.
struct Subject {
  std::string op;  // with :k
  std::string part;
  std::string placement;
  std::string load;
  auto operator<=>(const Subject&) const = default;
};

// Seconds of one message (or call), by size; the cost of reading the clock is taken off.
using SamplesBySize = std::map<std::int64_t, std::vector<double>>;

struct Origin {
  std::uint64_t run = 0;
  std::string date, mpi, cpu, kernel, command;
  std::vector<std::string> hosts, cards, environment;
  double clock_cost_s = 0;
  double clock_resolution_s = 0;
  double load_average_before = 0;
  double load_average_after = 0;
  std::int64_t skipped_rows = 0;
};

// The largest sizes at which a test of semantics succeeded; absent when it was not searched.
struct Thresholds {
  std::optional<std::int64_t> asynchronous_bytes;  // the data left at once
  std::optional<std::int64_t> detached_bytes;      // two MPI_Send against each other end
};

struct Measurement {
  std::string folder;
  Origin origin;
  std::map<Subject, SamplesBySize> samples;
  std::map<std::string, Thresholds> thresholds;  // by placement
};

// Reads plan.csv, raw.csv, meta.toml, and thresholds.csv where there is one. Throws InputError.
Measurement read_measurement(const std::string& folder);
// Throws InputError.
std::map<std::string, Thresholds> read_thresholds(const std::string& path);

}  // namespace smpi::calibrate::network
