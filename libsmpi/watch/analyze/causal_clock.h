// SPDX-License-Identifier: BSD-3-Clause
//
// Which wildcard receives an event depends on: a vector clock (Mattern 1989) that only counts the
// completions of receives with MPI_ANY_SOURCE. A message that was sent without knowledge of such a
// completion could have arrived before it. Entries of processes that completed none are not kept,
// so programs without wildcards have empty clocks.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace smpi {

class CausalClock {
 public:
  // Completions of `process` that are known here.
  std::uint32_t count_of(std::uint32_t process) const;
  // One more completion of `process`; returns its number, from 1.
  std::uint32_t tick(std::uint32_t process);
  // Knows afterwards what `other` knows.
  void merge(const CausalClock& other);
  // Does merge(other) change nothing?
  bool covers(const CausalClock& other) const;
  bool empty() const { return counts_.empty(); }

 private:
  std::vector<std::pair<std::uint32_t, std::uint32_t>> counts_;  // by process, ascending
};

}  // namespace smpi
