// SPDX-License-Identifier: BSD-3-Clause
//
// Simulations of candidates, in rounds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/study/hpl/candidate.h"
#include "tools/study/hpl/panel_runs.h"

namespace smpi::study::hpl {

class Simulator {
 public:
  virtual ~Simulator() = default;
  // The time of each candidate, from some of its panels. Throws InputError and RunsFailed.
  virtual std::vector<double> sample(const std::string& round,
                                     const std::vector<Candidate>& candidates) = 0;
  // The times of whole runs of a candidate, one per replica. Throws InputError and RunsFailed.
  virtual std::vector<double> run(const std::string& round, const Candidate& candidate) = 0;
  // Folders of the studies so far.
  virtual std::vector<std::string> studies() const = 0;
};

// Runs HPL itself.
class StudySimulator : public Simulator {
 public:
  // `folder` gets the plans and the studies. Nothing is looked for before the first round.
  StudySimulator(const Market& market, std::string folder, RunOptions options);
  std::vector<double> sample(const std::string& round,
                             const std::vector<Candidate>& candidates) override;
  std::vector<double> run(const std::string& round, const Candidate& candidate) override;
  std::vector<std::string> studies() const override { return runs_.studies(); }

 private:
  // The plan of a round. Finds the program and writes the kernels.
  Round round_of(const std::string& name, const std::vector<Candidate>& candidates);
  PanelRun run_of(const Candidate& candidate) const;

  const Market& market_;
  PanelRuns runs_;
  std::vector<std::string> kernels_;  // of each node type: a file
};

}  // namespace smpi::study::hpl
