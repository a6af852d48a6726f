// SPDX-License-Identifier: BSD-3-Clause
//
// Factors, bounds and noise of single flows.
#include "models/network/flow_shapes.h"

#include <algorithm>
#include <utility>

namespace smpi::models {

std::unique_ptr<FlowShapes> FlowShapes::make(const NetworkConfig& config,
                                             const RouteCache& routes) {
  const Calibration& given = config.calibration;
  const bool is_wanted = given.per_flow.largest() > 0 || given.loopback_latency_factor ||
                         given.loopback_bandwidth_factor || given.loopback_per_flow.largest() > 0 ||
                         !given.remote_noise.is_empty() || !given.loopback_noise.is_empty();
  return is_wanted ? std::make_unique<FlowShapes>(config, routes) : nullptr;
}

FlowShapes::FlowShapes(const NetworkConfig& config, const RouteCache& routes)
    : config_(config),
      routes_(routes),
      noise_of_sender_(config.calibration.noise_seed, NoiseStreams::Purpose::flow),
      noise_of_host_(config.calibration.noise_seed, NoiseStreams::Purpose::flow_of_host) {}

FlowShapes::Factors FlowShapes::factors_of(double size_on_wire_bytes, bool is_inside_host) const {
  const Calibration& given = config_.calibration;
  const bool has_own_bandwidth = is_inside_host && given.loopback_bandwidth_factor;
  const StepTable& latency = is_inside_host && given.loopback_latency_factor
                                 ? *given.loopback_latency_factor
                                 : config_.latency_factor;
  const StepTable& bandwidth =
      has_own_bandwidth ? *given.loopback_bandwidth_factor : config_.bandwidth_factor;
  const StepTable& per_flow = has_own_bandwidth ? given.loopback_per_flow : given.per_flow;
  const double factor = bandwidth.at(size_on_wire_bytes);
  const bool is_bound = per_flow.at(size_on_wire_bytes) > 0;
  return {.latency_factor = latency.at(size_on_wire_bytes),
          .bandwidth_factor = is_bound ? 1 : factor,
          .rate_factor = is_bound ? std::min(factor, 1.0) : 1};
}

double FlowShapes::bound_bytes_per_s(double rate_factor, RouteId route) const {
  const double bound = routes_.facts(route).bound_bytes_per_s;
  if (rate_factor == 1) return bound;
  return std::min(bound, rate_factor * routes_.narrowest_bytes_per_s(route));
}

double FlowShapes::noise_factor(const FlowRequest& request) {
  const bool is_inside_host = request.source == request.destination;
  const NoiseTable& table =
      is_inside_host ? config_.calibration.loopback_noise : config_.calibration.remote_noise;
  const std::uint32_t sender = std::exchange(sender_, no_id);
  if (table.is_empty()) return 1;
  return table.draw(request.size_bytes, sender == no_id ? noise_of_host_.of(request.source)
                                                        : noise_of_sender_.of(sender));
}

FlowShapes::Shape FlowShapes::shape(FlowId flow, const FlowRequest& request, RouteId route) {
  const RouteFacts& facts = routes_.facts(route);
  const double size = request.size_bytes + config_.header_bytes;
  const bool is_constant = config_.model == NetworkModel::constant;
  const Factors factors = factors_of(size, !is_constant && facts.source == facts.destination);
  if (rate_factors_.size() <= flow) rate_factors_.resize(flow + 1, 1);
  rate_factors_[flow] = factors.rate_factor;
  const double noise = noise_factor(request);
  if (is_constant) return {noise * factors.latency_factor, 0, facts.bound_level};
  return {.wait_s = noise * facts.latency_s * factors.latency_factor,
          .work = noise * size * facts.penalty / factors.bandwidth_factor,
          .bound_level = bound_level(flow, route)};
}

double FlowShapes::bound_level(FlowId flow, RouteId route) const {
  return bound_bytes_per_s(rate_factors_[flow], route) * routes_.facts(route).penalty;
}

double FlowShapes::uncontended_time_s(double size_bytes, RouteId route) const {
  const RouteFacts& facts = routes_.facts(route);
  const double size = size_bytes + config_.header_bytes;
  const Factors factors = factors_of(size, facts.source == facts.destination);
  return facts.latency_s * factors.latency_factor +
         size / (factors.bandwidth_factor * bound_bytes_per_s(factors.rate_factor, route));
}

}  // namespace smpi::models
