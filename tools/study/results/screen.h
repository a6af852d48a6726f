// SPDX-License-Identifier: BSD-3-Clause
//
// Which parameters matter: `smpi-study screen`, a tornado per result.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/study/plan/plan.h"
#include "tools/study/results/study_view.h"
#include "tools/study/statistics/sample.h"

namespace smpi::study {

struct ParameterEffect {
  std::string parameter;  // or several that change together, joined by commas
  double effect = 0;
  std::optional<Interval> interval;  // 95 %
  std::string note;
};

// Of one result, the largest effect first.
struct Screening {
  std::string workload;  // that all points have which are compared; empty: any
  std::string result;
  std::string method;  // what the effects are, in words
  std::vector<ParameterEffect> effects;
};

// The method follows from the design. Effects are those within a workload, of each one that has
// points to compare. Throws InputError where the design does not tell effects
// apart, or a point has no result yet.
std::vector<Screening> screen(const Plan& plan, const StudyView& view);
// "time, n = 1000".
std::string title_of(const Screening& screening);
std::string screening_text(const std::vector<Screening>& screenings);

}  // namespace smpi::study
