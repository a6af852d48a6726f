// SPDX-License-Identifier: BSD-3-Clause
//
// The collective operations of MPI 5.0, chapter 6.
#pragma once

#include <cstdint>

namespace smpi::coll {

// One for each blocking function; nonblocking and persistent forms are the same operation.
enum class Collective : std::uint8_t {
  barrier,
  bcast,
  gather,
  gatherv,
  scatter,
  scatterv,
  allgather,
  allgatherv,
  alltoall,
  alltoallv,
  alltoallw,
  reduce,
  allreduce,
  reduce_scatter,
  reduce_scatter_block,
  scan,
  exscan,
  // Between neighbours in a topology: one algorithm, no choice.
  neighbor_allgather,
  neighbor_allgatherv,
  neighbor_alltoall,
  neighbor_alltoallv,
  neighbor_alltoallw
};
// Those with a choice of algorithms.
inline constexpr int collective_count = 17;

inline bool has_choice(Collective collective) {
  return static_cast<int>(collective) < collective_count;
}

// The name of a collective with a choice, without MPI_, such as "reduce_scatter".
const char* name_of(Collective collective);

}  // namespace smpi::coll
