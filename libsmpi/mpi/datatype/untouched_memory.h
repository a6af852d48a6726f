// SPDX-License-Identifier: BSD-3-Clause
//
// Memory that was allocated and never touched holds zeros and costs nothing, until somebody reads
// it: each page then takes a fault of a microsecond. Programs under study often send such memory
// (stencils whose grids nobody fills), in messages of many pages. Linux 6.11 tells which pages
// exist; what an older one does not tell is looked at as any other memory. Its answers are
// remembered until something may have been touched or mapped, so that a stencil's thousands of
// equal messages cost one short system call each.
#pragma once

#include <cstddef>

namespace smpi::datatype {

// Below this size looking at the bytes is quicker than asking the kernel about their pages.
inline constexpr std::size_t untouched_bytes_min = 32768;

// Do both ranges of `size` bytes lie in private anonymous memory, `from` readable and `to`
// writable, no page of which was ever touched? Then they hold the same zeros. False when this is
// not known. It asks less often the more often the answer was no. What it remembers is right as
// long as load/libc/mappings.cpp sees all that maps or moves memory with content without touching
// it.
bool are_untouched(const std::byte* to, const std::byte* from, std::size_t size);
// Does the range lie in pages that the last call of are_untouched() found untouched on its way? To
// be asked before anything else happens.
bool is_known_untouched(const std::byte* range, std::size_t size);

}  // namespace smpi::datatype
