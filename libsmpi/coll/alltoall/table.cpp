// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Alltoall by name.
#include "libsmpi/coll/alltoall/alltoall.h"
#include "libsmpi/coll/tables.h"

namespace smpi::coll {
namespace {

constexpr Algorithm table[] = {
    {"basic_linear", erased<alltoall_linear>, "ompi:linear", "(p-1)(a + n b/p)", ""},
};

constexpr Algorithm alltoallw_table[] = {
    {"linear", erased<alltoall_linear>, "ompi:linear", "(p-1) a + n b", ""},
};

constexpr Algorithm alltoallv_table[] = {
    {"ompi_basic_linear", erased<alltoall_linear>, "ompi:basic_linear", "(p-1) a + n b", ""},
};

}  // namespace

std::span<const Algorithm> alltoall_algorithms() {
  return table;
}
std::span<const Algorithm> alltoallv_algorithms() {
  return alltoallv_table;
}
std::span<const Algorithm> alltoallw_algorithms() {
  return alltoallw_table;
}

}  // namespace smpi::coll
