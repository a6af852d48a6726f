// SPDX-License-Identifier: BSD-3-Clause
//
// The process of the system that runs the simulation, for whoever must tell it from its children.
//
// A child by fork(2) runs the handlers of pthread_atfork, which take it out of the simulation
// (callbacks.cpp). A child by vfork(2) runs none and shares our memory, so it looks like the rank
// that made it: only the number of its process differs.
#pragma once

#include <sys/types.h>

namespace smpi::load {

// What getpid(2) says, in ranks too.
pid_t real_process_id();

// The caller's process simulates from now on.
void note_simulating_process();
bool in_simulating_process();

}  // namespace smpi::load
