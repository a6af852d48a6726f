// SPDX-License-Identifier: BSD-3-Clause
//
// The out-of-line part of meetings: where the table is, and what happens when calls do not match.
#include "libsmpi/mpi/creation/meeting.h"

#include "libsmpi/mpi/errors/raise.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::comm {

MeetingTable& meetings(Simulation& simulation) {
  return simulation.meetings;
}

void refuse_mismatch() {
  const char* function = running_strand->call.function;
  end_with_error(MPI_ERR_OTHER, function == nullptr ? "MPI" : function,
                 "another rank of the communicator is in a different collective call");
}

}  // namespace smpi::comm
