// SPDX-License-Identifier: BSD-3-Clause
//
// The object that holds the hints is made with the first of them.
#include "libsmpi/mpi/comm/hints.h"
#include "libsmpi/mpi/info/info.h"

namespace smpi::comm {

namespace {

// The hints of the standard (MPI 5.0, 7.4.4, 7.4.2, 11.4.3). Others are ignored, and what is
// ignored is not shown by MPI_Comm_get_info.
bool is_known(std::string_view key) {
  return key.starts_with("mpi_assert_") || key == "mpi_hw_resource_type" ||
         key == "mpi_memory_alloc_kinds" || key == "mpi_pset_name";
}

}  // namespace

void set_hint(Communicator& communicator, std::string_view key, std::string_view value) {
  if (!communicator.info) communicator.info = new Info;
  communicator.info->set(key, value);
}

void set_hints(Communicator& communicator, const Info* given) {
  for (std::size_t i = 0; given != nullptr && i < given->size(); i++) {
    const auto& [key, value] = (*given)[i];
    if (is_known(key)) set_hint(communicator, key, value);
  }
}

}  // namespace smpi::comm
