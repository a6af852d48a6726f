// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Scan by name.
#include "libsmpi/coll/scan/scan.h"
#include "libsmpi/coll/tables.h"

namespace smpi::coll {
namespace {

constexpr Algorithm table[] = {
    {"linear", erased<scan_linear>, "ompi:linear", "(p-1)(a + n b + n g)", ""},
};

constexpr Algorithm exscan_table[] = {
    {"linear", erased<exscan_linear>, "ompi:linear", "(p-1)(a + n b + n g)", ""},
};

}  // namespace

std::span<const Algorithm> scan_algorithms() {
  return table;
}
std::span<const Algorithm> exscan_algorithms() {
  return exscan_table;
}

}  // namespace smpi::coll
