// SPDX-License-Identifier: BSD-3-Clause
//
// Laying out the report and the coefficients file.
#include "tools/calibrate/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "libsmpi/cost/modeled/noise.h"
#include "tools/calibrate/routines.h"

namespace smpi::calibrate {
namespace {

std::string percent(double share) {
  return fmt::format("{:.{}f} %", 100 * share, std::abs(share) < 0.1 ? 1 : 0);
}

// Flop/s of what was measured of each level.
std::array<double, 3> speeds_by_level(const Model& model) {
  std::array<double, 3> logarithms{};
  std::array<double, 3> counts{};
  for (const KernelModel& kernel : model.kernels) {
    const auto level = static_cast<std::size_t>(routine_of(*kernel.kernel).level - 1);
    logarithms[level] += std::log(kernel.speed_flops);
    counts[level]++;
  }
  std::array<double, 3> speeds{};
  for (std::size_t i = 0; i < speeds.size(); i++) {
    speeds[i] = std::exp(logarithms[i] / counts[i]);
  }
  return speeds;
}

std::string gigaflops(double flops) {
  return fmt::format("{:.4g}Gf", flops / 1e9);
}

std::string quality_text(const KernelModel& kernel) {
  return fmt::format("R2 {:.5f}, residuals {} on average, {} at worst", kernel.fit.r2,
                     percent(kernel.mean_residual()), percent(kernel.worst_residual()));
}

// The row of one host in a table of processors (libsmpi/cost/modeled/processor_table.h).
std::string processor_table(const KernelModel& kernel, const CoefficientSettings& settings) {
  const auto list = [&](double factor) {
    std::string numbers;
    for (const double coefficient : kernel.fit.coefficients) {
      numbers += fmt::format("{}{:.6g}", numbers.empty() ? "" : ", ", factor * coefficient);
    }
    return numbers;
  };
  std::string terms;
  for (const auto& term : kernel.kernel->terms) {
    terms += fmt::format("{}\"{}\"", terms.empty() ? "" : ", ", term);
  }
  const double noise = std::min(kernel.noise, modeled::call_noise_max);
  return fmt::format(
      "[[{}.table]]  # {}\ncalibration = \"{}\"\nterms = [{}]\nrows = [\n  [\"{}\", 0, "
      "[{}]{}],\n]\n",
      kernel.kernel->routine, quality_text(kernel), settings.calibration, terms, settings.host,
      list(1), settings.has_call_noise ? fmt::format(", [{}]", list(noise)) : "");
}

std::string routine_table(const KernelModel& kernel, bool has_noise) {
  std::string terms;
  for (std::size_t i = 0; i < kernel.fit.coefficients.size(); i++) {
    if (kernel.fit.coefficients[i] == 0) continue;
    terms += fmt::format("{}\"{}\" = {:.6g}", terms.empty() ? "" : ", ", kernel.kernel->terms[i],
                         kernel.fit.coefficients[i]);
  }
  std::string text = fmt::format("[{}]  # {}\n", kernel.kernel->routine, quality_text(kernel));
  text += fmt::format("terms = {{{}}}\n", terms);
  if (has_noise) {
    text += fmt::format("noise = {:.3g}\n", std::min(kernel.noise, modeled::call_noise_max));
  }
  return text;
}

}  // namespace

std::string report_text(const Model& model) {
  std::string text = fmt::format("{}\n  {:<7} {:>8} {:>9} {:>7} {:>7} {:>15}  {}\n", model.title,
                                 "", "R2", "residual", "worst", "noise", "speed", "seconds");
  std::size_t timed = 0;
  std::size_t left_out = 0;
  for (const KernelModel& kernel : model.kernels) {
    text += fmt::format("  {:<7} {:>8.5f} {:>9} {:>7} {:>7} {:>15}  {}\n", kernel.kernel->routine,
                        kernel.fit.r2, percent(kernel.mean_residual()),
                        percent(kernel.worst_residual()), percent(kernel.noise),
                        fmt::format("{:.2f} Gflop/s", kernel.speed_flops / 1e9), kernel.formula());
    timed += kernel.timed;
    left_out += kernel.left_out;
  }
  return text + fmt::format("  {} timings, {} of them interrupted and left out\n", timed, left_out);
}

double large_dgemm_speed_flops(const Model& model) {
  for (const KernelModel& kernel : model.kernels) {
    if (std::string_view(kernel.kernel->routine) != "dgemm") continue;
    const double seconds = kernel.fit.coefficients.front();
    return seconds > 0 ? 2 / seconds : kernel.speed_flops;
  }
  return model.kernels.front().speed_flops;
}

std::string coefficients_text(const Model& model, const CoefficientSettings& settings) {
  std::string text = "# SPDX-License-Identifier: BSD-3-Clause\n#\n";
  for (const std::string& line : settings.origin) text += fmt::format("# {}\n", line);
  const double speed_flops = settings.reference_speed_flops > 0 ? settings.reference_speed_flops
                                                                : large_dgemm_speed_flops(model);
  const std::array<double, 3> levels = speeds_by_level(model);
  text += fmt::format(
      "#\n# The seconds below are of a host of this speed; one twice as fast takes half of them.\n"
      "reference_speed = \"{}\"\n\n"
      "# Routines without a table, by level.\n"
      "default = {{level1 = \"{}\", level2 = \"{}\", level3 = \"{}\"}}\n",
      gigaflops(speed_flops), gigaflops(levels[0]), gigaflops(levels[1]), gigaflops(levels[2]));
  if (settings.host_noise > 0 || settings.day_noise > 0) {
    text += fmt::format(
        "\n# Relative standard deviations of hosts, and of hosts from day to day.\n"
        "noise = {{host = {}, day = {}}}\n",
        settings.host_noise, settings.day_noise);
  }
  for (const KernelModel& kernel : model.kernels) {
    text +=
        fmt::format("\n{}", settings.host.empty() ? routine_table(kernel, settings.has_call_noise)
                                                  : processor_table(kernel, settings));
  }
  return text;
}

}  // namespace smpi::calibrate
