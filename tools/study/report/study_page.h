// SPDX-License-Identifier: BSD-3-Clause
//
// The page of a study (docs/report.md): what came out at each point, and pictures of it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tools/study/plan/plan.h"
#include "tools/study/results/study_view.h"

namespace smpi::study {

// What the page shows:
//   study       StudyView::document()
//   plan        the name of the plan file, for commands
//   screenings  where the design tells effects, per result: result, method, and
//               effects [{parameter, effect, low, high, note}]
//   t_quantiles 97.5 % points of Student's t for 1, 2, ... degrees of freedom, as many as needed
nlohmann::ordered_json study_data(const Plan& plan, StudyView& view);

std::string study_page(const nlohmann::ordered_json& data);

}  // namespace smpi::study
