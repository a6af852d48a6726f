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
    lognormal,    // median first, standard deviation of the logarithm second
  };
  Kind kind = Kind::fixed;
  double first = 0;
  double second = 0;

  // Times and values are not negative: what is drawn below 0 counts as 0.
  double draw(kernel::RandomStream& stream) const;
  // Of the law as it is written, without that limit.
  double mean() const;
};

// How long somebody is busy who is interrupted `arrivals_per_s` times a second, on the clock, by
// work that takes `work`, and does one after the other: from the beginning of one until none is
// left (the busy period of an M/G/1 queue). Its mean is work.mean() / (1 - share), where the share
// of all time is arrivals_per_s x work.mean(). REQUIRES: the share is below 1.
double draw_busy_time_s(const Law& work, double arrivals_per_s, kernel::RandomStream& stream);
double mean_busy_time_s(const Law& work, double arrivals_per_s);

}  // namespace smpi::models
