// SPDX-License-Identifier: BSD-3-Clause
//
// Hints of a communicator (MPI 5.0, 7.4.4). All that a program gives are kept and shown; none
// changes what the simulation does.
#pragma once

#include <string_view>

#include "libsmpi/mpi/comm/communicator.h"

namespace smpi::comm {

// Adds the given hints to those of the communicator; nullptr adds nothing.
void set_hints(Communicator& communicator, const Info* given);
void set_hint(Communicator& communicator, std::string_view key, std::string_view value);

}  // namespace smpi::comm
