// SPDX-License-Identifier: BSD-3-Clause
//
// Seconds are monotonic in the seconds of dgemm, and nearly proportional to them. So logarithms are
// nearly a line with a slope of a little less than 1, and a secant needs 3 or 4 runs.
#include "tools/study/cluster/fit.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

#include "kernel/error.h"
#include "tools/study/hpl/rules.h"

namespace smpi::study::cluster {
namespace {

constexpr double tolerance = 0.001;
// Of the times of many ranks (128: 0.4 %), whose polls make order depend on little: then the
// nearest run counts.
constexpr double chance = 0.005;
constexpr int runs_most = 6;
// What is left for all but dgemm at first, and the slope at first.
constexpr double first_share = 0.93;
constexpr double first_slope = 0.95;
constexpr double slope_least = 0.05;
// Times of many ranks are smooth to a percent: slopes over less are chance, but for the first one.
constexpr double slope_step_least = 0.02;

// Of several measurements.
constexpr double contradiction = 0.1;
constexpr int steps_most = 12;
constexpr double change_most = 1;
constexpr double unsettled_share = 0.5;
constexpr double step_least = 2e-3;  // of dgemm's logarithm and of each z
constexpr double flop_step = 0.02;
constexpr double z_step = 0.3;
constexpr double z_most = 4;

// Of a rank, all else being free.
double seconds_per_flop(const OutputRun& measured) {
  return static_cast<double>(measured.setup.ranks()) * measured.time_s /
         hpl::flops(static_cast<double>(measured.setup.n));
}

// The nearest of its runs. The errors say whether it settled.
Fit fit_dgemm(const Knowledge& knowledge, const Measurement& measurement,
              ClusterSimulator& simulator) {
  const auto& [measured, nodes] = measurement;
  Fit fit;
  fit.sd.fill(1);
  double slope = first_slope;
  double log_flop = std::log(first_share * seconds_per_flop(measured));
  double last_log_flop = 0;
  double last_error = 0;
  for (fit.runs = 1;; ++fit.runs) {
    const double seconds =
        simulator.seconds({run_of(knowledge, measured.setup, nodes, fit.z, std::exp(log_flop))})
            .front();
    const double error = std::log(seconds / measured.time_s);
    const double step = log_flop - last_log_flop;
    if (fit.runs == 2 || (fit.runs > 2 && std::abs(step) >= slope_step_least)) {
      slope = std::max(slope_least, (error - last_error) / step);
    }
    if (fit.runs == 1 || std::abs(error) < std::abs(std::log1p(fit.errors.front()))) {
      fit.flop_s = std::exp(log_flop);
      fit.errors = {std::expm1(error)};
    }
    fit.elasticity = slope;
    if (std::abs(fit.errors.front()) <= tolerance || fit.runs == runs_most) return fit;
    last_log_flop = log_flop;
    last_error = error;
    log_flop -= error / slope;
  }
}

[[noreturn]] void refuse_rate(const OutputRun& measured, const Fit& fit) {
  throw kernel::InputError(
      fmt::format("no speed of dgemm gives the {:.4g} Gflop/s that were measured; after {} runs "
                  "{:+.1f} % are missing",
                  measured.gflops, fit.runs, 100 * fit.errors.front()),
      {.file = measured.file,
       .line = measured.line,
       .hint = "is the memory slower than --memory-rate says, or was the run on several nodes "
               "(--measured FILE@NODES)?"});
}

// What `measurements` can tell apart besides dgemm.
std::vector<Unknown> fitted_unknowns(const Knowledge& knowledge,
                                     const std::vector<Measurement>& measurements) {
  std::set<std::uint64_t> orders;
  std::size_t larger = 0;
  for (const auto& [run, nodes] : measurements) {
    if (nodes == measurements.front().nodes) orders.insert(run.setup.n);
    if (nodes != measurements.front().nodes) ++larger;
  }
  std::vector<Unknown> fitted;
  const auto add = [&](Unknown unknown, bool is_told) {
    if (is_told && can_matter(knowledge, unknown, measurements.back().nodes)) {
      fitted.push_back(unknown);
    }
  };
  add(Unknown::memory, orders.size() > 1);
  add(Unknown::rate, larger > 0);
  add(Unknown::latency, larger > 1);
  return fitted;
}

void refuse_contradictions(const std::vector<Measurement>& measurements) {
  for (const Measurement& one : measurements) {
    for (const Measurement& other : measurements) {
      if (one.nodes != other.nodes || one.run.setup != other.run.setup) continue;
      if (one.run.time_s <= other.run.time_s * (1 + contradiction)) continue;
      throw kernel::InputError(
          fmt::format("two outputs of the same run contradict each other: {:.4g} Gflop/s here, "
                      "{:.4g} in {}:{}",
                      one.run.gflops, other.run.gflops, other.run.file, other.run.line),
          {.file = one.run.file, .line = one.run.line});
    }
  }
}

// dgemm's logarithm, then the unknowns.
class SeveralFit {
 public:
  SeveralFit(const Knowledge& knowledge, const std::vector<Measurement>& measurements,
             ClusterSimulator& simulator, std::vector<Unknown> fitted)
      : knowledge_(knowledge),
        measurements_(measurements),
        simulator_(simulator),
        fitted_(std::move(fitted)) {}

  Fit fit(const Fit& first) {
    Eigen::VectorXd x = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(fitted_.size() + 1));
    x[0] = std::log(first.flop_s);
    Fit fit = first;
    for (int step = 0;; ++step) {
      const auto [errors, slopes] = errors_and_slopes(x);
      fit.runs += 1;
      fit.flop_s = std::exp(x[0]);
      fit.elasticity = slopes(0, 0);
      fit.errors.clear();
      for (const double error : errors) fit.errors.push_back(std::expm1(error));
      Eigen::VectorXd change = slopes.colPivHouseholderQr().solve(-errors);
      if (step == steps_most || (change.array().abs() < step_least).all()) {
        finish(fit, x, slopes);
        return fit;
      }
      x += change.cwiseMax(-change_most).cwiseMin(change_most);
      for (Eigen::Index i = 1; i < x.size(); ++i) x[i] = std::clamp(x[i], -z_most, z_most);
    }
  }

 private:
  Draw draw_of(const Eigen::VectorXd& x) const {
    Draw z{};
    for (std::size_t i = 0; i < fitted_.size(); ++i) {
      z.at(static_cast<std::size_t>(fitted_[i])) = x[static_cast<Eigen::Index>(i + 1)];
    }
    return z;
  }

  // Of all measurements, and of each with each number a little larger.
  std::pair<Eigen::VectorXd, Eigen::MatrixXd> errors_and_slopes(const Eigen::VectorXd& x) {
    std::vector<ClusterRun> runs;
    const auto add = [&](const Eigen::VectorXd& at) {
      for (const auto& [run, nodes] : measurements_) {
        runs.push_back(run_of(knowledge_, run.setup, nodes, draw_of(at), std::exp(at[0])));
      }
    };
    add(x);
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      Eigen::VectorXd moved = x;
      moved[i] += i == 0 ? flop_step : z_step;
      add(moved);
    }
    const std::vector<double> times_s = simulator_.seconds(runs);
    const auto count = static_cast<Eigen::Index>(measurements_.size());
    const auto time_s = [&](Eigen::Index i) { return times_s[static_cast<std::size_t>(i)]; };
    Eigen::VectorXd errors(count);
    Eigen::MatrixXd slopes(count, x.size());
    for (Eigen::Index i = 0; i < count; ++i) {
      errors[i] = std::log(time_s(i) / measurements_[static_cast<std::size_t>(i)].run.time_s);
      for (Eigen::Index j = 0; j < x.size(); ++j) {
        slopes(i, j) =
            std::log(time_s((j + 1) * count + i) / time_s(i)) / (j == 0 ? flop_step : z_step);
      }
    }
    return {errors, slopes};
  }

  void finish(Fit& fit, const Eigen::VectorXd& x, const Eigen::MatrixXd& slopes) {
    fit.z = draw_of(x);
    fit.fitted = fitted_;
    // What runs that differ by chance leave open; no more than was open before.
    const Eigen::MatrixXd information = slopes.transpose() * slopes;
    const Eigen::MatrixXd covariance =
        information.completeOrthogonalDecomposition().pseudoInverse() * run_deviation() *
        run_deviation();
    for (std::size_t i = 0; i < fitted_.size(); ++i) {
      const auto place = static_cast<Eigen::Index>(i + 1);
      fit.sd.at(static_cast<std::size_t>(fitted_[i])) =
          std::min(1.0, std::sqrt(covariance(place, place)));
    }
    const auto worst =
        std::ranges::max_element(fit.errors, {}, [](double error) { return std::abs(error); });
    if (std::abs(*worst) <= contradiction) return;
    const OutputRun& run =
        measurements_[static_cast<std::size_t>(std::distance(fit.errors.begin(), worst))].run;
    const OutputRun& other = measurements_.front().run;
    throw kernel::InputError(
        fmt::format("no machine explains this output and {}:{}; the best is {:+.0f} % off here",
                    other.file, other.line, 100 * *worst),
        {.file = run.file, .line = run.line, .hint = "were they made on the same nodes?"});
  }

  const Knowledge& knowledge_;
  const std::vector<Measurement>& measurements_;
  ClusterSimulator& simulator_;
  std::vector<Unknown> fitted_;
};

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

Fit fit_node(const Knowledge& knowledge, const std::vector<Measurement>& measurements,
             ClusterSimulator& simulator) {
  refuse_contradictions(measurements);
  // In the largest matrix of a single node, or the fewest, dgemm counts most.
  const Measurement& first_measurement =
      *std::ranges::max_element(measurements, {}, [&](const Measurement& one) {
        return one.nodes == measurements.front().nodes ? one.run.setup.n : 0;
      });
  Fit first = fit_dgemm(knowledge, first_measurement, simulator);
  const bool is_settled = std::abs(first.errors.front()) <= chance;
  if (measurements.size() == 1) {
    if (!is_settled) refuse_rate(measurements.front().run, first);
    return first;
  }
  // With another memory it may: dgemm then takes a good part of the time.
  if (!is_settled) first.flop_s = unsettled_share * seconds_per_flop(first_measurement.run);
  return SeveralFit(knowledge, measurements, simulator, fitted_unknowns(knowledge, measurements))
      .fit(first);
}

}  // namespace smpi::study::cluster
