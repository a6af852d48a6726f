// SPDX-License-Identifier: BSD-3-Clause
//
// Names are those of the BLAS and of HPL's own kernels.
#include "tools/study/cluster/time_parts.h"

#include <algorithm>
#include <numeric>

namespace smpi::study::cluster {
namespace {

constexpr std::array<std::string_view, time_part_count> names = {
    "dgemm", "dtrsm", "panels", "rows swapped and copied", "messages and waiting", "other"};

struct Beginning {
  std::string_view of_name;
  TimePart part;
};
constexpr std::array beginnings = {
    Beginning{"dgemm", TimePart::dgemm},       Beginning{"dtrsm", TimePart::dtrsm},
    Beginning{"dgemv", TimePart::panel},       Beginning{"dger", TimePart::panel},
    Beginning{"dscal", TimePart::panel},       Beginning{"daxpy", TimePart::panel},
    Beginning{"idamax", TimePart::panel},      Beginning{"dtrsv", TimePart::panel},
    Beginning{"HPL_dlaswp", TimePart::swaps},  Beginning{"HPL_dlacpy", TimePart::swaps},
    Beginning{"HPL_dlatcpy", TimePart::swaps},
};

}  // namespace

std::string_view name_of(TimePart part) {
  return names.at(static_cast<std::size_t>(part));
}

TimeParts time_parts_of(const std::map<std::string, double>& kernels_s, double time_s) {
  TimeParts parts{};
  for (const auto& [name, seconds] : kernels_s) {
    const auto* found = std::ranges::find_if(
        beginnings, [&name](const Beginning& one) { return name.starts_with(one.of_name); });
    const TimePart part = found == beginnings.end() ? TimePart::other : found->part;
    parts.at(static_cast<std::size_t>(part)) += seconds;
  }
  const double known_s = std::accumulate(parts.begin(), parts.end(), 0.);
  if (known_s <= time_s) {
    parts.at(static_cast<std::size_t>(TimePart::messages)) = time_s - known_s;
  } else {  // samples of panels are not exact
    for (double& part : parts) part *= time_s / known_s;
  }
  return parts;
}

}  // namespace smpi::study::cluster
