// SPDX-License-Identifier: BSD-3-Clause
//
// Bandwidths may become as good as infinite and latencies 0. The others would stop the run.
#include "models/platform/scaling.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "kernel/error.h"

namespace smpi::models {
namespace {

// In place of inf, which would make differences of infinities: with it a petabyte takes less than
// any clock can tell.
constexpr double as_good_as_infinite = 1e20;

}  // namespace

double factor_of(const kernel::Options& options, const char* key, FactorRange range) {
  const std::string& text = options.text(key);
  double factor = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), factor);
  const bool is_number =
      error == std::errc() && end == text.data() + text.size() && !std::isnan(factor);
  const bool is_in_range = (range == FactorRange::finite ? factor >= 0 : factor > 0) &&
                           (range == FactorRange::above_0 || std::isfinite(factor));
  if (is_number && is_in_range) return std::isinf(factor) ? as_good_as_infinite : factor;
  static constexpr const char* ranges[] = {"a number above 0", "a number from 0 on",
                                           "a number above 0, or inf"};
  throw kernel::InputError(fmt::format("option {} is a factor", key),
                           {.text = text, .hint = ranges[static_cast<int>(range)]});
}

Scaling scaling_of(const kernel::Options& options) {
  return {.bandwidth_factor = factor_of(options, "network/scale-bandwidth", FactorRange::above_0),
          .latency_factor = factor_of(options, "network/scale-latency", FactorRange::finite),
          .speed_factor = factor_of(options, "cpu/scale-speed", FactorRange::finite_above_0)};
}

Platform scaled(Platform platform, const Scaling& scaling) {
  if (scaling.bandwidth_factor == 1 && scaling.latency_factor == 1 && scaling.speed_factor == 1) {
    return platform;
  }
  for (double& bandwidth_bytes_per_s : platform.links.bandwidth_bytes_per_s) {
    bandwidth_bytes_per_s *= scaling.bandwidth_factor;
  }
  for (double& latency_s : platform.links.latency_s) latency_s *= scaling.latency_factor;
  SharedColumn<std::vector<double>> scaled_speeds_flops;
  for (HostId host = 0; host < platform.hosts.count(); host++) {
    std::vector<double> speeds_flops = platform.hosts.pstate_speed_flops[host];
    for (double& speed_flops : speeds_flops) speed_flops *= scaling.speed_factor;
    scaled_speeds_flops.push_back(std::move(speeds_flops));
  }
  platform.hosts.pstate_speed_flops = std::move(scaled_speeds_flops);
  return platform;
}

}  // namespace smpi::models
