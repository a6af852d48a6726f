// SPDX-License-Identifier: BSD-3-Clause
//
// From ratios to parameters. d is the time of both directions at once over that of one: up to 1.15
// the links are full duplex and what is above 1 are acknowledgements; above 1.5 between two ranks,
// but not in a ring, messages of one socket take turns; above 1.5 in both the link is half duplex.
#include "tools/calibrate/network/contention.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "tools/calibrate/network/separation.h"
#include "tools/calibrate/network/statistics.h"

namespace smpi::calibrate::network {
namespace {

constexpr double duplex_most = 1.15;
constexpr double half_duplex_least = 1.5;
constexpr double acknowledgements_most = 0.1;
constexpr double per_flow_least = 1.5;  // aggregate of several pairs, in messages alone
constexpr double ceiling_share = 0.9;   // of k times one alone

struct Pattern {
  std::string_view name;
  int k = 1;
};

Pattern parse(std::string_view op) {
  const std::size_t colon = op.find(':');
  Pattern pattern{.name = op.substr(0, colon), .k = 1};
  if (colon != std::string_view::npos) {
    std::from_chars(op.data() + colon + 1, op.data() + op.size(), pattern.k);
  }
  return pattern;
}

using Times = std::map<std::string, std::map<std::int64_t, double>>;

// Medians of one repetition of a pattern, by pattern and size.
Times pattern_times(const std::vector<Measurement>& measurements, const std::string& placement,
                    const std::string& load) {
  std::map<std::string, SamplesBySize> samples;
  for (const Measurement& measurement : measurements) {
    for (const auto& [subject, sizes] : measurement.samples) {
      const std::string_view name = parse(subject.op).name;
      const bool is_pattern = name == "bidir" || name == "pairs" || name == "swap" ||
                              name == "fan_in" || name == "fan_out" || name == "disjoint" ||
                              name == "alltoall";
      if (!is_pattern || subject.placement != placement || subject.load != load) continue;
      for (const auto& [size, values] : sizes) {
        auto& all = samples[subject.op][size];
        all.insert(all.end(), values.begin(), values.end());
      }
    }
  }
  Times times;
  for (const auto& [op, sizes] : samples) {
    for (const auto& [size, values] : sizes) times[op][size] = median_of(values);
  }
  return times;
}

// What a byte more costs in a pattern over what it costs alone, between the smallest and the
// largest size: who starts first does not matter. Of several counts of ranks the largest ratio; 0
// when there are no two sizes.
double marginal_ratio(const Times& times, std::string_view name,
                      const std::vector<Observation>& half) {
  double largest = 0;
  for (const auto& [op, sizes] : times) {
    if (parse(op).name != name || sizes.size() < 2) continue;
    const auto& [low_bytes, low_s] = *sizes.begin();
    const auto& [high_bytes, high_s] = *sizes.rbegin();
    const double alone_s = value_at(half, static_cast<double>(high_bytes)) -
                           value_at(half, static_cast<double>(low_bytes));
    if (alone_s > 0) largest = std::max(largest, (high_s - low_s) / alone_s);
  }
  return largest;
}

void find_duplex(Sharing& sharing, double both_ways, double ring) {
  sharing.is_measured = both_ways > 0 || ring > 0;
  if (!sharing.is_measured) return;
  const double best = ring > 0 && both_ways > 0 ? std::min(ring, both_ways) : ring + both_ways;
  sharing.acknowledgements = std::clamp(best - 1, 0.0, acknowledgements_most);
  if (best > half_duplex_least) {
    sharing.duplex = Duplex::half;
    sharing.acknowledgements = 0;
    sharing.notes.push_back(fmt::format(
        "both directions at once take {:.2f} times as long: describe links with sharing SHARED",
        best));
  } else if (both_ways > half_duplex_least) {
    sharing.duplex = Duplex::half_per_pair;
  }
  if (best > duplex_most && best <= half_duplex_least) {
    sharing.notes.push_back(fmt::format(
        "both directions at once take {:.2f} times as long: more than acknowledgements explain",
        best));
  }
}

void find_limits(Sharing& sharing) {
  double single_most = 1;
  for (const Ratio& ratio : sharing.ratios) {
    const Pattern pattern = parse(ratio.pattern);
    if (pattern.name != "pairs" || pattern.k < 2) continue;
    const double aggregate = pattern.k / ratio.measured;
    const auto size = static_cast<double>(ratio.size_bytes);
    (aggregate >= per_flow_least ? sharing.per_flow_sizes_bytes : sharing.shared_sizes_bytes)
        .push_back(size);
    sharing.aggregate_most = std::max(sharing.aggregate_most, aggregate);
    single_most = std::max(single_most, static_cast<double>(pattern.k));
  }
  sharing.has_ceiling = sharing.aggregate_most < ceiling_share * single_most;
}

double modelled_ratio(const Pattern& pattern, const Sharing& sharing) {
  const double back = 1 + sharing.acknowledgements;
  const bool is_half = sharing.duplex == Duplex::half;
  if (pattern.name == "bidir") return sharing.duplex == Duplex::full ? back : 2;
  if (pattern.name == "swap") return is_half ? 2 : back;
  if (pattern.name == "pairs") return std::max(pattern.k / sharing.aggregate_most, 1.0);
  if (pattern.name == "fan_in" || pattern.name == "fan_out") {
    return std::max(pattern.k / sharing.aggregate_most, 1.0);
  }
  if (pattern.name == "alltoall") return (pattern.k - 1) * (is_half ? 2 : back);
  return 1;
}

}  // namespace

Sharing find_sharing(const std::vector<Measurement>& measurements, const std::string& placement,
                     const std::string& load, const std::vector<Observation>& half) {
  Sharing sharing;
  const Times times = pattern_times(measurements, placement, load);
  for (const auto& [op, sizes] : times) {
    const Pattern pattern = parse(op);
    for (const auto& [size, time_s] : sizes) {
      double alone_s = value_at(half, static_cast<double>(size));
      // A pair's time is of a round trip.
      if (pattern.name == "pairs" || pattern.name == "disjoint") alone_s *= 2;
      const auto single = times.find("pairs:1");
      if (pattern.name == "pairs" && single != times.end() && single->second.contains(size)) {
        alone_s = single->second.at(size);
      }
      if (alone_s <= 0 || time_s <= 0) continue;
      sharing.ratios.push_back(
          {.pattern = op, .size_bytes = size, .measured = time_s / alone_s, .modelled = 1});
    }
  }
  find_duplex(sharing, marginal_ratio(times, "bidir", half), marginal_ratio(times, "swap", half));
  find_limits(sharing);
  for (Ratio& ratio : sharing.ratios) {
    ratio.modelled = modelled_ratio(parse(ratio.pattern), sharing);
  }
  return sharing;
}

}  // namespace smpi::calibrate::network
