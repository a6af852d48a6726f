// SPDX-License-Identifier: BSD-3-Clause
//
// A machine that is faster or slower as a whole: all bandwidths, latencies and speeds times a
// factor, to see what a program depends on (docs/what-if.md).
//
// The tables are multiplied once, before anything reads them, so what they say is what holds:
// shares, energy and reports see links of the new speed. Factors of 1 leave every bit as it was.
#pragma once

#include "kernel/options.h"
#include "models/platform/platform.h"

namespace smpi::models {

struct Scaling {
  double bandwidth_factor = 1;  // of links: above 0
  double latency_factor = 1;    // of links: from 0 on
  double speed_factor = 1;      // of hosts: above 0
};

enum class FactorRange : std::uint8_t { finite_above_0, finite, above_0 };
// The factor that option `key` is. Throws InputError.
double factor_of(const kernel::Options& options, const char* key, FactorRange range);

// From network/scale-bandwidth, network/scale-latency and cpu/scale-speed. Throws InputError.
Scaling scaling_of(const kernel::Options& options);

// The platform with all its links and hosts scaled. What profiles say later is not.
Platform scaled(Platform platform, const Scaling& scaling);

}  // namespace smpi::models
