// SPDX-License-Identifier: BSD-3-Clause
//
// What arguments say about themselves, and the one place where operations are applied.
#include "libsmpi/mpi/coll/arguments.h"

namespace smpi::coll {

MPI_Count ReduceScatterArgs::total_count() const {
  if (counts.is_null()) return count * size();
  MPI_Count total = 0;
  for (int i = 0; i < size(); i++) total += counts[i];
  return total;
}

void combine(Op& op, const void* in, void* inout, MPI_Count count, Datatype* type) {
  if (count > 0) op.apply(in, inout, count, *type);
}

}  // namespace smpi::coll
