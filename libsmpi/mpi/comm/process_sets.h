// SPDX-License-Identifier: BSD-3-Clause
//
// The process sets that a session offers (MPI 5.0, 11.3.2): the two that every implementation has,
// and the ranks on the same host.
#pragma once

#include <span>
#include <string_view>

#include "libsmpi/mpi/comm/group.h"

namespace smpi {

// In the order of MPI_Session_get_nth_pset.
std::span<const std::string_view> process_set_names();
// The members of a set as the running rank sees it; nullptr when there is no such set. Names that
// differ in case are the same.
Ref<Group> make_process_set(std::string_view name);

}  // namespace smpi
