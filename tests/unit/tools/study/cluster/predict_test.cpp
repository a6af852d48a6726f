// SPDX-License-Identifier: BSD-3-Clause
//
// The interval: of clusters that are drawn from the spreads, so many are inside as it says, where
// the rate of each is a closed form of all unknowns.
#include "tools/study/cluster/predict.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernel/random_stream.h"
#include "tools/study/hpl/rules.h"

namespace smpi::study::cluster {
namespace {

// Not a product of what the unknowns do, and with a cable that is hidden behind dgemm in part.
class ClosedForm : public ClusterSimulator {
 public:
  static double seconds(const ClusterRun& run) {
    const auto n = static_cast<double>(run.setup.n);
    // A machine of nodes that differ waits for the slowest.
    kernel::RandomStream stream(run.machine, 7);
    double slowest = 1;
    for (std::uint32_t node = 0; node < run.nodes; ++node) {
      slowest = std::max(slowest, std::exp(run.node.spread * normal(stream)));
    }
    const double dgemm_s =
        slowest * hpl::flops(n) * run.node.flop_s / static_cast<double>(run.setup.ranks());
    const double copies_s = 100 * n * n / (run.node.memory_bytes_per_s * run.nodes);
    if (run.nodes == 1) return dgemm_s + copies_s;
    const double cable_s = 12 * n * n / (run.nodes * run.cable.bandwidth_bytes_per_s) +
                           40 * n * (run.cable.latency_s + run.cable.message_s);
    return dgemm_s + copies_s + std::max(0.2 * cable_s, cable_s - 0.2 * dgemm_s);
  }
  static double normal(kernel::RandomStream& stream) {
    return std::sqrt(-2 * std::log1p(-stream.uniform())) *
           std::cos(2 * std::numbers::pi * stream.uniform());
  }
  std::vector<double> seconds(const std::vector<ClusterRun>& runs) override {
    std::vector<double> found;
    for (const ClusterRun& run : runs) found.push_back(seconds(run));
    return found;
  }
};

// The run of the medians takes longer, as it may by chance where many ranks poll.
class SlowMedians : public ClosedForm {
 public:
  explicit SlowMedians(const ClusterRun& medians, double factor)
      : medians_(medians), factor_(factor) {}
  std::vector<double> seconds(const std::vector<ClusterRun>& runs) override {
    std::vector<double> found;
    for (const ClusterRun& run : runs) {
      found.push_back(ClosedForm::seconds(run) * (is_of_medians(run) ? factor_ : 1));
    }
    return found;
  }

 private:
  bool is_of_medians(const ClusterRun& run) const {
    return run.nodes == medians_.nodes && run.node.spread == medians_.node.spread &&
           run.node.memory_bytes_per_s == medians_.node.memory_bytes_per_s &&
           run.node.loopback_share == medians_.node.loopback_share &&
           run.cable.bandwidth_bytes_per_s == medians_.cable.bandwidth_bytes_per_s &&
           run.cable.latency_s == medians_.cable.latency_s &&
           run.cable.message_s == medians_.cable.message_s &&
           run.cable.core_bytes_per_s == medians_.cable.core_bytes_per_s;
  }

  ClusterRun medians_;
  double factor_;
};

Knowledge knowledge() {
  Knowledge known;
  known.ranks = 4;
  known.memory_bytes_per_s = {2e9, 4e9, 8e9};
  known.cable.line_bytes_per_s = 125e6;
  known.cable.payload = {0.8, 0.93, 0.96};
  known.cable.left = {0.7, 0.9, 1};
  known.cable.latency_s = {20e-6, 30e-6, 50e-6};
  known.cable.message_s = {3e-6, 5e-6, 10e-6};
  known.cable.core_bytes_per_s = {1e9, 1e9, 1e9};
  return known;
}

hpl::Setup setup_of(std::uint64_t n, std::uint32_t p) {
  hpl::Setup setup;
  setup.n = n;
  setup.p = p;
  setup.q = 4;
  return setup;
}

// As fast as the medians say.
Measurement measured_node(const Knowledge& known) {
  Measurement measured;
  measured.run.setup = setup_of(23314, 1);
  measured.run.time_s = ClosedForm::seconds(run_of(known, measured.run.setup, 1, Draw{}, 3e-10));
  return measured;
}

constexpr std::size_t clusters = 200;

// Of clusters that are drawn from what is known, how many are inside the interval.
std::size_t inside_of(const Knowledge& known) {
  constexpr double flop_s = 3e-10;
  kernel::RandomStream stream(11, 0);
  std::size_t inside = 0;
  for (std::size_t i = 0; i < clusters; ++i) {
    Draw z{};
    for (double& one : z) one = ClosedForm::normal(stream);
    const double spread = spread_at(z.at(static_cast<std::size_t>(Unknown::spread)));
    const auto machine = static_cast<std::uint32_t>(1000 + i);
    // One node of the cluster is measured; its speed is not their mean.
    Measurement measured;
    measured.run.setup = setup_of(23314, 1);
    ClusterRun one = run_of(known, measured.run.setup, 1, z, flop_s);
    one.node.flop_s *= std::exp(spread * ClosedForm::normal(stream));
    measured.run.time_s = ClosedForm::seconds(one) *
                          std::exp(run_deviation() * z.at(static_cast<std::size_t>(Unknown::run)));
    Question question{.nodes = 4, .setup = setup_of(46592, 4)};
    const double order = known.order.at(z.at(static_cast<std::size_t>(Unknown::order)));
    const auto n = static_cast<std::uint64_t>(std::round(46592 * order));
    ClusterRun real = run_of(known, setup_of(n, 4), 4, z, flop_s);
    real.node.spread = spread;
    real.machine = machine;
    const double real_s =
        ClosedForm::seconds(real) *
        std::exp(model_deviation() * z.at(static_cast<std::size_t>(Unknown::model)));
    ClosedForm simulator;
    const Fit fit = fit_node(known, {measured}, simulator);
    const Prediction prediction = predict(known, measured, fit, {question}, simulator).front();
    const double gflops = hpl::flops(static_cast<double>(n)) / real_s / 1e9;
    inside += prediction.low_gflops <= gflops && gflops <= prediction.high_gflops ? 1 : 0;
  }
  return inside;
}

TEST(Predict, IntervalHoldsFourOfFiveDrawnClusters) {
  const std::size_t inside = inside_of(knowledge());
  EXPECT_GE(inside, clusters * 74 / 100);
  EXPECT_LE(inside, clusters * 86 / 100);
}

TEST(Predict, IntervalHoldsFourOfFiveAlsoWhereTheOrderIsDrawn) {
  Knowledge known = knowledge();
  known.order = {1 / 2.5, 1, 2.5};
  const std::size_t inside = inside_of(known);
  EXPECT_GE(inside, clusters * 74 / 100);
  EXPECT_LE(inside, clusters * 86 / 100);
}

TEST(Predict, ChanceInTheRunOfTheMediansCountsOnce) {
  const Knowledge known = knowledge();
  const Measurement measured = measured_node(known);
  const Question question{.nodes = 4, .setup = setup_of(46592, 4)};
  ClosedForm quiet;
  const Fit fit = fit_node(known, {measured}, quiet);
  const Prediction expected = predict(known, measured, fit, {question}, quiet).front();
  for (const double factor : {0.98, 1.02}) {
    SlowMedians noisy(run_of(known, question.setup, 4, fit.z, fit.flop_s), factor);
    const Prediction found = predict(known, measured, fit, {question}, noisy).front();
    EXPECT_NEAR(found.gflops / expected.gflops, 1, 0.005) << factor;
    EXPECT_NEAR(found.low_gflops / expected.low_gflops, 1, 0.01) << factor;
    EXPECT_NEAR(found.high_gflops / expected.high_gflops, 1, 0.01) << factor;
  }
}

TEST(Predict, NamesWhatMattersMost) {
  Knowledge known = knowledge();
  known.cable.latency_s = {5e-6, 50e-6, 500e-6};
  const Measurement measured = measured_node(known);
  ClosedForm simulator;
  const Fit fit = fit_node(known, {measured}, simulator);
  const Question question{.nodes = 4, .setup = setup_of(46592, 4)};
  const Prediction prediction = predict(known, measured, fit, {question}, simulator).front();
  EXPECT_EQ(prediction.shares.front().unknown, Unknown::latency);
  double all = 0;
  for (const Share& share : prediction.shares) all += share.variance;
  EXPECT_NEAR(all, 1, 1e-9);
  EXPECT_LT(prediction.low_gflops, prediction.gflops);
  EXPECT_GT(prediction.high_gflops, prediction.gflops);
}

// An N that nobody says widens the interval by what it does to the rate, not to the seconds, and
// the rate grows with N.
TEST(Predict, UnknownOrderCountsByItsRate) {
  Knowledge known = knowledge();
  const Measurement measured = measured_node(known);
  ClosedForm simulator;
  const Fit fit = fit_node(known, {measured}, simulator);
  const Question question{.nodes = 4, .setup = setup_of(46592, 4)};
  const Prediction exact = predict(known, measured, fit, {question}, simulator).front();
  EXPECT_EQ(exact.shares.back().variance, 0);
  known.order = {1 / 1.5, 1, 1.5};
  const Prediction guessed = predict(known, measured, fit, {question}, simulator).front();
  EXPECT_DOUBLE_EQ(guessed.time_s, exact.time_s);
  EXPECT_LT(guessed.low_gflops, exact.low_gflops);
  EXPECT_GT(guessed.high_gflops, exact.high_gflops);
  // Seconds go with the cube of N: they would make the interval 3.4 times as wide either way.
  EXPECT_LT(guessed.high_gflops, 1.2 * exact.high_gflops);

  Responses responses;
  const auto rate = [&](std::uint64_t n) {
    return hpl::flops(static_cast<double>(n)) /
           ClosedForm::seconds(run_of(known, setup_of(n, 4), 4, fit.z, fit.flop_s));
  };
  responses.of.at(static_cast<std::size_t>(Unknown::order)) = {std::log(rate(46592) / rate(31061)),
                                                               std::log(rate(46592) / rate(69888))};
  const Prediction by_hand = interval_of(question, exact.time_s, responses);
  const auto share = [](const Prediction& prediction) {
    return std::ranges::find(prediction.shares, Unknown::order, &Share::unknown)->variance /
           std::ranges::find(prediction.shares, Unknown::model, &Share::unknown)->variance;
  };
  EXPECT_NEAR(share(guessed), share(by_hand), 1e-9);
  EXPECT_GT(share(guessed), 0);
}

// A cluster whose runs send very many messages takes the responses of a smaller one of its kind.
TEST(Predict, LargeClustersBorrowTheirResponses) {
  const Knowledge known = knowledge();
  const Measurement measured = measured_node(known);
  ClosedForm simulator;
  const Fit fit = fit_node(known, {measured}, simulator);
  hpl::Setup setup = setup_of(740000, 64);
  setup.q = 64;
  const Prediction prediction =
      predict(known, measured, fit, {{.nodes = 1024, .setup = setup}}, simulator).front();
  EXPECT_TRUE(prediction.is_sampled);
  EXPECT_LT(prediction.responses_of_nodes, 1024U);
  EXPECT_GE(prediction.responses_of_nodes, 2U);
}

}  // namespace
}  // namespace smpi::study::cluster
