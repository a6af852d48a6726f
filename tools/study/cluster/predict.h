// SPDX-License-Identifier: BSD-3-Clause
//
// HPL's rate on a cluster, as an interval.
//
// The machine with the medians of all unknowns is simulated, then one with each unknown at either
// end of its spread, everything else being equal and the measured node still as fast as it was.
// That gives how the logarithm of the seconds follows each unknown; thousands of draws of all
// unknowns together are then free.
//
// Under the rules by which clusters grow, N with the root of the nodes, these responses hardly
// depend on the number of nodes: the time for a word sent and the time for a multiplication grow
// alike. So those of large clusters are simulated on a smaller one of the same kind, and only the
// medians on the whole.
//
// Alternatives considered: each draw as a simulation of its own. 30 of them say as much as 13 runs
// of this, and none of them which unknown matters.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/study/cluster/fit.h"

namespace smpi::study::cluster {

// What was asked for one number of nodes.
struct Question {
  std::uint32_t nodes = 1;
  hpl::Setup setup;
};

// How the logarithm of the seconds follows an unknown, from its medians to either end (z = -1.28
// and 1.28): a line on either side. Of another N, the seconds for as many flops.
struct Response {
  double low = 0;
  double high = 0;
  double at(double z) const;
};

struct Responses {
  std::array<Response, unknown_count> of{};
  // Nodes that differ, all else being known: mean of the logarithm, and its standard deviation.
  double spread_mean = 0;
  double spread_sd = 0;
  // Logarithm: the run of the medians is this much too fast by chance.
  double chance = 0;
};

struct Share {
  Unknown unknown;
  double variance;  // part of all
};

struct Prediction {
  Question question;
  double time_s = 0;      // of the medians of all unknowns
  double gflops = 0;      // median of the draws
  double low_gflops = 0;  // 80 % of the draws are between these
  double high_gflops = 0;
  std::vector<Share> shares;  // descending
  bool is_sampled = false;
  std::uint32_t responses_of_nodes = 0;  // the cluster whose responses these are
};

// Draws of the logarithm of the seconds, relative to that of the medians.
std::vector<double> draws_of(const Responses& responses, std::size_t count, std::uint64_t seed);
// `time_s` is that of the medians.
Prediction interval_of(const Question& question, double time_s, const Responses& responses);

// The question whose medians are fastest; the first one where simulating them is much work.
// REQUIRES: there is one.
Question fastest(const Knowledge& knowledge, const Fit& fit, const std::vector<Question>& questions,
                 ClusterSimulator& simulator);

// A smaller cluster of the same kind whose runs are cheap, or the question itself. `ranks` per
// node.
Question small_question(const Question& question, std::uint32_t ranks);

// In the order of the questions.
std::vector<Prediction> predict(const Knowledge& knowledge, const Measurement& measured,
                                const Fit& fit, const std::vector<Question>& questions,
                                ClusterSimulator& simulator);

}  // namespace smpi::study::cluster
