// SPDX-License-Identifier: BSD-3-Clause
//
// Synchronisation of one-sided communication (MPI 5.0, 12.5): fences, general active target
// (post, start, complete, wait) and passive target (lock, unlock).
//
// Signals are empty messages. A lock costs a round trip to its target, the locks of all targets
// cost one to one of them, an unlock does not wait for its message to arrive.
#pragma once

#include "libsmpi/mpi/rma/window.h"
#include "libsmpi/ranks/runtime/checks.h"

namespace smpi::rma {

// All return MPI_SUCCESS, or MPI_ERR_RMA_SYNC when the calls are in a wrong order.
int fence(Window& window, int assertion);

int start_epoch(Window& window, Ref<Group> targets, int assertion);
int complete_epoch(Window& window);
int post(Window& window, Ref<Group> origins, int assertion);
int wait(Window& window);
int test(Window& window, bool& done);

int lock(Window& window, int target, bool exclusive, int assertion);
int unlock(Window& window, int target);
int lock_all(Window& window, int assertion);
int unlock_all(Window& window);
// Gives up what ranks hold whose host has failed, for whoever waits.
void release_locks_of_failed(const Simulation& simulation);

// For the checks of --analyze: the program is told that what it did to `target` is complete.
void note_completion(const Window& window, int target, analysis::Completion completion);

// Is this rank in an epoch that lets it reach `target`?
bool may_access(const Window& window, int target);
// Is this rank in a passive target epoch for `target` (all_targets: for any)?
bool is_passive(const Window& window, int target);
// Is any epoch open that MPI_Win_free must not find?
bool has_open_epoch(const Window& window);

}  // namespace smpi::rma
