// SPDX-License-Identifier: BSD-3-Clause
//
// Sorted lists: clocks are short where few ranks use wildcards.
#include "libsmpi/watch/analyze/causal_clock.h"

#include <algorithm>

namespace smpi {
namespace {

using Count = std::pair<std::uint32_t, std::uint32_t>;

bool is_before(const Count& count, std::uint32_t process) {
  return count.first < process;
}

}  // namespace

std::uint32_t CausalClock::count_of(std::uint32_t process) const {
  const auto found = std::lower_bound(counts_.begin(), counts_.end(), process, is_before);
  return found != counts_.end() && found->first == process ? found->second : 0;
}

std::uint32_t CausalClock::tick(std::uint32_t process) {
  auto found = std::lower_bound(counts_.begin(), counts_.end(), process, is_before);
  if (found == counts_.end() || found->first != process) {
    found = counts_.insert(found, {process, 0});
  }
  return ++found->second;
}

void CausalClock::merge(const CausalClock& other) {
  std::vector<Count> both;
  both.reserve(counts_.size() + other.counts_.size());
  auto own = counts_.begin();
  for (const Count& theirs : other.counts_) {
    while (own != counts_.end() && own->first < theirs.first) both.push_back(*own++);
    if (own != counts_.end() && own->first == theirs.first) {
      both.emplace_back(own->first, std::max(own->second, theirs.second));
      ++own;
    } else {
      both.push_back(theirs);
    }
  }
  both.insert(both.end(), own, counts_.end());
  counts_ = std::move(both);
}

bool CausalClock::covers(const CausalClock& other) const {
  return std::all_of(other.counts_.begin(), other.counts_.end(),
                     [this](const Count& count) { return count_of(count.first) >= count.second; });
}

}  // namespace smpi
