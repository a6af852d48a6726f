// SPDX-License-Identifier: BSD-3-Clause
//
// How long a run takes and how much memory, from the runs of the study that have ended.
//
// A power law: log y = a + b log ranks + c log x + .. over the ranks and all parameters that are
// positive numbers, by least squares; parameters that always change together share their exponent.
// Texts have no order and are left out: what they change is in the margin of 1.3.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <vector>

#include "tools/study/plan/plan.h"

namespace smpi::study {

struct Expected {
  double wall_s = 0;
  double peak_bytes = 0;
};

class Prediction {
 public:
  explicit Prediction(const Plan& plan);

  // What a run of a point took; numbers that are not positive are not known.
  void add(std::size_t place, const Expected& took);
  // Nothing before the first run has ended. Costs next to nothing per call.
  std::optional<Expected> expected(std::size_t place) const;
  // Rises when what is expected has changed.
  std::size_t version() const { return version_; }

 private:
  struct Fit {
    double mean = 0;               // of the logarithms
    Eigen::VectorXd coefficients;  // of columns less their means
  };
  // The row of a point in the model: logarithms. Kept, as formulas of ranks take their time.
  const Eigen::VectorXd& row_of(std::size_t place) const;
  void fit();
  Fit fit_to(const std::vector<double>& logarithms) const;
  double value(const Fit& fit, std::size_t place) const;

  const Plan& plan_;
  std::vector<std::size_t> numbers_;           // the parameters that count
  mutable std::vector<Eigen::VectorXd> rows_;  // by place, those that were asked for
  std::vector<std::size_t> places_;            // of the runs that are known
  std::vector<double> wall_;                   // logarithms
  std::vector<double> peak_;
  Eigen::VectorXd column_means_;
  Fit wall_fit_;
  Fit peak_fit_;
  std::size_t fitted_count_ = 0;
  std::size_t version_ = 0;
};

}  // namespace smpi::study
