// SPDX-License-Identifier: BSD-3-Clause
//
// Successive halving (Jamieson and Talwalkar, 2016): all candidates are tried at the cheapest
// fidelity, the best third goes on to the next one, and so on.
//
// It stands on one assumption: candidates rank alike at neighbouring fidelities. So the rank
// correlation of each rung with the one before is looked at, and the search refuses to answer when
// it is below 0.5. Below five candidates a correlation says nothing and is only reported.
#pragma once

#include "tools/study/tuning/tuner.h"

namespace smpi::study {

class Halving : public Tuner {
 public:
  // At least one rung. `replicas` runs per candidate and rung; their mean counts.
  Halving(CandidateNames names, std::vector<std::string> rungs, unsigned replicas);

  std::vector<Trial> ask() override;
  void tell(const std::vector<std::optional<double>>& values) override;
  std::optional<std::size_t> best() const override;

 private:
  bool ranks_as_before(const std::vector<double>& means);

  std::vector<std::string> rungs_;
  unsigned replicas_;
  std::size_t rung_ = 0;
  std::vector<std::size_t> alive_;    // the best first, once there is a result
  std::vector<double> means_before_;  // of all candidates at the rung before; infinite if none
  bool has_results_ = false;
};

}  // namespace smpi::study
