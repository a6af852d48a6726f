// SPDX-License-Identifier: BSD-3-Clause
//
// Drawing the factors. Each comes from a stream of its own, named by what it is for, so none
// depends on the order in which ranks run or hosts are used.
#include "libsmpi/cost/modeled/noise.h"

#include <cmath>
#include <numbers>

namespace smpi::modeled {
namespace {

enum class Purpose : std::uint64_t { call = 1, host = 2, day = 3, share = 4, overlay_call = 5 };

std::uint64_t stream_name(Purpose purpose, std::uint64_t index) {
  return (static_cast<std::uint64_t>(purpose) << 32) | index;
}

// Log-normal with mean one.
double draw_log_normal(RandomStream stream, double deviation) {
  if (deviation == 0) return 1;
  const double variance = std::log1p(deviation * deviation);
  return std::exp(std::sqrt(variance) * kernel::draw_normal(stream) - variance / 2);
}

double draw_speed_factor(RandomStream stream, const std::vector<HostShare>& mixture) {
  double drawn = stream.uniform();
  for (const HostShare& each : mixture) {
    if (drawn < each.share) return each.speed_factor;
    drawn -= each.share;
  }
  return 1;
}

}  // namespace

double Noise::call_factor(std::uint32_t process, double deviation) {
  if (deviation == 0) return 1;
  const double standard_deviation = std::sqrt(1 - 2 * std::numbers::inv_pi);
  return 1 + deviation * centred_half_normal(process, CallKind::blas) / standard_deviation;
}

double Noise::half_normal(std::uint32_t process, CallKind kind) {
  return centred_half_normal(process, kind) / std::sqrt(1 - 2 * std::numbers::inv_pi);
}

// |z| less its mean.
double Noise::centred_half_normal(std::uint32_t process, CallKind kind) {
  std::vector<RandomStream>& calls = calls_[static_cast<std::size_t>(kind)];
  const Purpose purpose = kind == CallKind::blas ? Purpose::call : Purpose::overlay_call;
  while (calls.size() <= process) {
    calls.emplace_back(seeds_.calls, stream_name(purpose, calls.size()));
  }
  return std::abs(kernel::draw_normal(calls[process])) - std::sqrt(2 * std::numbers::inv_pi);
}

double Noise::host_factor(std::uint32_t host) {
  while (hosts_.size() <= host) {
    const std::uint64_t index = hosts_.size();
    const std::uint64_t day =
        RandomStream(seeds_.machine, stream_name(Purpose::day, seeds_.day)).next();
    hosts_.push_back(
        draw_log_normal({seeds_.machine, stream_name(Purpose::host, index)}, levels_.host) *
        draw_log_normal({day, stream_name(Purpose::day, index)}, levels_.day) /
        draw_speed_factor({seeds_.machine, stream_name(Purpose::share, index)}, levels_.mixture));
  }
  return hosts_[host];
}

}  // namespace smpi::modeled
