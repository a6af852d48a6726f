// SPDX-License-Identifier: BSD-3-Clause
//
// What a strand of the library starts with.
#include "libsmpi/mpi/requests/library_strand.h"

#include <utility>

#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi {

void start_library_strand(Strand& strand, Rank& rank, std::function<void()> work) {
  strand.rank = &rank;
  strand.call = running_strand->call;
  strand.call_depth = 1;
  strand.actor = &rank.simulation.engine.spawn(std::move(work), &strand, kernel::StackKind::small);
}

}  // namespace smpi
