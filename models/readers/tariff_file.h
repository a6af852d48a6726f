// SPDX-License-Identifier: BSD-3-Clause
//
// What electricity costs and emits over time, in lines with commas between the fields, as SimGrid's
// plug-in host_carbon_footprint has them:
//
//     host_id,timestamp,carbon_intensity,price
//     node-0,0,29.09,0.18
//     node-0,3600,30.08,0.17
//     *,0,52,
//
// The first line names the columns, in any order: a host, or * for all that have no lines of their
// own and for the network; seconds; g of CO2 per kWh; money per kWh. One of the last two may be
// left out, as may its field: then it stays as it is. Lines that are empty or begin with # count
// for nothing.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace smpi::models {

// What holds from a time on.
struct TariffPoint {
  double time_s;
  std::optional<double> carbon_g;  // per kWh
  std::optional<double> price;     // of a kWh
};

struct TariffFile {
  struct Entry {
    std::vector<TariffPoint> points;  // by time; of equal times the last counts
    int line;                         // of the first one
  };
  std::map<std::string, Entry, std::less<>> by_host;

  static constexpr const char* all_others = "*";
};

// Throws InputError.
TariffFile read_tariff_file(const std::string& path);

}  // namespace smpi::models
