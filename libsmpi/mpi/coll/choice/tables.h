// SPDX-License-Identifier: BSD-3-Clause
//
// The tables of algorithms, one for each collective (coll/*/table.cpp).
#pragma once

#include "libsmpi/mpi/coll/choice/registry.h"

namespace smpi::coll {

std::span<const Algorithm> barrier_algorithms();
std::span<const Algorithm> bcast_algorithms();
std::span<const Algorithm> gather_algorithms();
std::span<const Algorithm> gatherv_algorithms();
std::span<const Algorithm> scatter_algorithms();
std::span<const Algorithm> scatterv_algorithms();
std::span<const Algorithm> allgather_algorithms();
std::span<const Algorithm> allgatherv_algorithms();
std::span<const Algorithm> alltoall_algorithms();
std::span<const Algorithm> alltoallv_algorithms();
std::span<const Algorithm> alltoallw_algorithms();
std::span<const Algorithm> reduce_algorithms();
std::span<const Algorithm> allreduce_algorithms();
std::span<const Algorithm> reduce_scatter_algorithms();
std::span<const Algorithm> reduce_scatter_block_algorithms();
std::span<const Algorithm> scan_algorithms();
std::span<const Algorithm> exscan_algorithms();

}  // namespace smpi::coll
