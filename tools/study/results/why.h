// SPDX-License-Identifier: BSD-3-Clause
//
// How to repeat one run by hand.
#pragma once

#include <string>

#include "tools/study/plan/plan.h"
#include "tools/study/store/study_folder.h"

namespace smpi::study {

// `name` is point and replica, such as 12.0. Throws InputError for one that the study does not
// have.
std::string why(const Plan& plan, const StudyFolder& folder, const std::string& name);

}  // namespace smpi::study
