// SPDX-License-Identifier: BSD-3-Clause
//
// What outputs of HPL say of a node: the seconds of its dgemm from one of them, and more of it from
// several.
#pragma once

#include <string>
#include <vector>

#include "tools/study/cluster/hpl_output.h"
#include "tools/study/cluster/simulator.h"

namespace smpi::study::cluster {

// A measured run, and on how many nodes it was.
struct Measurement {
  OutputRun run;
  std::uint32_t nodes = 1;
};

struct Fit {
  double flop_s = 0;            // of dgemm, of a rank
  double elasticity = 1;        // of the simulated seconds by flop_s
  Draw z{};                     // of the unknowns that were fitted, else 0
  Draw sd{};                    // how far they may still be off; 1: nothing is known of them
  std::vector<Unknown> fitted;  // besides dgemm
  std::vector<double> errors;   // of each measurement: simulated over measured seconds, less 1
  int runs = 0;                 // that were simulated, one after the other
};

// One measurement: dgemm such that its run takes what was measured, by a secant on logarithms, to
// 0.1 %, in at most 6 runs; the nearest of them to 0.5 % where times are chance. Several: Gauss and
// Newton's method on all of them, for dgemm and as many unknowns as they can tell apart: the memory
// of the node from another N, the cable's rate and then its latency from runs on more nodes. Throws
// InputError where it does not settle, and where two measurements contradict each other; it names
// both.
Fit fit_node(const Knowledge& knowledge, const std::vector<Measurement>& measurements,
             ClusterSimulator& simulator);

// The machine on which a measurement is simulated.
ClusterRun run_of(const Knowledge& knowledge, const hpl::Setup& setup, std::uint32_t nodes,
                  const Draw& z, double flop_s);

}  // namespace smpi::study::cluster
