// SPDX-License-Identifier: BSD-3-Clause
//
// The fit, step by step: series, thresholds, breaks, parts, lines, factors.
#include "tools/calibrate/network/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "kernel/error.h"
#include "tools/calibrate/network/quality.h"
#include "tools/calibrate/network/separation.h"

namespace smpi::calibrate::network {
namespace {

// The header that each message carries (MODELS 1.1).
constexpr double header_bytes = 16;
// The window bound of MODELS 1.4: a long route cannot be faster.
constexpr double window_bytes = 4194304;
// A line without slope: the bandwidth factor has to be a number.
constexpr double boundless_factor = 1e6;
constexpr std::size_t sizes_least = 10;
// When MPI_Send of a message above the threshold returns, nothing of it is to come, but for noise;
// or, where sockets take messages over, a good part.
constexpr double left_share_least = 0.25;
// A send to a late receiver waits for four round trips, or for nothing.
constexpr double late_round_trips = 2;

using Measurements = std::vector<Measurement>;

// Samples of all runs, or of one.
SamplesBySize collect(const Measurements& measurements, const Subject& subject) {
  SamplesBySize all;
  for (const Measurement& measurement : measurements) {
    const auto found = measurement.samples.find(subject);
    if (found == measurement.samples.end()) continue;
    for (const auto& [size, values] : found->second) {
      all[size].insert(all[size].end(), values.begin(), values.end());
    }
  }
  return all;
}

Curve curve_of(const Measurements& measurements, const Subject& subject, const std::string& name) {
  Curve curve{.name = name};
  curve.statistics = statistics_of(collect(measurements, subject));
  curve.observations = observations_of(curve.statistics);
  return curve;
}

std::vector<std::vector<Observation>> runs_of(const Measurements& measurements,
                                              const Subject& subject) {
  std::vector<std::vector<Observation>> runs;
  for (const Measurement& measurement : measurements) {
    runs.push_back(observations_of(statistics_of(collect({measurement}, subject))));
  }
  return runs;
}

std::vector<Observation> scaled(std::vector<Observation> observations, double factor) {
  for (Observation& one : observations) {
    one.duration_s *= factor;
    one.error_s *= factor;
  }
  return observations;
}

std::vector<Observation> up_to(const std::vector<Observation>& observations, double most_bytes) {
  std::vector<Observation> result;
  for (const Observation& one : observations) {
    if (one.size_bytes <= most_bytes) result.push_back(one);
  }
  return result;
}

// One placement's series.
struct Series {
  std::string placement;
  Curve round_trip = {}, send = {}, isend = {}, receive = {}, late = {};
};

Series series_of(const Measurements& measurements, const std::string& placement,
                 const std::string& load) {
  const auto curve = [&](const char* op, const char* part) {
    return curve_of(measurements, {op, part, placement, load}, op);
  };
  return {.placement = placement,
          .round_trip = curve("pingpong", "total"),
          .send = curve("pingpong", "send"),
          .isend = curve("isend", "send"),
          .receive = curve("recv", "recv"),
          .late = curve("send_late", "send")};
}

// Without a search: the largest size at which a send does not wait for a late receiver.
std::int64_t detached_by_late_sends(const Series& series) {
  std::int64_t largest = 0;
  for (const Observation& one : series.late.observations) {
    const double limit_s =
        late_round_trips * value_at(series.round_trip.observations, one.size_bytes);
    if (one.duration_s > limit_s) break;
    largest = static_cast<std::int64_t>(one.size_bytes);
  }
  return largest;
}

void find_thresholds(const Measurements& measurements, const Series& series,
                     const FitSettings& settings, NetworkFit& fit) {
  Thresholds found{.asynchronous_bytes = settings.asynchronous_bytes,
                   .detached_bytes = settings.detached_bytes};
  for (const Measurement& measurement : measurements) {
    const auto searched = measurement.thresholds.find(series.placement);
    if (searched == measurement.thresholds.end()) continue;
    if (!found.detached_bytes) found.detached_bytes = searched->second.detached_bytes;
    if (!found.asynchronous_bytes) found.asynchronous_bytes = searched->second.asynchronous_bytes;
  }
  const bool has_late = !series.late.observations.empty();
  const std::int64_t late = detached_by_late_sends(series);
  if (!found.detached_bytes) {
    if (!has_late) {
      throw kernel::InputError("nothing says which sends are synchronous",
                               {.hint = "search_thresholds.sh writes thresholds.csv; or give "
                                        "--detached and --async"});
    }
    found.detached_bytes = late;
    fit.notes.push_back("the threshold of synchronous sends is from sends to a late receiver");
  } else if (has_late && late > 0) {
    const double ratio =
        static_cast<double>(late) / std::max(1.0, static_cast<double>(*found.detached_bytes));
    if (ratio < 1 / 1.3 || ratio > 1.3) {
      fit.notes.push_back(
          fmt::format("sends to a late receiver return early up to {} bytes, the search says {}",
                      late, *found.detached_bytes));
    }
  }
  fit.detached_bytes = *found.detached_bytes;
  // Where the data never leave at once, both modes are one.
  const std::int64_t asynchronous = found.asynchronous_bytes.value_or(0);
  fit.asynchronous_bytes =
      asynchronous == 0 ? fit.detached_bytes : std::min(asynchronous, fit.detached_bytes);
}

// What of a message that waits for its receive is still to come when MPI_Send returns. The data
// flow evenly, so the time tells how much has gone. A part goes first in any case, so messages that
// the buffer takes whole only show a least size of it; where longer ones are measured, these tell.
std::int64_t socket_buffer(const Series& series, std::int64_t detached_bytes) {
  const double first_bytes = 2 * static_cast<double>(detached_bytes);
  std::vector<double> left_bytes, left_shares;
  double whole_bytes = 0;
  for (const Observation& sent : series.send.observations) {
    if (sent.size_bytes <= 2 * first_bytes) continue;
    const double half_s = 0.5 * value_at(series.round_trip.observations, sent.size_bytes);
    const double left = std::max(0.0, 1 - sent.duration_s / half_s) * sent.size_bytes;
    left_shares.push_back(left / sent.size_bytes);
    if (sent.size_bytes - left > first_bytes) {
      left_bytes.push_back(left);
    } else {
      whole_bytes = std::max(whole_bytes, left);
    }
  }
  if (left_shares.empty() || median_of(left_shares) < left_share_least) return 0;
  const double bytes = left_bytes.empty() ? whole_bytes : median_of(left_bytes);
  return static_cast<std::int64_t>(std::round(bytes));
}

SegmentSettings segment_settings(const Measurements& measurements, const NetworkFit& fit,
                                 const FitSettings& settings) {
  SegmentSettings result;
  for (const Measurement& measurement : measurements) {
    result.resolution_s = std::max(result.resolution_s, measurement.origin.clock_resolution_s);
  }
  std::set<double> forced;
  for (const std::int64_t threshold : {fit.asynchronous_bytes, fit.detached_bytes}) {
    if (threshold > 0 && threshold < fit.size_most_bytes) {
      forced.insert(static_cast<double>(threshold));
    }
  }
  if (settings.breaks) forced.insert(settings.breaks->begin(), settings.breaks->end());
  result.forced_breaks.assign(forced.begin(), forced.end());
  return result;
}

RoundTrips round_trips(const Series& series, std::int64_t detached_bytes) {
  const auto most = static_cast<double>(detached_bytes);
  return {.half = scaled(series.round_trip.observations, 0.5),
          .send = up_to(series.send.observations, most),
          .receive = up_to(series.receive.observations, most),
          .detached_bytes = detached_bytes};
}

// Rows of a table up to the threshold; above it there is no such overhead.
void fit_overhead(Curve& curve, const std::vector<Observation>& observations,
                  const std::vector<double>& breaks, const SegmentSettings& settings,
                  const NetworkFit& fit) {
  curve.observations = observations;
  curve.segments = fit_between(observations, breaks, settings);
  if (!curve.segments.empty() && fit.detached_bytes < fit.size_most_bytes) {
    curve.segments.push_back({.from_bytes = static_cast<double>(fit.detached_bytes),
                              .line = {},
                              .first = observations.size(),
                              .count = 0});
  }
}

double overhead_at(const Curve& curve, double size_bytes) {
  return curve.segments.empty() ? 0 : line_at(curve.segments, size_bytes).at(size_bytes);
}

// Moves the flow's lines so that the round trip is right on average in each segment.
void centre(const NetworkFit& fit, const std::vector<Observation>& half,
            const SegmentSettings& settings, std::vector<Segment>& flow) {
  for (Segment& segment : flow) {
    double weights = 0, sum_s = 0;
    for (std::size_t i = segment.first; i < segment.first + segment.count; i++) {
      const double size = half[i].size_bytes;
      const double fitted_s = overhead_at(fit.send_overhead, size) + segment.line.at(size) +
                              overhead_at(fit.receive_overhead, size);
      const double weight = weight_of(half[i], settings);
      weights += weight;
      sum_s += weight * (half[i].duration_s - fitted_s);
    }
    segment.line.intercept_s = std::max(segment.line.intercept_s + sum_s / weights, 0.0);
  }
}

// The capacity of the file's link, by what one flow reaches and several together.
void find_reference(RouteFit& route, const std::optional<double>& bandwidth_bytes_per_s,
                    const std::optional<double>& latency_s) {
  const Observation& largest = route.flow.observations.back();
  const double slope = route.flow.segments.back().line.slope_s_per_byte;
  const double single = slope > 0 ? 1 / slope : largest.size_bytes / largest.duration_s;
  route.bandwidth_bytes_per_s =
      bandwidth_bytes_per_s.value_or(single * route.sharing.aggregate_most);
  route.latency_s = latency_s.value_or(value_of_smallest(route.flow.observations));
}

bool is_per_flow(const Sharing& sharing, double from_bytes, double to_bytes) {
  const auto within = [&](double size) { return size > from_bytes && size <= to_bytes; };
  if (sharing.per_flow_sizes_bytes.empty()) return false;
  if (sharing.shared_sizes_bytes.empty()) return true;
  return std::any_of(sharing.per_flow_sizes_bytes.begin(), sharing.per_flow_sizes_bytes.end(),
                     within);
}

Noise noise_within(const Curve& round_trip, double from_bytes, double to_bytes) {
  std::vector<double> ratios;
  for (const SizeStatistics& one : round_trip.statistics) {
    if (one.size_bytes <= from_bytes || one.size_bytes > to_bytes || one.median_s <= 0) continue;
    for (const double sample_s : one.samples_s) ratios.push_back(sample_s / one.median_s);
  }
  return find_noise(ratios);
}

void find_factors(RouteFit& route) {
  double rate = route.bandwidth_bytes_per_s;
  if (route.latency_s > 0) rate = std::min(rate, window_bytes / (2 * route.latency_s));
  const std::vector<Segment>& segments = route.flow.segments;
  for (std::size_t i = 0; i < segments.size(); i++) {
    const Line& line = segments[i].line;
    const double to_bytes =
        i + 1 < segments.size() ? segments[i + 1].from_bytes : std::numeric_limits<double>::max();
    const double fixed_s = std::max(line.intercept_s - header_bytes * line.slope_s_per_byte, 0.0);
    FactorRow& row = route.factors.emplace_back();
    row.from_bytes = segments[i].from_bytes;
    row.latency_factor = route.latency_s > 0 ? fixed_s / route.latency_s : 0;
    row.bandwidth_factor =
        line.slope_s_per_byte > 0 ? 1 / (line.slope_s_per_byte * rate) : boundless_factor;
    row.is_per_flow = is_per_flow(route.sharing, row.from_bytes, to_bytes);
    row.noise = noise_within(route.round_trip, row.from_bytes, to_bytes);
  }
}

// What the re-simulated round trip is, as segments: for the picture and the residuals.
void model_round_trip(const NetworkFit& fit, RouteFit& route) {
  std::set<double> breaks;
  for (const Curve* curve : std::initializer_list<const Curve*>{&route.flow, &fit.send_overhead,
                                                                &fit.receive_overhead}) {
    for (const Segment& segment : curve->segments) breaks.insert(segment.from_bytes);
  }
  route.round_trip.segments.clear();
  for (const double from : breaks) {
    const double inside = from + 1;
    Line sum = line_at(route.flow.segments, inside);
    for (const Curve* overhead : {&fit.send_overhead, &fit.receive_overhead}) {
      if (overhead->segments.empty()) continue;
      const Line& line = line_at(overhead->segments, inside);
      sum.intercept_s += line.intercept_s;
      sum.slope_s_per_byte += line.slope_s_per_byte;
    }
    route.round_trip.segments.push_back(
        {.from_bytes = from, .line = {2 * sum.intercept_s, 2 * sum.slope_s_per_byte}});
  }
}

struct Step {
  const Measurements& measurements;
  const FitSettings& settings;
  const SegmentSettings& segments;
};

RouteFit fit_route(const Step& step, const Series& series, const std::vector<double>& breaks,
                   const std::vector<Observation>& flow, NetworkFit& fit, bool is_loopback) {
  RouteFit route{.placement = series.placement};
  const std::vector<Observation> half = scaled(series.round_trip.observations, 0.5);
  route.round_trip = series.round_trip;
  route.flow.name = is_loopback ? "loopback" : "remote";
  route.round_trip.name = route.flow.name + " round trip";
  route.flow.observations = flow;
  route.flow.segments = fit_between(flow, breaks, step.segments);
  centre(fit, half, step.segments, route.flow.segments);
  route.sharing = find_sharing(step.measurements, series.placement, step.settings.load, half);
  if (is_loopback) {
    find_reference(route, std::nullopt, std::nullopt);
    if (route.sharing.has_ceiling) {
      route.node_capacity_bytes_per_s = route.bandwidth_bytes_per_s;
    }
  } else {
    std::optional<double> route_latency_s = step.settings.latency_s;
    if (route_latency_s) *route_latency_s *= step.settings.links_on_route;
    find_reference(route, step.settings.bandwidth_bytes_per_s, route_latency_s);
  }
  find_factors(route);
  model_round_trip(fit, route);
  judge(route.round_trip,
        runs_of(step.measurements, {"pingpong", "total", series.placement, step.settings.load}),
        step.segments);
  judge(route.flow, {}, step.segments);
  return route;
}

std::optional<double> call_cost(const Measurements& measurements, const char* op, const char* part,
                                const std::string& load) {
  std::vector<double> values;
  for (const Measurement& measurement : measurements) {
    for (const auto& [subject, sizes] : measurement.samples) {
      if (subject.op != op || subject.part != part || subject.load != load) continue;
      for (const auto& [size, samples] : sizes) {
        values.insert(values.end(), samples.begin(), samples.end());
      }
    }
  }
  if (values.empty()) return std::nullopt;
  return median_of(values);
}

std::vector<double> find_breaks(const Step& step, const Series& series, const RoundTrips& measured,
                                const NetworkFit& fit) {
  if (step.settings.breaks) return step.segments.forced_breaks;
  const auto most = static_cast<double>(fit.detached_bytes);
  return common_breaks(
      std::vector<std::vector<Observation>>{measured.half, measured.send, series.isend.observations,
                                            up_to(measured.receive, most)},
      step.segments);
}

void fit_overheads(const Step& step, const Series& series, const std::vector<double>& breaks,
                   const Parts& parts, NetworkFit& fit) {
  fit.send_overhead = {.name = "os", .statistics = series.send.statistics};
  fit.nonblocking_send_overhead = {.name = "ois", .statistics = series.isend.statistics};
  fit.receive_overhead = {.name = "or", .statistics = series.receive.statistics};
  fit_overhead(fit.send_overhead, parts.send_overhead, breaks, step.segments, fit);
  fit_overhead(fit.receive_overhead, parts.receive_overhead, breaks, step.segments, fit);
  fit.nonblocking_send_overhead.observations = series.isend.observations;
  fit.nonblocking_send_overhead.segments =
      fit_between(series.isend.observations, breaks, step.segments);
  const auto runs = [&](const char* op, const char* part) {
    return runs_of(step.measurements, {op, part, series.placement, step.settings.load});
  };
  judge(fit.send_overhead, runs("pingpong", "send"), step.segments);
  judge(fit.nonblocking_send_overhead, runs("isend", "send"), step.segments);
  judge(fit.receive_overhead, runs("recv", "recv"), step.segments);
}

// Within a node the overheads are those of the network: SMPI has one table of each.
void fit_loopback(const Step& step, const Series& series, NetworkFit& fit) {
  constexpr double flow_share_least = 0.05;
  std::vector<Observation> flow;
  std::size_t cut = 0;
  for (const Observation& half : scaled(series.round_trip.observations, 0.5)) {
    const double size = half.size_bytes;
    const double overheads_s =
        overhead_at(fit.send_overhead, size) + overhead_at(fit.receive_overhead, size);
    cut += half.duration_s - overheads_s < flow_share_least * half.duration_s;
    flow.push_back({size,
                    std::max(half.duration_s - overheads_s, flow_share_least * half.duration_s),
                    half.error_s});
  }
  if (2 * cut > flow.size()) {
    fit.notes.push_back(
        "within a node messages take less than the overheads of the network: predicted too slow");
  }
  const std::vector<double> breaks =
      step.settings.breaks
          ? step.segments.forced_breaks
          : common_breaks(std::vector<std::vector<Observation>>{flow}, step.segments);
  fit.loopback = fit_route(step, series, breaks, flow, fit, true);
}

void require_enough(const Series& series, const std::string& load) {
  if (series.round_trip.observations.size() >= sizes_least) return;
  throw kernel::InputError(
      fmt::format("{} sizes of a ping-pong between two ranks, at least {} are needed",
                  series.round_trip.observations.size(), sizes_least),
      {.text = fmt::format("{}, {}", series.placement, load),
       .hint = "placement and load of the plan's rows; --load chooses another load"});
}

}  // namespace

double half_round_trip_s(const NetworkFit& fit, const RouteFit& route, double size_bytes) {
  return overhead_at(fit.send_overhead, size_bytes) +
         line_at(route.flow.segments, size_bytes).at(size_bytes) +
         overhead_at(fit.receive_overhead, size_bytes);
}

NetworkFit fit_network(const Measurements& measurements, const FitSettings& settings) {
  NetworkFit fit{.load = settings.load, .links_on_route = settings.links_on_route};
  std::optional<Series> remote, local;
  for (const char* placement : {"remote", "same_node", "same_socket", "other_socket"}) {
    Series series = series_of(measurements, placement, settings.load);
    if (series.round_trip.observations.empty()) continue;
    std::optional<Series>& place = placement == std::string("remote") ? remote : local;
    if (!place) place = std::move(series);
  }
  for (const Measurement& measurement : measurements) {
    fit.origins.push_back(measurement.origin);
    for (const auto& [subject, sizes] : measurement.samples) {
      for (const auto& [size, values] : sizes) fit.sample_count += values.size();
    }
  }
  const Series nothing{.placement = "remote"};
  const Series& main = remote ? *remote : (local ? *local : nothing);
  require_enough(main, settings.load);
  fit.size_least_bytes = static_cast<std::int64_t>(main.round_trip.observations.front().size_bytes);
  fit.size_most_bytes = static_cast<std::int64_t>(main.round_trip.observations.back().size_bytes);
  find_thresholds(measurements, main, settings, fit);
  const SegmentSettings segments = segment_settings(measurements, fit, settings);
  const Step step{measurements, settings, segments};
  const RoundTrips measured = round_trips(main, fit.detached_bytes);
  const std::vector<double> breaks = find_breaks(step, main, measured, fit);
  const Parts parts = separate(measured);
  fit_overheads(step, main, breaks, parts, fit);
  if (remote) fit.socket_buffer_bytes = socket_buffer(*remote, fit.detached_bytes);
  if (remote) fit.remote = fit_route(step, *remote, breaks, parts.flow, fit, false);
  if (!remote) {
    fit.notes.push_back("nothing was measured between two nodes: no factors of the network");
    fit.loopback = fit_route(step, main, breaks, parts.flow, fit, true);
  } else if (local) {
    require_enough(*local, settings.load);
    fit_loopback(step, *local, fit);
  }
  fit.iprobe_s = call_cost(measurements, "iprobe", "failing", settings.load);
  fit.test_s = call_cost(measurements, "test", "failing", settings.load);
  fit.wtime_s = call_cost(measurements, "wtime", "total", settings.load);
  return fit;
}

}  // namespace smpi::calibrate::network
