// SPDX-License-Identifier: BSD-3-Clause
//
// What kind of call a function of MPI is, by its name: the formats of timelines have roles, codes
// and colours for kinds.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace smpi::record {

enum class FunctionClass : std::uint8_t {
  point_to_point,  // sends and receives
  completion,      // waits and tests
  collective,
  one_sided,
  file,
  device,  // calls of HIP, CUDA and their libraries
  other
};

// Blocking collectives that move data; the numbers are those of OTF2.
enum class CollectiveKind : std::uint8_t {
  barrier = 0,
  bcast = 1,
  gather = 2,
  gatherv = 3,
  scatter = 4,
  scatterv = 5,
  allgather = 6,
  allgatherv = 7,
  alltoall = 8,
  alltoallv = 9,
  alltoallw = 10,
  allreduce = 11,
  reduce = 12,
  reduce_scatter = 13,
  scan = 14,
  exscan = 15,
  reduce_scatter_block = 16
};

FunctionClass class_of_function(std::string_view name);
// Of blocking ones; MPI_Ibcast is none of them.
std::optional<CollectiveKind> collective_kind(std::string_view name);
// Does the call have one rank that differs from the others?
bool has_root(CollectiveKind kind);

}  // namespace smpi::record
