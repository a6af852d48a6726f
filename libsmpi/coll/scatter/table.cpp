// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Scatter by name.
#include "libsmpi/coll/scatter/scatter.h"
#include "libsmpi/coll/tables.h"

namespace smpi::coll {
namespace {

constexpr Algorithm table[] = {
    {"ompi_basic_linear", erased<scatter_linear>, "ompi:basic_linear", "(p-1)(a + n b/p)", ""},
};

constexpr Algorithm scatterv_table[] = {
    {"ompi_basic_linear", erased<scatter_linear>, "ompi:linear mpich:linear", "(p-1) a + n b", ""},
};

}  // namespace

std::span<const Algorithm> scatter_algorithms() {
  return table;
}
std::span<const Algorithm> scatterv_algorithms() {
  return scatterv_table;
}

}  // namespace smpi::coll
