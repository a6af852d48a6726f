// SPDX-License-Identifier: BSD-3-Clause
//
// The formulas of the header, size by size.
#include "tools/calibrate/network/separation.h"

#include <algorithm>
#include <cmath>

#include "tools/calibrate/network/statistics.h"

namespace smpi::calibrate::network {
namespace {

constexpr double flow_share_least = 0.05;
constexpr double smallest_bytes = 64;

}  // namespace

double value_of_smallest(const std::vector<Observation>& observations) {
  std::vector<double> values;
  for (const Observation& one : observations) {
    if (one.size_bytes <= smallest_bytes || values.empty()) values.push_back(one.duration_s);
  }
  return values.empty() ? 0 : median_of(values);
}

double value_at(const std::vector<Observation>& observations, double size_bytes) {
  if (observations.empty()) return 0;
  const auto above =
      std::lower_bound(observations.begin(), observations.end(), size_bytes,
                       [](const Observation& one, double size) { return one.size_bytes < size; });
  if (above == observations.end()) return observations.back().duration_s;
  if (above == observations.begin() || above->size_bytes == size_bytes) return above->duration_s;
  const Observation& low = *std::prev(above);
  const double share =
      std::log(size_bytes / low.size_bytes) / std::log(above->size_bytes / low.size_bytes);
  return low.duration_s + share * (above->duration_s - low.duration_s);
}

Parts separate(const RoundTrips& measured) {
  Parts parts;
  if (measured.half.empty()) return parts;
  std::vector<Observation> flows = measured.half;
  for (Observation& flow : flows) {
    flow.duration_s -=
        value_at(measured.send, flow.size_bytes) + value_at(measured.receive, flow.size_bytes);
  }
  const double flow_of_smallest_s = value_of_smallest(flows);
  for (const Observation& half : measured.half) {
    const double size = half.size_bytes;
    if (size > static_cast<double>(measured.detached_bytes)) {
      parts.flow.push_back(half);
      continue;
    }
    const double flow_least_s = std::max(flow_of_smallest_s, flow_share_least * half.duration_s);
    const double room_s = std::max(half.duration_s - flow_least_s, 0.0);
    const double send_s = std::min(value_at(measured.send, size), room_s);
    const double receive_s = std::min(value_at(measured.receive, size), room_s - send_s);
    parts.send_overhead.push_back({size, send_s, half.error_s});
    parts.receive_overhead.push_back({size, receive_s, half.error_s});
    parts.flow.push_back({size, half.duration_s - send_s - receive_s, half.error_s});
  }
  return parts;
}

}  // namespace smpi::calibrate::network
