// SPDX-License-Identifier: BSD-3-Clause
//
// The strands of the threads that ranks make: what load/threads/thread.h asks of the simulation.
#pragma once

namespace smpi {

class Simulation;
struct Rank;
struct Strand;

// Lets programs make simulated threads, until stop_threads().
void simulate_threads(const Simulation& simulation);
void stop_threads();
// Ends all threads of a rank but the running one, as the end of a process does.
void abandon_threads(Rank& rank);
// Called at each switch: the thread-local variables of the next strand are in use from now on.
void follow_thread_variables(Strand* next);

}  // namespace smpi
