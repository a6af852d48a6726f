// SPDX-License-Identifier: BSD-3-Clause
//
// What the members of a communicator that still live decide together, failed ones and a revocation
// notwithstanding (User Level Failure Mitigation: MPI_Comm_agree and MPI_Comm_shrink).
//
// As in a meeting (creation/meeting.h), what they decide is kept once: it is decided when each
// member has come or is known to have failed. Then those that came tell each other, by the messages
// of an agreement (creation/agreement.h) on a communicator of their own. Another failure meanwhile
// changes what it costs and not what was decided.
#pragma once

#include "libsmpi/mpi/comm/communicator.h"

namespace smpi::comm {

// The bitwise and of `flag` over the members that came, for all of them. The error is
// MPI_ERR_PROC_FAILED, for all of them, when a failed member is not acknowledged by one of them.
struct Agreed {
  int flag;
  int error;
};
Agreed agree_on_flag(Communicator& communicator, std::uint32_t number, int flag);

// A communicator of the members that came, in their order; on an intercommunicator those of each
// side. Its error is always MPI_SUCCESS.
Communicator& shrink(Communicator& communicator);

// A failure became known: whom does nobody wait for any more?
void look_at_consensuses(Simulation& simulation);

}  // namespace smpi::comm
