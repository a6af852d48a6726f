// SPDX-License-Identifier: BSD-3-Clause
//
// What plug-ins of overlays may call, see include/smpi/overlay.h.
#include "include/smpi/overlay.h"

#include "libsmpi/cost/modeled/state.h"
#include "libsmpi/ranks/memory/content_marks.h"
#include "libsmpi/ranks/memory/folding.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/ranks/runtime/simulation.h"

using namespace smpi;  // NOLINT: the definitions below are C functions

namespace {

memory::AddressRange range_of(const void* begin, size_t size) {
  return {memory::address_of(begin), memory::address_of(begin) + size};
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

void smpi_memory_forget(void* begin, size_t size) {
  if (!in_rank()) return;
  Rank& rank = current_rank();
  const memory::Pieces piece{
      .begin = memory::address_of(begin), .piece_bytes = size, .count = 1, .stride_bytes = 0};
  memory::mark_written(rank.memory, piece, rank.simulation.modeled->stack_bytes);
}

void smpi_memory_wrote(void* begin, size_t size) {
  if (in_rank()) current_rank().memory.set_content(range_of(begin, size));
}

int smpi_memory_lacks_content(const void* begin, size_t size) {
  return in_rank() && current_rank().memory.lacks(range_of(begin, size)) ? 1 : 0;
}

}  // extern "C"
#pragma GCC visibility pop
