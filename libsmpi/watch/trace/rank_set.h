// SPDX-License-Identifier: BSD-3-Clause
//
// Sets of ranks as users and headers write them: "0-3,7".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace smpi::trace {

// By rank: is it in the set?
using RankSet = std::vector<bool>;

// Nothing: it is no list of numbers and ranges, or has a rank that the run has not.
std::optional<RankSet> rank_set_of(std::string_view text, std::uint32_t rank_count);

// Ranges where there are any: "0-3,7".
std::string text_of(const RankSet& set);
std::string text_of_ranks(const std::vector<std::uint32_t>& ranks);  // in order

}  // namespace smpi::trace
