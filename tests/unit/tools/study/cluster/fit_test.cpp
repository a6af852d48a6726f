// SPDX-License-Identifier: BSD-3-Clause
//
// Fits against a machine in closed form, whose numbers are known: seconds = flops x flop_s / ranks
// + 60 bytes x N^2 / (memory x nodes) + what the cable takes. What made the measurements must come
// back.
#include "tools/study/cluster/fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iterator>

#include "kernel/error.h"
#include "tools/study/hpl/rules.h"

namespace smpi::study::cluster {
namespace {

class ClosedForm : public ClusterSimulator {
 public:
  static double seconds(const ClusterRun& run) {
    const auto n = static_cast<double>(run.setup.n);
    double seconds = hpl::flops(n) * run.node.flop_s / static_cast<double>(run.setup.ranks()) +
                     60 * n * n / (run.node.memory_bytes_per_s * run.nodes);
    if (run.nodes > 1) {
      seconds += 8 * n * n / (run.nodes * run.cable.bandwidth_bytes_per_s);
      seconds += 20 * n * run.cable.latency_s;
    }
    return seconds;
  }
  std::vector<double> seconds(const std::vector<ClusterRun>& runs) override {
    ++rounds;
    std::vector<double> found;
    for (const ClusterRun& run : runs) found.push_back(seconds(run));
    return found;
  }
  int rounds = 0;
};

Knowledge knowledge() {
  Knowledge known;
  known.ranks = 4;
  known.memory_bytes_per_s = {2e9, 4e9, 8e9};
  known.cable.line_bytes_per_s = 125e6;
  known.cable.payload = {0.85, 0.93, 0.96};
  known.cable.left = {0.8, 0.9, 1};
  known.cable.latency_s = {20e-6, 30e-6, 50e-6};
  known.cable.message_s = {3e-6, 5e-6, 10e-6};
  known.cable.core_bytes_per_s = {1e9, 1e9, 1e9};
  return known;
}

Measurement measured(const Knowledge& known, std::uint64_t n, std::uint32_t nodes, const Draw& z,
                     double flop_s) {
  hpl::Setup setup;
  setup.n = n;
  setup.p = nodes;
  setup.q = 4;
  Measurement made;
  made.nodes = nodes;
  made.run.setup = setup;
  made.run.time_s = ClosedForm::seconds(run_of(known, setup, nodes, z, flop_s));
  made.run.gflops = hpl::flops(static_cast<double>(n)) / made.run.time_s / 1e9;
  made.run.file = "made.out";
  return made;
}

std::size_t place(Unknown unknown) {
  return static_cast<std::size_t>(unknown);
}

TEST(Fit, OneOutputGivesDgemm) {
  const Knowledge known = knowledge();
  for (const double flop_s : {1e-12, 3e-10, 5e-9}) {
    ClosedForm simulator;
    const Fit fit = fit_node(known, {measured(known, 23314, 1, Draw{}, flop_s)}, simulator);
    EXPECT_LE(std::abs(fit.errors.front()), 0.001) << flop_s;
    EXPECT_LE(fit.runs, 6) << flop_s;
    EXPECT_EQ(fit.runs, simulator.rounds);
    EXPECT_TRUE(fit.fitted.empty());
  }
}

// Where copies take most of the time the slope is small.
TEST(Fit, DgemmThatHardlyCounts) {
  const Knowledge known = knowledge();
  ClosedForm simulator;
  const Fit fit = fit_node(known, {measured(known, 500, 1, Draw{}, 3e-10)}, simulator);
  EXPECT_LE(std::abs(fit.errors.front()), 0.001);
}

// Times of many ranks jump by half a percent between speeds that hardly differ.
class Jumping : public ClosedForm {
 public:
  std::vector<double> seconds(const std::vector<ClusterRun>& runs) override {
    std::vector<double> found = ClosedForm::seconds(runs);
    constexpr double jumps[] = {0.002, -0.003, 0.004, -0.004, 0.0025, -0.002};
    for (double& seconds : found) seconds *= 1 + jumps[(rounds - 1) % std::size(jumps)];
    return found;
  }
};

TEST(Fit, TakesTheNearestRunWhereTimesJump) {
  const Knowledge known = knowledge();
  Jumping simulator;
  const Fit fit = fit_node(known, {measured(known, 23314, 1, Draw{}, 3e-10)}, simulator);
  EXPECT_LE(std::abs(fit.errors.front()), 0.005);
  EXPECT_NEAR(fit.flop_s / 3e-10, 1, 0.01);
  EXPECT_NEAR(fit.elasticity, 1, 0.1);
  EXPECT_LE(fit.runs, 6);
}

TEST(Fit, RefusesWhatNoDgemmExplains) {
  const Knowledge known = knowledge();
  ClosedForm simulator;
  Measurement made = measured(known, 23314, 1, Draw{}, 3e-10);
  made.run.time_s = 1;  // the copies alone take longer
  try {
    fit_node(known, {made}, simulator);
    FAIL();
  } catch (const kernel::InputError& error) {
    EXPECT_EQ(error.where().file, "made.out");
  }
}

// Dgemm goes with N^3 and copies with N^2.
TEST(Fit, TwoOrdersSeparateDgemmFromCopies) {
  const Knowledge known = knowledge();
  for (const double z_memory : {-1.5, 0.7, 2.0}) {
    Draw z{};
    z.at(place(Unknown::memory)) = z_memory;
    ClosedForm simulator;
    const Fit fit =
        fit_node(known, {measured(known, 6000, 1, z, 3e-10), measured(known, 23314, 1, z, 3e-10)},
                 simulator);
    EXPECT_NEAR(fit.flop_s, 3e-10, 0.02 * 3e-10);
    EXPECT_NEAR(node_at(known, fit.z).memory_bytes_per_s / node_at(known, z).memory_bytes_per_s, 1,
                0.02);
    EXPECT_EQ(fit.fitted, std::vector<Unknown>{Unknown::memory});
    // Where memory hardly matters these runs say no more of it than was known.
    if (z_memory < 0) {
      EXPECT_LT(fit.sd.at(place(Unknown::memory)), 0.5);
    }
  }
}

TEST(Fit, RunsOnMoreNodesGiveTheCable) {
  const Knowledge known = knowledge();
  Draw z{};
  z.at(place(Unknown::rate)) = -1.2;
  z.at(place(Unknown::latency)) = 0.8;
  ClosedForm simulator;
  const Fit fit = fit_node(known,
                           {measured(known, 23314, 1, z, 3e-10), measured(known, 5000, 2, z, 3e-10),
                            measured(known, 40000, 4, z, 3e-10)},
                           simulator);
  const CableValues found = cable_at(known, fit.z);
  const CableValues made = cable_at(known, z);
  EXPECT_NEAR(found.bandwidth_bytes_per_s / made.bandwidth_bytes_per_s, 1, 0.02);
  EXPECT_NEAR(found.latency_s / made.latency_s, 1, 0.02);
}

TEST(Fit, NamesBothContradictingOutputs) {
  const Knowledge known = knowledge();
  ClosedForm simulator;
  const Measurement one = measured(known, 23314, 1, Draw{}, 3e-10);
  Measurement other = one;
  other.run.time_s *= 1.3;
  other.run.file = "other.out";
  try {
    fit_node(known, {one, other}, simulator);
    FAIL();
  } catch (const kernel::InputError& error) {
    EXPECT_EQ(error.where().file, "other.out");
    EXPECT_NE(std::string(error.what()).find("made.out"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace smpi::study::cluster
