// SPDX-License-Identifier: BSD-3-Clause
//
// What the options `network/...` say, with the defaults that depend on the model (MODELS 3) filled
// in. An option the user set explicitly overrides the model's own value.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "kernel/options.h"
#include "models/network/calibration.h"
#include "models/network/factors.h"
#include "models/network/failure_config.h"
#include "models/network/routing_config.h"

namespace smpi::models {

enum class NetworkModel : std::uint8_t { smpi, lv08, cm02, raw, constant, infiniband };

// What acknowledgements do to the links of the way back (MODELS 1.6 and 12.3).
enum class Crosstraffic : std::uint8_t { no, yes, reserve };

// The coefficients of the InfiniBand contention model (MODELS 4).
struct InfinibandFactors {
  double receive = 0.965;                 // Be
  double send = 0.925;                    // Bs
  double send_to_loaded_receiver = 1.35;  // ys
};

// network/model:ideal: messages take no time, and what is set for other models does not count.
inline constexpr std::string_view ideal_network = "ideal";
bool is_ideal_network(const kernel::Options& options);

// Models of packets (models/packet), in the order of packet::Model.
inline constexpr std::array<std::string_view, 3> packet_model_names = {"nic", "reserve", "packet"};

struct NetworkConfig {
  explicit NetworkConfig(const kernel::Options& options);

  static std::span<const kernel::OptionSpec> options();

  NetworkModel model;
  StepTable latency_factor;
  StepTable bandwidth_factor;
  double weight_s;
  double tcp_gamma_bytes;  // 0: no window bound
  double header_bytes;     // added to each payload
  Crosstraffic crosstraffic;
  double acknowledgement_use;  // of the links of the way back, per byte sent
  double loopback_bandwidth_bytes_per_s;
  double loopback_latency_s;
  InfinibandFactors infiniband;
  RoutingConfig routing;
  FailureConfig failures;
  Calibration calibration;
};

}  // namespace smpi::models
