// SPDX-License-Identifier: BSD-3-Clause
//
// What a measured network changes about single flows (MODELS 12): the factors of messages
// inside a host, rates that the bandwidth factor bounds, noise. The flow model asks only where one
// of them is set, so other runs pay nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/network/config.h"
#include "models/network/network.h"
#include "models/network/routes.h"

namespace smpi::models {

class FlowShapes {
 public:
  // nullptr where nothing of it is set. Both must outlive it.
  static std::unique_ptr<FlowShapes> make(const NetworkConfig& config, const RouteCache& routes);

  FlowShapes(const NetworkConfig& config, const RouteCache& routes);

  // The process that sends the next flow.
  void expect_sender(std::uint32_t process) { sender_ = process; }
  // Of a flow that is about to start on `route`.
  struct Shape {
    double wait_s;       // its latency phase
    double work;         // levels x seconds
    double bound_level;  // what it may reach
  };
  Shape shape(FlowId flow, const FlowRequest& request, RouteId route);
  // The bound of a flow that is now on `route`.
  double bound_level(FlowId flow, RouteId route) const;
  // The time of a flow alone on `route` (MODELS 1.7 and 12.1), without noise.
  double uncontended_time_s(double size_bytes, RouteId route) const;

 private:
  struct Factors {
    double latency_factor;
    double bandwidth_factor;  // of what drains
    double rate_factor;       // of the narrowest link's rate; 1: no further bound
  };
  Factors factors_of(double size_on_wire_bytes, bool is_inside_host) const;
  double bound_bytes_per_s(double rate_factor, RouteId route) const;
  double noise_factor(const FlowRequest& request);

  const NetworkConfig& config_;
  const RouteCache& routes_;
  std::vector<double> rate_factors_;  // by flow
  std::uint32_t sender_ = no_id;      // of the next flow
  NoiseStreams noise_of_sender_;
  NoiseStreams noise_of_host_;  // of flows that no process sends
};

}  // namespace smpi::models
