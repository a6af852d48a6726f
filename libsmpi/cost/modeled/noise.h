// SPDX-License-Identifier: BSD-3-Clause
//
// Noise of modelled kernels: a real machine never takes the same time twice, its nodes are not
// equally fast, and tomorrow they are differently so. Ranks wait for the slowest, so a prediction
// from means alone is too good (Cornebize and Legrand, "Simulation-based optimization and
// sensibility analysis of MPI applications: variability matters", JPDC 2022).
//
// The time of a call is its cost times three independent factors of mean one:
//   call   1 + s (|z| - sqrt(2/pi)) / sqrt(1 - 2/pi), half-normal: a call has a shortest time, and
//          is late now and then; drawn at each call from a stream of the rank
//   host   exp(t z - t^2 / 2), t^2 = log(1 + s^2), log-normal: near a normal one for the few per
//          cent of real machines, and never negative; drawn once for a host
//   day    the same, drawn once for a host and a day
// A machine with a few badly cooled nodes is not log-normal: `mixture` gives shares of the hosts
// another speed, on every day.
// z is standard normal, s the relative standard deviation that the user gives. A cost that has a
// standard deviation of its own, in seconds, is that mean plus it times the same half-normal
// number, and never below zero. The streams are apart from the one of plausible values, so noise
// changes times and no pivot.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernel/random_stream.h"
#include "libsmpi/cost/modeled/kernel_cost.h"

namespace smpi::modeled {

// A host belongs to it with probability `share`, and is then `speed_factor` times as fast.
struct HostShare {
  double share = 0;
  double speed_factor = 1;
};

// Relative standard deviations; 0: none.
struct HostNoise {
  double host = 0;
  double day = 0;
  std::vector<HostShare> mixture = {};  // shares add up to at most 1; other hosts are as they are
};

// Above it the shortest calls of a half-normal factor would take no time.
inline constexpr double call_noise_max = 0.75;
inline constexpr double host_noise_max = 1;

struct NoiseSeeds {
  std::uint64_t calls = 1;
  std::uint64_t machine = 1;  // of the factors of hosts, on whatever day
  std::uint64_t day = 1;
};

using kernel::RandomStream;

// Whose calls: each has streams of its own, so that noise of an overlay does not move the BLAS.
enum class CallKind : std::uint8_t { blas, overlay };

class Noise {
 public:
  Noise(const HostNoise& levels, const NoiseSeeds& seeds) : levels_(levels), seeds_(seeds) {}

  // Of the next call of a process whose time has the relative standard deviation `deviation`, at
  // most call_noise_max. Draws nothing when that is 0.
  double call_factor(std::uint32_t process, double deviation);
  // The next half-normal number of a process: mean 0, standard deviation 1, at least -1.3236.
  double half_normal(std::uint32_t process, CallKind kind);
  // Flops of a call with that law: `mean` when it has no deviation, which then draws nothing.
  double drawn_flops(const CostFormulas& cost, const double* arguments, double mean,
                     std::uint32_t process, CallKind kind) {
    if (!cost.has_deviation) return mean;
    const double drawn =
        mean + cost.deviation_flops.evaluate(arguments) * half_normal(process, kind);
    return drawn < 0 ? 0 : drawn;
  }
  // Of all calls on a host: that of the host times that of its day, by the speed of its share.
  double host_factor(std::uint32_t host);

 private:
  double centred_half_normal(std::uint32_t process, CallKind kind);

  HostNoise levels_;
  NoiseSeeds seeds_;
  std::array<std::vector<RandomStream>, 2> calls_;  // by kind and process, made when first used
  std::vector<double> hosts_;                       // by host, drawn when first used
};

}  // namespace smpi::modeled
