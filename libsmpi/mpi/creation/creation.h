// SPDX-License-Identifier: BSD-3-Clause
//
// Making communicators (MPI 5.0, 7.4.2). Each function is collective over the members it names and
// returns when the simulated agreement has ended; arguments were checked by the caller. A
// communicator that is returned has a handle, an owner and its parent's error handler; attributes,
// hints and names are the caller's business.
#pragma once

#include <string>

#include "libsmpi/mpi/comm/communicator.h"

namespace smpi::comm {

// The shared part of a new communicator, with a context of its own.
Ref<CommunicatorShared> make_intra(Simulation& simulation, Ref<Group> group);
Ref<CommunicatorShared> make_inter(Simulation& simulation, Ref<Group> side_0, Ref<Group> side_1);

// The running rank's view of a new communicator.
Communicator& adopt(const Errhandler& errhandler, Ref<CommunicatorShared> shared, int side);
Communicator& adopt(const Communicator& parent, Ref<CommunicatorShared> shared);

// A duplicate, topology included, complete but for the agreement: the caller runs
// agree(duplicate, duplicate_block_bytes, 0) itself, now or in the background.
Communicator& begin_duplicate(Communicator& parent);
inline constexpr MPI_Count duplicate_block_bytes = 8;

// These return nullptr when the running rank is in no new communicator, or a member failed
// (p2p::has_failure()).
Communicator* split(Communicator& parent, int colour, int key);
Communicator* create(Communicator& parent, Ref<Group> group);
// Collective over `group` only.
Communicator* create_group(Communicator& parent, Ref<Group> group, int tag);
// Without a parent; `tag` keeps concurrent creations apart. REQUIRES: the rank is in `group`.
Communicator* create_from_group(Ref<Group> group, const std::string& tag,
                                const Errhandler& errhandler);

// The same without a word about failures: the communicator is there in any case.
Communicator& begin_from_group(Ref<Group> group, const std::string& tag,
                               const Errhandler& errhandler);

// Takes the communicator from the program: its handle is invalid from now on, pending operations
// keep it alive.
void release_handle(Communicator& communicator);
// What was made, or nullptr when a member failed meanwhile (p2p::has_failure()): then it is gone.
Communicator* unless_failed(Communicator& made);

// What MPI_Finalize does first (MPI 5.0, 11.2.4): deletes the attributes of MPI_COMM_SELF, then
// those of MPI_COMM_WORLD, the last one set first. Returns the error of a callback.
int delete_attributes(Rank& rank);

}  // namespace smpi::comm
