// SPDX-License-Identifier: BSD-3-Clause
//
// Few pairs an object: a plain vector keeps their order, which MPI_Info_get_nthkey shows.
#include "libsmpi/info/info.h"

#include <algorithm>

namespace smpi {

void Info::set(std::string_view key, std::string_view value) {
  for (auto& [known, old] : pairs_) {
    if (known == key) {
      old = value;
      return;
    }
  }
  pairs_.emplace_back(key, value);
}

bool Info::erase(std::string_view key) {
  return std::erase_if(pairs_, [&](const auto& pair) { return pair.first == key; }) > 0;
}

const std::string* Info::find(std::string_view key) const {
  const auto found = std::find_if(pairs_.begin(), pairs_.end(),
                                  [&](const auto& pair) { return pair.first == key; });
  return found == pairs_.end() ? nullptr : &found->second;
}

}  // namespace smpi
