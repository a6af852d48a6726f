// SPDX-License-Identifier: BSD-3-Clause
//
// Search with a model: some runs chosen by a D-optimal design, then one after the other where the
// model expects most.
//
// The model is a Gaussian process whose covariance is a sum over the factors and their pairs, so
// that it is an analysis of variance with shrunk effects: two candidates are alike in an effect
// when they have the same level of its factor, or of both factors of a pair. Weights are those of
// the largest marginal likelihood (Rasmussen and Williams, Gaussian Processes for Machine Learning,
// 2006, section 5.4.1); the next candidate has the largest expected improvement (Jones, Schonlau
// and Welch, 1998). It suits a handful of parameters with a few levels, as HPL.dat has.
#pragma once

#include <cstdint>

#include "tools/study/statistics/factors.h"
#include "tools/study/tuning/tuner.h"

namespace smpi::study {

class ModelSearch : public Tuner {
 public:
  // `candidates` has the levels of each candidate. At most `budget` candidates are tried, with
  // `replicas` runs each, of which the mean counts.
  ModelSearch(CandidateNames names, FactorTable candidates, std::size_t budget, unsigned replicas,
              std::uint64_t seed);

  std::vector<Trial> ask() override;
  void tell(const std::vector<std::optional<double>>& values) override;
  std::optional<std::size_t> best() const override;

 private:
  std::vector<std::size_t> first_candidates(std::uint64_t seed) const;
  std::optional<std::size_t> most_promising();

  FactorTable candidates_;
  std::size_t budget_;
  unsigned replicas_;
  std::vector<std::size_t> asked_;  // the batch that is under way
  std::vector<std::size_t> tried_;  // with a value
  std::vector<double> values_;      // of those
  std::vector<bool> is_out_;        // asked before
  std::uint64_t seed_;
};

}  // namespace smpi::study
