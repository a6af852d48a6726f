// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Gather by name.
#include "libsmpi/coll/gather/gather.h"
#include "libsmpi/coll/tables.h"

namespace smpi::coll {
namespace {

constexpr Algorithm table[] = {
    {"ompi_basic_linear", erased<gather_linear>, "ompi:basic_linear", "(p-1)(a + n b/p)", ""},
};

constexpr Algorithm gatherv_table[] = {
    {"ompi_basic_linear", erased<gather_linear>, "ompi:linear mpich:linear", "(p-1) a + n b", ""},
};

}  // namespace

std::span<const Algorithm> gather_algorithms() {
  return table;
}
std::span<const Algorithm> gatherv_algorithms() {
  return gatherv_table;
}

}  // namespace smpi::coll
