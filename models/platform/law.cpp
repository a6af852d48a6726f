// SPDX-License-Identifier: BSD-3-Clause
//
// Draws by inversion, but for the normal law.
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
  }
  __builtin_unreachable();
}

}  // namespace smpi::models
