// SPDX-License-Identifier: BSD-3-Clause
//
// Moving what may or may not have content inside one rank's memory, with its content or its
// absence.
//
// Memory without content is neither read nor written, so pages that were never touched stay so.
#pragma once

#include "libsmpi/ranks/memory/folding.h"

namespace smpi::memory {

// Copies `from` to the bytes at `to`; the two do not overlap.
void copy_content(RankMemory& memory, AddressRange from, Address to);

// Exchanges `a` with the bytes at `b`; the two do not overlap.
void swap_content(RankMemory& memory, AddressRange a, Address b);

}  // namespace smpi::memory
