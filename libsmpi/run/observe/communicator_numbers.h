// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers of a rank's communicators that are the same in two runs in which the rank does the same.
//
// Handles and contexts depend on what other ranks made before. Numbers in the order of first use
// do not, but then the first of two communicators is that which happens to be used first, and a
// program that takes the wrong one looks like one that takes the right one. So when a communicator
// is seen for the first time, all that the rank has are numbered, in the order in which they were
// made. That looks at all live communicators, once for each that a rank uses.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace smpi {
struct Rank;
}

namespace smpi::observe {

class CommunicatorNumbers {
 public:
  // Of the running rank's communicator with this handle, counted from 1; nothing when there is
  // none.
  std::optional<std::uint64_t> number_of(std::uint64_t handle);

 private:
  using Numbers = std::unordered_map<std::uint32_t, std::uint64_t>;  // by context
  static void add_all(const Rank& rank, Numbers& numbers);

  std::vector<Numbers> numbers_;  // by rank
};

}  // namespace smpi::observe
