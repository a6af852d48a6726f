// SPDX-License-Identifier: BSD-3-Clause
//
// The numbers of a run, out of what it wrote.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/study/plan/plan.h"

namespace smpi::study {

struct FoundValues {
  std::vector<std::pair<std::string, double>> values;
  std::string missing;  // what was not found, in words; empty when all was
};

// `output` is the standard output: the first line that matches a result's expression counts.
// `summary` is JSON; a key such as energy.total_j names what lies inside objects.
FoundValues find_values(const std::vector<Result>& results, std::string_view output,
                        const std::string& summary);

}  // namespace smpi::study
