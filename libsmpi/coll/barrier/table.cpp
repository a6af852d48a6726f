// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Barrier by name.
#include "libsmpi/coll/barrier/barrier.h"
#include "libsmpi/coll/tables.h"

namespace smpi::coll {
namespace {

constexpr Algorithm table[] = {
    {"ompi_bruck", erased<barrier_dissemination>, "ompi:bruck mpich:dissemination", "L a", ""},
};

}  // namespace

std::span<const Algorithm> barrier_algorithms() {
  return table;
}

}  // namespace smpi::coll
