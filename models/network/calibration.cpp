// SPDX-License-Identifier: BSD-3-Clause
//
// The options of a measured network.
#include "models/network/calibration.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "kernel/error.h"

namespace smpi::models {
namespace {

constexpr std::array<const char*, 5> noise_tables = {"network/noise-remote",
                                                     "network/noise-loopback", "network/noise-os",
                                                     "network/noise-ois", "network/noise-or"};

std::optional<StepTable> table_if_set(const kernel::Options& options, const char* key) {
  const std::string& text = options.text(key);
  if (text.empty()) return std::nullopt;
  return StepTable(key, text);
}

std::optional<SizeRange> sizes_of(const kernel::Options& options) {
  constexpr const char* key = "network/measured-sizes";
  const std::string& text = options.text(key);
  if (text.empty()) return std::nullopt;
  double least = 0;
  double most = 0;
  int used = 0;
  const bool is_range = std::sscanf(text.c_str(), "%lf:%lf%n", &least, &most, &used) == 2 &&
                        used == static_cast<int>(text.size());
  if (!is_range || !(least >= 0) || !(most >= least) || !std::isfinite(most)) {
    throw kernel::InputError(fmt::format("option {} is the smallest and the largest size", key),
                             {.text = text, .hint = "in bytes, such as 1:1000000"});
  }
  return SizeRange{least, most};
}

// Noise that is asked for must be described, or the user would believe in a spread that is none.
void require_tables(const kernel::Options& options) {
  if (!options.boolean("network/noise")) return;
  for (const char* key : noise_tables) {
    if (!options.text(key).empty()) return;
  }
  throw kernel::InputError(
      "network/noise:yes has nothing to draw from",
      {.text = "network/noise:yes",
       .hint =
           "give --network a file with [noise], or a table such as network/noise-remote:0:0.05"});
}

}  // namespace

NoiseTable noise_of_option(const kernel::Options& options, const char* key) {
  const NoiseTable table(key, options.text(key));
  return options.boolean("network/noise") ? table : NoiseTable();
}

std::uint64_t noise_seed(const kernel::Options& options) {
  constexpr const char* key = "network/noise-seed";
  const double seed = options.number(key);
  if (seed >= 0 && seed < 0x1p53 && seed == std::floor(seed)) {
    return static_cast<std::uint64_t>(seed);
  }
  throw kernel::InputError(fmt::format("option {} is a whole number of at least 0", key),
                           {.text = options.text(key)});
}

Calibration::Calibration()
    : per_flow("network/per-flow", "0", 0),
      loopback_per_flow("network/loopback-per-flow", "0", 0) {}

Calibration::Calibration(const kernel::Options& options)
    : per_flow("network/per-flow", options.text("network/per-flow"), 0),
      loopback_latency_factor(table_if_set(options, "network/loopback-latency-factor")),
      loopback_bandwidth_factor(table_if_set(options, "network/loopback-bandwidth-factor")),
      loopback_per_flow("network/loopback-per-flow", options.text("network/loopback-per-flow"), 0),
      loopback_capacity_bytes_per_s(options.number("network/loopback-capacity")),
      remote_noise(noise_of_option(options, "network/noise-remote")),
      loopback_noise(noise_of_option(options, "network/noise-loopback")),
      noise_seed(models::noise_seed(options)),
      measured_sizes(sizes_of(options)) {
  if (loopback_bandwidth_factor && loopback_bandwidth_factor->smallest() <= 0) {
    throw kernel::InputError("option network/loopback-bandwidth-factor needs factors above 0");
  }
  if (loopback_capacity_bytes_per_s < 0) {
    throw kernel::InputError("option network/loopback-capacity cannot be negative",
                             {.text = options.text("network/loopback-capacity")});
  }
  require_tables(options);
}

}  // namespace smpi::models
