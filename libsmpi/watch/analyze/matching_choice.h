// SPDX-License-Identifier: BSD-3-Clause
//
// Which message a wildcard receive is to take, as smpirun --matching writes it:
// RANK:NUMBER=SOURCE[,...]. NUMBER counts the receives with MPI_ANY_SOURCE that the rank posts and
// the probes with it that find something, from 1; SOURCE is the sender's rank in the communicator.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace smpi {

struct MatchingChoice {
  std::uint32_t process = 0;  // index in Simulation::ranks: the rank, if no process was spawned
  std::uint32_t number = 0;
  int source = 0;
  bool operator==(const MatchingChoice&) const = default;
};

std::string format_choices(const std::vector<MatchingChoice>& choices);
// Throws kernel::InputError.
std::vector<MatchingChoice> parse_choices(std::string_view text);

}  // namespace smpi
