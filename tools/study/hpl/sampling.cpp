// SPDX-License-Identifier: BSD-3-Clause
//
// How many panels: at least 16, or one turn of the owners of columns, after one turn of warming up.
#include "tools/study/hpl/sampling.h"

#include <algorithm>

namespace smpi::study::hpl {
namespace {

constexpr std::uint64_t least_window = 16;  // panels
constexpr std::array<std::uint64_t, 3> parts = {1, 2, 8};

}  // namespace

std::optional<std::array<Sample, 3>> samples_of(std::uint64_t n, std::uint32_t nb,
                                                std::uint32_t columns) {
  const std::uint64_t window = std::max<std::uint64_t>(columns, least_window);
  const std::uint64_t panels = window + columns;
  if (n / nb / parts.back() <= panels) return std::nullopt;
  std::array<Sample, 3> samples;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    samples[i] = {
        .n = n / parts[i] / nb * nb, .warm = std::uint64_t{columns} * nb, .stop = panels * nb};
  }
  return samples;
}

double whole_time_s(std::uint64_t n, std::uint32_t nb, const std::array<Measured, 3>& measured,
                    double first_s) {
  std::array<double, 3> left{};
  std::array<double, 3> panel_s{};
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const auto& [sample, warm_s, stop_s] = measured[i];
    const auto count = static_cast<double>((sample.stop - sample.warm) / nb);
    left[i] = static_cast<double>(sample.n) - static_cast<double>(sample.warm + sample.stop) / 2;
    panel_s[i] = (stop_s - warm_s) / count;
  }
  // Lagrange's polynomial through the three.
  const auto at = [&](double r) {
    double value = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3;
      const std::size_t k = (i + 2) % 3;
      value +=
          panel_s[i] * (r - left[j]) * (r - left[k]) / ((left[i] - left[j]) * (left[i] - left[k]));
    }
    return value;
  };
  double time_s = first_s;
  for (std::uint64_t row = 0; row < n; row += nb) time_s += at(static_cast<double>(n - row));
  return time_s;
}

}  // namespace smpi::study::hpl
