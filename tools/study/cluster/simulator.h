// SPDX-License-Identifier: BSD-3-Clause
//
// The simulated seconds of HPL on clusters of a node that was measured.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/study/cluster/time_parts.h"
#include "tools/study/cluster/unknowns.h"
#include "tools/study/hpl/panel_runs.h"

namespace smpi::study::cluster {

// A run of HPL on a machine that is wholly known.
struct ClusterRun {
  hpl::Setup setup;
  std::uint32_t nodes = 1;
  Node node;
  CableValues cable;
  std::string network;        // a file of smpirun --network instead of `cable`
  std::uint32_t machine = 1;  // which of the machines that a spread between nodes allows
};

// Simulations, or what a test likes.
class ClusterSimulator {
 public:
  virtual ~ClusterSimulator() = default;
  // Seconds of each run. Throws InputError and RunsFailed.
  virtual std::vector<double> seconds(const std::vector<ClusterRun>& runs) = 0;
};

// About how many messages a run sends, or samples of it: what its simulation costs.
double messages_of(const hpl::Setup& setup);
double messages_of_samples(const hpl::Setup& setup);
// Whether samples of panels are simulated in its place.
bool is_sampled(const hpl::Setup& setup);

// xhpl of examples/hpl.
class HplSimulator : public ClusterSimulator {
 public:
  HplSimulator(std::string folder, const std::string& asker, const RunOptions& options);
  std::vector<double> seconds(const std::vector<ClusterRun>& runs) override;
  // From now on runs keep what each kernel takes.
  void time_kernels() { times_kernels_ = true; }
  // Where the time of a run goes; `time_s` is what it takes. A run that seconds() knows is not
  // simulated again. REQUIRES: time_kernels() before.
  TimeParts parts(const ClusterRun& run, double time_s);

  // Files in the folder of the simulations; their paths. REQUIRES: seconds() was called.
  std::string write(const std::string& name, const std::string& content) const;
  std::string write_overlay(const std::string& name, const Node& node) const;

 private:
  void begin_round();
  hpl::Round round_of(const char* kind) const;
  hpl::PanelRun panel_run(const ClusterRun& run, const std::string& name);

  hpl::PanelRuns runs_;
  std::string overlay_;  // the common one
  int round_ = 0;
  bool times_kernels_ = false;
};

}  // namespace smpi::study::cluster
