// SPDX-License-Identifier: BSD-3-Clause
//
// Simulations of candidates, as rounds: each is a plan that is written, and a study of it.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "tools/study/hpl/candidate.h"
#include "tools/study/runs/coordinator.h"

namespace smpi::study::hpl {

struct RunsFailed : std::runtime_error {
  RunsFailed(const std::string& message, StudyEnd how) : std::runtime_error(message), end(how) {}
  StudyEnd end;
};

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

// Runs xhpl of examples/hpl by smpirun, with the machinery of studies.
class StudySimulator : public Simulator {
 public:
  // `folder` gets the plans and the studies. Nothing is looked for before the first round.
  StudySimulator(const Market& market, std::string folder, RunOptions options);
  std::vector<double> sample(const std::string& round,
                             const std::vector<Candidate>& candidates) override;
  std::vector<double> run(const std::string& round, const Candidate& candidate) override;
  std::vector<std::string> studies() const override { return studies_; }

 private:
  struct Run;
  // Finds the program and writes what all rounds share, once.
  void prepare();
  // By run, then by replica.
  struct Times {
    std::vector<double> end_s, warm_s;
  };
  std::vector<Times> run_all(const std::string& round, const std::vector<Run>& runs,
                             std::uint32_t replicas);
  std::string plan_text(const std::string& round, const std::vector<Run>& runs,
                        std::uint32_t replicas) const;

  const Market& market_;
  std::string folder_;
  RunOptions options_;
  std::string program_;
  std::vector<std::string> studies_;
};

}  // namespace smpi::study::hpl
