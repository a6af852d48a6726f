// SPDX-License-Identifier: BSD-3-Clause
//
// How many panels: whole turns of the owners of columns, at least 16 panels, after as many to warm
// up. What they took is compared with sums of the quadratic over the same panels.
#include "tools/study/hpl/sampling.h"

#include <algorithm>

namespace smpi::study::hpl {
namespace {

constexpr std::uint64_t least_window = 16;  // panels
constexpr std::array<std::uint64_t, 3> parts = {1, 2, 8};

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

// Of 1, r and r^2 over the panels from `warm` to `stop`, where r = what is left / scale.
Vector sums_of_powers(const Sample& sample, std::uint32_t nb, double scale) {
  Vector sums{};
  for (std::uint64_t row = sample.warm; row < sample.stop; row += nb) {
    const double left = static_cast<double>(sample.n - row) / scale;
    sums[0] += 1;
    sums[1] += left;
    sums[2] += left * left;
  }
  return sums;
}

double determinant(const Matrix& a) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    sum += a[0][i] * (a[1][j] * a[2][k] - a[1][k] * a[2][j]);
  }
  return sum;
}

}  // namespace

std::optional<std::array<Sample, 3>> samples_of(std::uint64_t n, std::uint32_t nb,
                                                std::uint32_t columns) {
  const std::uint64_t window = (least_window + columns - 1) / columns * columns;
  const std::uint64_t panels = 2 * window;
  if (n / nb / parts.back() <= panels) return std::nullopt;
  std::array<Sample, 3> samples;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    samples[i] = {.n = n / parts[i] / nb * nb, .warm = window * nb, .stop = panels * nb};
  }
  return samples;
}

double whole_time_s(std::uint64_t n, std::uint32_t nb, const std::array<Measured, 3>& measured) {
  const auto scale = static_cast<double>(n);
  Matrix of_windows{};
  Vector windows_s{};
  for (std::size_t i = 0; i < measured.size(); ++i) {
    of_windows[i] = sums_of_powers(measured[i].sample, nb, scale);
    windows_s[i] = measured[i].stop_s - measured[i].warm_s;
  }
  const Measured& largest = measured.front();
  const Vector of_rest =
      sums_of_powers({.n = n, .warm = largest.sample.warm, .stop = n}, nb, scale);
  // Cramer's rule.
  const double all = determinant(of_windows);
  double time_s = largest.warm_s;
  for (std::size_t power = 0; power < of_rest.size(); ++power) {
    Matrix replaced = of_windows;
    for (std::size_t i = 0; i < measured.size(); ++i) replaced[i][power] = windows_s[i];
    time_s += determinant(replaced) / all * of_rest[power];
  }
  return time_s;
}

}  // namespace smpi::study::hpl
