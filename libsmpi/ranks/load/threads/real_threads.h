// SPDX-License-Identifier: BSD-3-Clause
//
// The threads of the system beside the one that runs the ranks, such as those of OpenMP teams.
//
// They go on in real time while simulated time stands still. When all ranks wait for ever, one of
// them may still be on its way to a call of MPI, which is an error that explains the deadlock; so
// the report waits until none of them computes or sleeps.
#pragma once

namespace smpi::load {

// Returns when every other thread of this process waits for something, or after ten seconds.
void wait_for_real_threads();

}  // namespace smpi::load
