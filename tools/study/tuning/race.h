// SPDX-License-Identifier: BSD-3-Clause
//
// Racing, as F-race does it (Birattari and others, A racing algorithm for configuring
// metaheuristics, 2002): all candidates run with seed 1, then all with seed 2, and so on; those
// that are worse by Friedman's test are dropped, so that more runs go to those that are close.
#pragma once

#include "tools/study/tuning/tuner.h"

namespace smpi::study {

class Race : public Tuner {
 public:
  // At most `budget` runs.
  Race(CandidateNames names, std::size_t budget);

  std::vector<Trial> ask() override;
  void tell(const std::vector<std::optional<double>>& values) override;
  std::optional<std::size_t> best() const override;

 private:
  void sort_alive();
  void drop_worse();

  std::size_t budget_;
  std::size_t spent_ = 0;
  unsigned seeds_ = 0;  // done
  bool is_over_ = false;
  std::vector<std::size_t> alive_;           // the best first
  std::vector<std::vector<double>> values_;  // by candidate and seed
};

}  // namespace smpi::study
