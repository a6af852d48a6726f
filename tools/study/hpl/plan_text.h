// SPDX-License-Identifier: BSD-3-Clause
//
// What a search found, for people and as JSON: a table with the chosen machine and the Pareto
// front, the parts of the cost, and where each number comes from.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/study/hpl/candidate.h"
#include "tools/study/hpl/tornado.h"

namespace smpi::study::hpl {

struct Advice {
  std::vector<Candidate> front;      // by Gflops
  std::optional<Candidate> chosen;   // nothing: no machine is affordable
  std::vector<Candidate> simulated;  // of levels 1 and 2, in the order of the runs
  std::vector<Effect> effects;
  std::vector<std::string> studies;  // folders of the runs
};

std::string advice_text(const Market& market, const Advice& advice);
nlohmann::ordered_json advice_json(const Market& market, const Advice& advice);

// Columns that are as wide as their widest cell, to the right. All rows are as long as the first.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

}  // namespace smpi::study::hpl
