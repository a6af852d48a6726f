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
  std::string result;
  std::string method;  // what the effects are, in words
  std::vector<ParameterEffect> effects;
};

// The method follows from the design. Throws InputError where the design does not tell effects
// apart, or a point has no result yet.
std::vector<Screening> screen(const Plan& plan, const StudyView& view);
std::string screening_text(const std::vector<Screening>& screenings);

}  // namespace smpi::study
