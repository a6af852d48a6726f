// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Reduce by name.
#include "libsmpi/coll/reduce/reduce.h"
#include "libsmpi/coll/tables.h"

namespace smpi::coll {
namespace {

constexpr Algorithm table[] = {
    {"binomial", erased<reduce_binomial>, "mpich:binomial", "L (a + n b + n g)", ""},
};

}  // namespace

std::span<const Algorithm> reduce_algorithms() {
  return table;
}

}  // namespace smpi::coll
