// SPDX-License-Identifier: BSD-3-Clause
//
// One line an algorithm: name, cost, restrictions.
#include "libsmpi/mpi/coll/choice/describe.h"

#include <fmt/format.h>

#include "libsmpi/mpi/coll/choice/registry.h"

namespace smpi::coll {

std::string describe_collectives() {
  std::string text =
      "Collective algorithms: --cfg=smpi/COLLECTIVE:NAME chooses one, "
      "--cfg=smpi/coll-selector:NAME\n"
      "the rules for all others. Besides the names below, every collective takes the names of "
      "rules:\n"
      "ompi, mpich, default, and automatic (run all, print a table of their simulated times).\n"
      "Costs on an uncontended network: p ranks, L = ceil(log2 p), F = floor(log2 p), S segments;\n"
      "a: latency of a message, b: time for a byte, g: time to combine a byte; n: bytes of the "
      "vector\n"
      "(bcast, reduce, allreduce, scan), of all blocks together (gather, scatter, allgather,\n"
      "reduce_scatter), of all blocks one rank sends (alltoall).\n"
      "An algorithm that a call does not suit is replaced by the choice of the rules.\n";
  for (int i = 0; i < collective_count; i++) {
    const auto collective = static_cast<Collective>(i);
    text += fmt::format("\nsmpi/{}\n", name_of(collective));
    for (const Algorithm& algorithm : algorithms(collective)) {
      const std::string_view needs = algorithm.restrictions;
      text += fmt::format("  {:<28} {}{}{}\n", algorithm.name, algorithm.cost,
                          needs.empty() ? "" : "; ", needs);
    }
  }
  return text;
}

}  // namespace smpi::coll
