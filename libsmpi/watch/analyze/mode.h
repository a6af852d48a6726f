// SPDX-License-Identifier: BSD-3-Clause
//
// The word behind -analyze.
#pragma once

#include <string_view>

namespace smpi {

struct AnalysisMode {
  bool is_strict = false;     // sends wait for their receive, collectives synchronise
  bool keeps_status = false;  // what is found does not change the exit status
};

// Parses words separated by commas: `strict`, `report`; an empty text is the default mode. Throws
// InputError.
AnalysisMode parse_analysis_mode(std::string_view text);

}  // namespace smpi
