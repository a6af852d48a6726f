// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Allgather by name.
#include "libsmpi/coll/allgather/allgather.h"
#include "libsmpi/coll/tables.h"

namespace smpi::coll {
namespace {

constexpr Algorithm table[] = {
    {"ring", erased<allgather_ring>, "ompi:ring mpich:ring", "(p-1)(a + n b/p)", ""},
};

constexpr Algorithm allgatherv_table[] = {
    {"ring", erased<allgather_ring>, "ompi:ring mpich:ring", "(p-1)(a + max block b)", ""},
};

}  // namespace

std::span<const Algorithm> allgather_algorithms() {
  return table;
}
std::span<const Algorithm> allgatherv_algorithms() {
  return allgatherv_table;
}

}  // namespace smpi::coll
