// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Allreduce by name.
#include "libsmpi/coll/allreduce/allreduce.h"
#include "libsmpi/coll/tables.h"

namespace smpi::coll {
namespace {

constexpr Algorithm table[] = {
    {"rdb", erased<allreduce_recursive_doubling>,
     "ompi:recursive_doubling mpich:recursive_doubling", "L (a + n b + n g)", ""},
};

}  // namespace

std::span<const Algorithm> allreduce_algorithms() {
  return table;
}

}  // namespace smpi::coll
