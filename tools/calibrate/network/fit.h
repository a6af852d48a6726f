// SPDX-License-Identifier: BSD-3-Clause
//
// From measurements to what the simulator needs: overheads, factors against a reference link,
// sharing, noise, and how good each of them is.
//
// The reference link: capacity 1/b of the segment of the largest messages, latency of the flow of
// the smallest message. It is physical on purpose. The raw latency enters the sharing penalty and
// the window bound, and the factor multiplies longer routes too; a guess of 0.1 us gives factors of
// a million. Factors are not clamped: they may exceed 1, and a latency factor may be 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/calibrate/network/contention.h"
#include "tools/calibrate/network/measurement.h"
#include "tools/calibrate/network/noise.h"
#include "tools/calibrate/network/segments.h"
#include "tools/calibrate/network/statistics.h"

namespace smpi::calibrate::network {

struct FitSettings {
  std::string load = "idle";
  std::optional<std::vector<double>> breaks;  // instead of those that are found
  int links_on_route = 2;
  std::optional<std::int64_t> asynchronous_bytes, detached_bytes;  // instead of those searched
  std::optional<double> bandwidth_bytes_per_s, latency_s;          // of the reference link
};

// How well a segment fits.
struct SegmentQuality {
  double from_bytes = 0;
  std::size_t sizes = 0;
  double median_residual = 0, worst_residual = 0;  // absolute, relative to what was measured
  double drift = 0;  // largest difference between runs of their median residual
  double intercept_low_s = 0, intercept_high_s = 0;  // 95 % by bootstrap over sizes
  double slope_low_s_per_byte = 0, slope_high_s_per_byte = 0;
};

// A quantity: what was measured, and the segments through it.
struct Curve {
  std::string name = {};
  std::vector<SizeStatistics> statistics = {};  // for tails; empty for what was computed
  std::vector<Observation> observations = {};
  std::vector<Segment> segments = {};
  std::vector<SegmentQuality> quality = {};
};

struct FactorRow {
  double from_bytes = 0;
  double latency_factor = 1, bandwidth_factor = 1;
  bool is_per_flow = false;
  Noise noise = {};
};

// One kind of route: between nodes, or within one.
struct RouteFit {
  std::string placement = {};
  double bandwidth_bytes_per_s = 0;
  double latency_s = 0;  // of the whole route
  std::vector<FactorRow> factors = {};
  std::optional<double> node_capacity_bytes_per_s = {};
  Curve flow = {};        // what the factors describe
  Curve round_trip = {};  // as measured, with the lines that the tables give
  Sharing sharing = {};
};

struct NetworkFit {
  std::vector<Origin> origins = {};
  std::size_t sample_count = 0;
  std::string load = {};
  int links_on_route = 2;
  std::int64_t size_least_bytes = 0, size_most_bytes = 0;
  std::int64_t asynchronous_bytes = 0, detached_bytes = 0;  // largest sizes
  // Of a longer message, what is not there yet when MPI_Send returns; 0: it returns at the end.
  std::int64_t socket_buffer_bytes = 0;
  Curve send_overhead = {}, nonblocking_send_overhead = {}, receive_overhead = {};
  std::optional<double> iprobe_s = {}, test_s = {}, wtime_s = {};
  std::optional<RouteFit> remote = {}, loopback = {};
  std::vector<std::string> notes = {};
};

// Throws InputError when the measurements do not suffice.
NetworkFit fit_network(const std::vector<Measurement>& measurements, const FitSettings& settings);

// Half a round trip as the tables give it, seconds.
double half_round_trip_s(const NetworkFit& fit, const RouteFit& route, double size_bytes);

}  // namespace smpi::calibrate::network
