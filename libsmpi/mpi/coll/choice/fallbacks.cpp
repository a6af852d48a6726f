// SPDX-License-Identifier: BSD-3-Clause
//
// A table of algorithms, conditions and replacements. Chains of replacements occur.
#include "libsmpi/mpi/coll/choice/fallbacks.h"

#include <bit>
#include <string_view>

#include "kernel/error.h"

namespace smpi::coll {
namespace {

bool fewer_than_ranks(const Profile& profile) {
  return profile.total_elements < profile.ranks;
}
bool cannot_halve(const Profile& profile) {
  const auto power = std::bit_floor(static_cast<unsigned>(profile.ranks));
  return !profile.commutative || profile.total_elements < static_cast<MPI_Count>(power);
}
bool below_two(const Profile& profile) {
  return profile.total_elements < 2;
}
bool is_ordered(const Profile& profile) {
  return !profile.commutative;
}
bool is_in_place(const Profile& profile) {
  return profile.in_place;
}
bool no_power_of_two(const Profile& profile) {
  return !std::has_single_bit(static_cast<unsigned>(profile.ranks));
}
bool is_odd(const Profile& profile) {
  return profile.ranks % 2 != 0;
}

struct Fallback {
  Collective collective;
  std::string_view from;
  bool (*when)(const Profile& profile);
  std::string_view to;
};

constexpr Fallback fallbacks[] = {
    {Collective::allreduce, "lr", fewer_than_ranks, "rdb"},
    {Collective::allreduce, "ompi_ring_segmented", fewer_than_ranks, "rdb"},
    {Collective::allreduce, "ompi_rabenseifner", cannot_halve, "basic_linear"},
    {Collective::reduce, "ompi_rabenseifner", cannot_halve, "ompi_basic_linear"},
    {Collective::bcast, "split_binary_tree", below_two, "chain"},
    {Collective::bcast, "scatter_rdb_allgather", fewer_than_ranks, "flattree"},
    {Collective::bcast, "scatter_LR_allgather", fewer_than_ranks, "flattree"},
    {Collective::allgather, "rdb", no_power_of_two, "bruck"},
    {Collective::allgather, "ompi_neighborexchange", is_odd, "NTSLR"},
    {Collective::allgatherv, "ompi_neighborexchange", is_odd, "mpich_ring"},
    {Collective::reduce_scatter_block, "recursive_halving", is_ordered, "basic_linear"},
    {Collective::alltoall, "", is_in_place, "in_place_ring"},
    {Collective::alltoallv, "", is_in_place, "in_place_ring"},
    {Collective::alltoallw, "", is_in_place, "in_place_ring"},
};

const Algorithm* named(Collective collective, std::string_view name) {
  for (const Algorithm& algorithm : algorithms(collective)) {
    if (algorithm.name == name) return &algorithm;
  }
  SIM_ASSERT(false, "a fallback names an algorithm that does not exist");
  return nullptr;
}

// Reductions of the nonblocking module (libnbc) that cannot halve.
const Algorithm* nonblocking_reduction(const Profile& profile) {
  constexpr int few_ranks = 4;
  constexpr MPI_Count long_bytes = 65536;
  if (profile.collective == Collective::allreduce) {
    return named(profile.collective, profile.commutative ? "lr" : "libnbc_binomial");
  }
  const bool tree = profile.ranks > few_ranks || profile.block_bytes < long_bytes;
  return named(profile.collective, tree || !profile.commutative ? "libnbc_binomial" : "chain");
}

}  // namespace

const Algorithm* after_fallbacks(const Algorithm* chosen, const Profile& profile) {
  if (profile.nonblocking) {
    const bool halves = std::string_view(chosen->name) == "ompi_rabenseifner";
    if (halves && cannot_halve(profile)) return nonblocking_reduction(profile);
  }
  for (const Fallback& fallback : fallbacks) {
    if (fallback.collective != profile.collective) continue;
    if (!fallback.from.empty() && fallback.from != chosen->name) continue;
    if (fallback.when(profile)) return named(profile.collective, fallback.to);
  }
  return chosen;
}

bool does_nothing(const Profile& profile) {
  switch (profile.collective) {
    case Collective::barrier:
    case Collective::alltoallv:
    case Collective::alltoallw:
    case Collective::gatherv:
    case Collective::scatterv:
      return false;
    default:
      return profile.total_bytes == 0 && !profile.inter;
  }
}

}  // namespace smpi::coll
