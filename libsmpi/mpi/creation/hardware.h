// SPDX-License-Identifier: BSD-3-Clause
//
// The parts of the machine that MPI_Comm_split_type and MPI_Get_hw_resource_info know (MPI 5.0,
// 7.4.2 and 11.1.4): the whole platform and its hosts. Ranks of one host share memory.
#pragma once

#include <optional>
#include <string_view>

#include "libsmpi/mpi/comm/communicator.h"

namespace smpi::comm {

inline constexpr const char* machine_resource = "smpi://Machine";
inline constexpr const char* host_resource = "smpi://Host";
inline constexpr const char* shared_memory_resource = "mpi_shared_memory";  // named by MPI

// How a rank takes part in a split by type.
struct TypeSplit {
  int colour;                      // MPI_UNDEFINED: in no new communicator
  const char* resource = nullptr;  // what the members share, for the new communicator's hints
};

// nullopt when `split_type` is none of MPI's.
std::optional<TypeSplit> colour_of_type(const Communicator& parent, int split_type,
                                        const Info* info);

}  // namespace smpi::comm
