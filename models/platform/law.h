// SPDX-License-Identifier: BSD-3-Clause
//
// Laws of random times and values: of stochastic trace files, and of scenarios.
#pragma once

#include <cstdint>

#include "kernel/random_stream.h"

namespace smpi::models {

struct Law {
  enum class Kind : std::uint8_t {
    fixed,        // first
    normal,       // mean first, standard deviation second
    uniform,      // from first to second
    exponential,  // rate first: mean 1/first
    weibull,      // scale first, shape second
  };
  Kind kind = Kind::fixed;
  double first = 0;
  double second = 0;

  // Times and values are not negative: what is drawn below 0 counts as 0.
  double draw(kernel::RandomStream& stream) const;
  // Of the law as it is written, without that limit.
  double mean() const;
};

}  // namespace smpi::models
