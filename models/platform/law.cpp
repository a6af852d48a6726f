// SPDX-License-Identifier: BSD-3-Clause
//
// Draws by inversion, but for the normal and the log-normal law.
#include "models/platform/law.h"

#include <algorithm>
#include <cmath>

namespace smpi::models {

double Law::draw(kernel::RandomStream& stream) const {
  switch (kind) {
    case Kind::fixed:
      return first;
    case Kind::normal:
      return std::max(first + second * kernel::draw_normal(stream), 0.0);
    case Kind::uniform:
      return first + (second - first) * stream.uniform();
    case Kind::exponential:
      return kernel::draw_exponential(stream) / first;
    case Kind::weibull:
      return first * std::pow(kernel::draw_exponential(stream), 1 / second);
    case Kind::lognormal:
      return first * std::exp(second * kernel::draw_normal(stream));
  }
  __builtin_unreachable();
}

double Law::mean() const {
  switch (kind) {
    case Kind::fixed:
    case Kind::normal:
      return first;
    case Kind::uniform:
      return (first + second) / 2;
    case Kind::exponential:
      return 1 / first;
    case Kind::weibull:
      return first * std::tgamma(1 + 1 / second);
    case Kind::lognormal:
      return first * std::exp(second * second / 2);
  }
  __builtin_unreachable();
}

double draw_busy_time_s(const Law& work, double arrivals_per_s, kernel::RandomStream& stream) {
  double end_s = work.draw(stream);
  if (arrivals_per_s == 0) return end_s;
  const Law gap{Law::Kind::exponential, arrivals_per_s, 0};
  for (double arrival_s = gap.draw(stream); arrival_s < end_s; arrival_s += gap.draw(stream)) {
    end_s += work.draw(stream);
  }
  return end_s;
}

double mean_busy_time_s(const Law& work, double arrivals_per_s) {
  return work.mean() / (1 - arrivals_per_s * work.mean());
}

}  // namespace smpi::models
