// SPDX-License-Identifier: BSD-3-Clause
//
// Tables of names and beginnings of names.
#include "libsmpi/watch/record/timeline/function_class.h"

#include <algorithm>
#include <array>

#include "libsmpi/watch/record/report/call_topic.h"

namespace smpi::record {
namespace {

struct NamedCollective {
  std::string_view name;
  CollectiveKind kind;
};

using enum CollectiveKind;
constexpr std::array<NamedCollective, 17> collectives = {{
    {"MPI_Barrier", barrier},
    {"MPI_Bcast", bcast},
    {"MPI_Gather", gather},
    {"MPI_Gatherv", gatherv},
    {"MPI_Scatter", scatter},
    {"MPI_Scatterv", scatterv},
    {"MPI_Allgather", allgather},
    {"MPI_Allgatherv", allgatherv},
    {"MPI_Alltoall", alltoall},
    {"MPI_Alltoallv", alltoallv},
    {"MPI_Alltoallw", alltoallw},
    {"MPI_Allreduce", allreduce},
    {"MPI_Reduce", reduce},
    {"MPI_Reduce_scatter", reduce_scatter},
    {"MPI_Scan", scan},
    {"MPI_Exscan", exscan},
    {"MPI_Reduce_scatter_block", reduce_scatter_block},
}};

struct Beginning {
  std::string_view text;
  FunctionClass what;
};

// The first that fits counts.
constexpr std::array<Beginning, 33> beginnings = {{
    {"MPI_Win_", FunctionClass::one_sided},
    {"MPI_Put", FunctionClass::one_sided},
    {"MPI_Get_", FunctionClass::other},  // MPI_Get_count and its like
    {"MPI_Get", FunctionClass::one_sided},
    {"MPI_Rput", FunctionClass::one_sided},
    {"MPI_Rget", FunctionClass::one_sided},
    {"MPI_Raccumulate", FunctionClass::one_sided},
    {"MPI_Accumulate", FunctionClass::one_sided},
    {"MPI_Compare_and_swap", FunctionClass::one_sided},
    {"MPI_Fetch_and_op", FunctionClass::one_sided},
    {"MPI_File_", FunctionClass::file},
    {"MPI_Wait", FunctionClass::completion},
    {"MPI_Test", FunctionClass::completion},
    {"MPI_Start", FunctionClass::point_to_point},
    {"MPI_Send", FunctionClass::point_to_point},
    {"MPI_Ssend", FunctionClass::point_to_point},
    {"MPI_Rsend", FunctionClass::point_to_point},
    {"MPI_Bsend", FunctionClass::point_to_point},
    {"MPI_Isend", FunctionClass::point_to_point},
    {"MPI_Issend", FunctionClass::point_to_point},
    {"MPI_Irsend", FunctionClass::point_to_point},
    {"MPI_Ibsend", FunctionClass::point_to_point},
    {"MPI_Recv", FunctionClass::point_to_point},
    {"MPI_Irecv", FunctionClass::point_to_point},
    {"MPI_Mrecv", FunctionClass::point_to_point},
    {"MPI_Imrecv", FunctionClass::point_to_point},
    {"MPI_Probe", FunctionClass::point_to_point},
    {"MPI_Iprobe", FunctionClass::point_to_point},
    {"MPI_Mprobe", FunctionClass::point_to_point},
    {"MPI_Improbe", FunctionClass::point_to_point},
    {"MPI_Pready", FunctionClass::point_to_point},
    {"MPI_Parrived", FunctionClass::completion},
    {"MPI_Neighbor_", FunctionClass::collective},
}};

std::string_view without_suffix(std::string_view name) {
  return name.ends_with("_c") ? name.substr(0, name.size() - 2) : name;
}

}  // namespace

std::optional<CollectiveKind> collective_kind(std::string_view name) {
  const auto found = std::ranges::find(collectives, without_suffix(name), &NamedCollective::name);
  if (found == collectives.end()) return std::nullopt;
  return found->kind;
}

FunctionClass class_of_function(std::string_view name) {
  if (is_device_call(name)) return FunctionClass::device;
  if (collective_kind(name)) return FunctionClass::collective;
  for (const NamedCollective& collective : collectives) {  // MPI_Ibcast, MPI_Bcast_init
    const std::string_view stem = collective.name.substr(4);
    if (name.starts_with("MPI_I") && stem.size() + 5 == name.size() &&
        name.substr(6) == stem.substr(1)) {
      return FunctionClass::collective;
    }
  }
  for (const Beginning& beginning : beginnings) {
    if (name.starts_with(beginning.text)) return beginning.what;
  }
  return FunctionClass::other;
}

bool has_root(CollectiveKind kind) {
  return kind == bcast || kind == gather || kind == gatherv || kind == scatter ||
         kind == scatterv || kind == reduce;
}

}  // namespace smpi::record
