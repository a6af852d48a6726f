// SPDX-License-Identifier: BSD-3-Clause
//
// What a measured network has besides latency and bandwidth factors (MODELS 12): sizes
// whose factor bounds a flow's rate, factors and a capacity of their own inside a host, noise, and
// the range of sizes that was measured. Nothing of it is set by default.
#pragma once

#include <cstdint>
#include <optional>

#include "kernel/options.h"
#include "models/network/factors.h"
#include "models/network/noise_table.h"

namespace smpi::models {

struct SizeRange {
  double least_bytes;
  double most_bytes;
};

struct Calibration {
  // Of no network: nothing is set.
  Calibration();
  explicit Calibration(const kernel::Options& options);

  // By size, header included: not 0 where the bandwidth factor bounds the rate of a flow (12.1).
  StepTable per_flow;
  // Of messages inside a host; without a value those of other messages.
  std::optional<StepTable> loopback_latency_factor;
  std::optional<StepTable> loopback_bandwidth_factor;
  StepTable loopback_per_flow;
  double loopback_capacity_bytes_per_s = 0;  // of all messages inside a host; 0: no limit
  NoiseTable remote_noise;                   // of flows between hosts
  NoiseTable loopback_noise;                 // and inside one
  std::uint64_t noise_seed = 0;
  std::optional<SizeRange> measured_sizes;
};

// Noise of software overheads, which the floors above draw. Without network/noise:yes they are
// empty.
NoiseTable noise_of_option(const kernel::Options& options, const char* key);
std::uint64_t noise_seed(const kernel::Options& options);

}  // namespace smpi::models
