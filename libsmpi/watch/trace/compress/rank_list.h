// SPDX-License-Identifier: BSD-3-Clause
//
// Sets of ranks as nested progressions (the PRSDs of ScalaTrace): the inner ranks of a grid are
// "16 times from +64, of 16 times from +8, of 6 times from +1".
//
//   ranklist = varint parts, then of each: varint start (minus the last one's), varint depth,
//              depth x (varint iterations, varint stride), innermost first
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "libsmpi/watch/trace/compress/bytes.h"

namespace smpi::trace {

// `ranks` are sorted and differ.
void append_rank_list(std::string& out, std::span<const std::uint32_t> ranks);
// Sorted; all below `rank_count`. Throws Damage.
std::vector<std::uint32_t> read_rank_list(ByteReader& reader, std::uint32_t rank_count);

}  // namespace smpi::trace
