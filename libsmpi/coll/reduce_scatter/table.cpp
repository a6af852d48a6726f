// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Reduce_scatter by name.
#include "libsmpi/coll/reduce_scatter/reduce_scatter.h"
#include "libsmpi/coll/tables.h"

namespace smpi::coll {
namespace {

constexpr Algorithm table[] = {
    {"default", erased<reduce_scatter_reduce_scatterv>, "ompi:non-overlapping", "reduce + scatterv",
     ""},
};

constexpr Algorithm reduce_scatter_block_table[] = {
    {"default", erased<reduce_scatter_reduce_scatterv>, "ompi:basic_linear", "reduce + scatterv",
     ""},
};

}  // namespace

std::span<const Algorithm> reduce_scatter_algorithms() {
  return table;
}
std::span<const Algorithm> reduce_scatter_block_algorithms() {
  return reduce_scatter_block_table;
}

}  // namespace smpi::coll
