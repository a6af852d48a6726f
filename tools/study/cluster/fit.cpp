// SPDX-License-Identifier: BSD-3-Clause
//
// Seconds are monotonic in the seconds of dgemm, and nearly proportional to them. So logarithms are
// nearly a line with a slope of a little less than 1, and a secant needs 3 or 4 runs.
#include "tools/study/cluster/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernel/error.h"
#include "tools/study/hpl/rules.h"

namespace smpi::study::cluster {
namespace {

constexpr double tolerance = 0.001;
constexpr int runs_most = 6;
// What is left for all but dgemm at first, and the slope at first.
constexpr double first_share = 0.93;
constexpr double first_slope = 0.95;
constexpr double slope_least = 0.05;

}  // namespace

ClusterRun run_of(const Knowledge& knowledge, const hpl::Setup& setup, std::uint32_t nodes,
                  const Draw& z, double flop_s) {
  ClusterRun run{.setup = setup,
                 .nodes = nodes,
                 .node = node_at(knowledge, z),
                 .cable = cable_at(knowledge, z),
                 .network = knowledge.cable.network};
  run.node.flop_s = flop_s;
  return run;
}

Fit fit_dgemm(const Knowledge& knowledge, const std::vector<Measurement>& measurements,
              ClusterSimulator& simulator) {
  const auto& [measured, nodes] = measurements.front();
  const double flops = hpl::flops(static_cast<double>(measured.setup.n));
  const double ranks = static_cast<double>(measured.setup.ranks());
  Fit fit;
  fit.sd.fill(1);
  double slope = first_slope;
  double log_flop = std::log(first_share * ranks * measured.time_s / flops);
  double last_log_flop = 0;
  double last_error = 0;
  for (fit.runs = 1;; ++fit.runs) {
    const double seconds =
        simulator.seconds({run_of(knowledge, measured.setup, nodes, fit.z, std::exp(log_flop))})
            .front();
    const double error = std::log(seconds / measured.time_s);
    if (fit.runs > 1 && log_flop != last_log_flop) {
      slope = std::max(slope_least, (error - last_error) / (log_flop - last_log_flop));
    }
    fit.flop_s = std::exp(log_flop);
    fit.elasticity = slope;
    fit.errors = {std::expm1(error)};
    if (std::abs(fit.errors.front()) <= tolerance) return fit;
    if (fit.runs == runs_most) break;
    last_log_flop = log_flop;
    last_error = error;
    log_flop -= error / slope;
  }
  throw kernel::InputError(
      fmt::format("no speed of dgemm gives the {:.4g} Gflop/s that were measured; after {} runs "
                  "{:+.1f} % are missing",
                  measured.gflops, fit.runs, 100 * fit.errors.front()),
      {.file = measured.file,
       .line = measured.line,
       .hint = "is the memory slower than --memory-rate says, or was the run on several nodes "
               "(--measured FILE@NODES)?"});
}

}  // namespace smpi::study::cluster
