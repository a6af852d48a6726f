// SPDX-License-Identifier: BSD-3-Clause
//
// The choice, and the line that says what it was.
#include "libsmpi/run/launch/host_speed.h"

#include <fmt/format.h>
#include <unistd.h>

#include "libsmpi/cost/modeled/machine_speed.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "models/platform/units.h"

namespace smpi::launch {
namespace {

constexpr const char* key = "smpi/host-speed";

}  // namespace

bool has_short_platform(const Arguments& arguments) {
  const std::string& platform = arguments.platform;
  if (platform.empty()) return true;
  const std::size_t colon = platform.find(':');
  return colon != std::string::npos && platform.find('/') > colon &&
         access(platform.c_str(), R_OK) != 0;
}

std::string automatic_host_speed(const Arguments& arguments) {
  if (has_short_platform(arguments)) return arguments.short_platform.host_speed;
  return fmt::format("{:.3g}Gf", 1e-9 * modeled::machine_speed_flops());
}

bool choose_host_speed(const Arguments& arguments, kernel::Options& options) {
  const bool is_measured =
      options.boolean("smpi/simulate-computation") && !arguments.computation_is_free;
  if (!is_measured || options.text(key) != "auto") return false;
  options.set(key, automatic_host_speed(arguments));
  return true;
}

std::string describe_host_speed(const Arguments& arguments, const Simulation& simulation) {
  double measured_s = 0;
  for (const auto& rank : simulation.ranks) measured_s += rank->measured_s;
  if (!(measured_s > 0)) return "";
  const std::string worth =
      has_short_platform(arguments)
          ? "each second counts as one of a simulated host"
          : fmt::format("each second counts as {:.3g} Gflop, the measured speed of this machine",
                        1e-9 * simulation.tuning.host_speed_flops);
  return fmt::format("smpirun: {} of computation were measured, {} (--cfg={}:auto)\n",
                     models::format_time(measured_s), worth, key);
}

}  // namespace smpi::launch
