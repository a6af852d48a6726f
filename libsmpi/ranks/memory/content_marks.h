// SPDX-License-Identifier: BSD-3-Clause
//
// Saying that a modelled kernel wrote memory: from now on it has no content.
#pragma once

#include <cstddef>

#include "libsmpi/ranks/memory/folding.h"

namespace smpi::memory {

// `count` pieces of `piece_bytes`, whose starts are `stride_bytes` apart: the columns of a matrix.
struct Pieces {
  Address begin;
  std::size_t piece_bytes;
  std::size_t count;
  std::ptrdiff_t stride_bytes;
};

// Makes the pieces phantom, unless they are on the caller's stack of at most `stack_bytes`: a stack
// is used again for something else, and nobody says so. Nothing when the rank does not track
// phantom memory.
void mark_written(RankMemory& memory, const Pieces& pieces, std::size_t stack_bytes);

}  // namespace smpi::memory
