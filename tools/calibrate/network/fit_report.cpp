// SPDX-License-Identifier: BSD-3-Clause
//
// Tables of text, with residuals in per cent.
#include "tools/calibrate/network/fit_report.h"

#include <fmt/format.h>

#include <algorithm>

namespace smpi::calibrate::network {
namespace {

std::vector<const Curve*> judged_curves(const NetworkFit& fit) {
  std::vector<const Curve*> curves;
  if (fit.remote) curves.push_back(&fit.remote->round_trip);
  if (fit.loopback) curves.push_back(&fit.loopback->round_trip);
  curves.insert(curves.end(),
                {&fit.send_overhead, &fit.nonblocking_send_overhead, &fit.receive_overhead});
  return curves;
}

std::string route_text(const char* name, const RouteFit& route) {
  return fmt::format("{}: {:.4g} MB/s, {:.3g} us, {} segments\n", name,
                     route.bandwidth_bytes_per_s / 1e6, route.latency_s * 1e6,
                     route.factors.size());
}

}  // namespace

std::string summary_text(const NetworkFit& fit) {
  std::string text =
      fmt::format("{} samples of {} runs, load {}, messages of {} to {} bytes\n", fit.sample_count,
                  fit.origins.size(), fit.load, fit.size_least_bytes, fit.size_most_bytes);
  text += fmt::format("data leave at once up to {} bytes, MPI_Send returns early up to {} bytes\n",
                      fit.asynchronous_bytes, fit.detached_bytes);
  if (fit.socket_buffer_bytes > 0) {
    text +=
        fmt::format("MPI_Send of a longer message returns when {} bytes of it are still to come\n",
                    fit.socket_buffer_bytes);
  }
  if (fit.remote) text += route_text("between nodes", *fit.remote);
  if (fit.loopback) text += route_text("within a node", *fit.loopback);
  for (const std::string& note : fit.notes) text += "note: " + note + "\n";
  for (const Origin& origin : fit.origins) {
    if (origin.skipped_rows == 0) continue;
    text += fmt::format("note: run {}: no ranks for {} rows of the plan\n", origin.run,
                        origin.skipped_rows);
  }
  return text;
}

std::string residual_table(const NetworkFit& fit) {
  std::string text = fmt::format("{:<20} {:>12} {:>6} {:>9} {:>9} {:>9}\n", "quantity",
                                 "above bytes", "sizes", "median", "worst", "drift");
  for (const Curve* curve : judged_curves(fit)) {
    for (const SegmentQuality& one : curve->quality) {
      text += fmt::format("{:<20} {:>12.0f} {:>6} {:>7.2f} % {:>7.2f} % {:>7.2f} %\n", curve->name,
                          one.from_bytes, one.sizes, 100 * one.median_residual,
                          100 * one.worst_residual, 100 * one.drift);
    }
  }
  const Sharing* sharing = fit.remote ? &fit.remote->sharing : nullptr;
  if (sharing == nullptr || sharing->ratios.empty()) return text;
  text += fmt::format("\n{:<20} {:>12} {:>9} {:>9}\n", "at once", "bytes", "measured", "model");
  for (const Ratio& ratio : sharing->ratios) {
    text += fmt::format("{:<20} {:>12} {:>9.3f} {:>9.3f}\n", ratio.pattern, ratio.size_bytes,
                        ratio.measured, ratio.modelled);
  }
  for (const std::string& note : sharing->notes) text += "note: " + note + "\n";
  return text;
}

double worst_median_residual(const NetworkFit& fit) {
  double worst = 0;
  for (const Curve* curve : judged_curves(fit)) {
    for (const SegmentQuality& one : curve->quality) worst = std::max(worst, one.median_residual);
  }
  return worst;
}

}  // namespace smpi::calibrate::network
