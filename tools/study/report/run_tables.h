// SPDX-License-Identifier: BSD-3-Clause
//
// The numbers of a run as tables: what its page says without scripts.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace smpi::study {

// "12.3 ms", "1.5 GB": four digits and a prefix. Times below a second and above go by powers of a
// thousand, too, but there are no kiloseconds.
std::string quantity(double value, std::string_view unit);
// The last part of a path, or a short description as it is.
std::string platform_name(const nlohmann::ordered_json& record);

// The metrics that one run tells (docs/report.md). All 0 when nothing was computed.
struct Efficiency {
  double mean_useful_s = 0;
  double max_useful_s = 0;
  double load_balance = 0;
  double communication = 0;
  double parallel = 0;
};
Efficiency efficiency_of(const nlohmann::ordered_json& record);

struct RunSection {
  std::string_view id;
  std::string_view title;
  std::string_view hint;
  std::string tables;  // HTML; empty: the run has nothing to show here
};
// In the order of the page.
std::vector<RunSection> run_sections(const nlohmann::ordered_json& record);

}  // namespace smpi::study
