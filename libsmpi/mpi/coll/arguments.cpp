// SPDX-License-Identifier: BSD-3-Clause
//
// What arguments say about themselves, and the one place where operations are applied.
#include "libsmpi/mpi/coll/arguments.h"

#include "libsmpi/ranks/memory/folding.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::coll {
namespace {

// Has none of these elements content? Then neither has what is made of them.
bool lacks_content(const Rank& rank, const void* buffer, MPI_Count count, const Datatype& type) {
  if (type.extent() != type.size_bytes()) return false;  // with gaps: not worth looking
  const memory::Address begin = memory::address_of(buffer);
  return rank.memory.lacks({begin, begin + static_cast<std::size_t>(count * type.size_bytes())});
}

}  // namespace

MPI_Count ReduceScatterArgs::total_count() const {
  if (counts.is_null()) return count * size();
  MPI_Count total = 0;
  for (int i = 0; i < size(); i++) total += counts[i];
  return total;
}

void combine(Op& op, const void* in, void* inout, MPI_Count count, Datatype* type) {
  if (count == 0) return;
  // Steps of collapsed exchanges are done between ranks, and only where all memory has content.
  if (in_rank() && current_rank().simulation.folds_memory && op.is_predefined() &&
      (lacks_content(current_rank(), in, count, *type) ||
       lacks_content(current_rank(), inout, count, *type))) {
    return;
  }
  op.apply(in, inout, count, *type);
}

}  // namespace smpi::coll
