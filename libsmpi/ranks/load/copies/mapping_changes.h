// SPDX-License-Identifier: BSD-3-Clause
//
// How often has memory that may have content been mapped or moved, without a page fault that would
// tell of it? Counted by libc/mappings.cpp, for those who remember what an address holds.
#pragma once

#include <cstdint>

namespace smpi::load {

inline constinit std::uint64_t mapping_change_count = 0;

}  // namespace smpi::load
