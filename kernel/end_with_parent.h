// SPDX-License-Identifier: BSD-3-Clause
//
// Processes that are of no use without the one that started them.
#pragma once

#include <sys/prctl.h>
#include <unistd.h>

namespace smpi::kernel {

// First in a child after fork(): it gets `signal` when the thread that forked ends. Exits with
// `exit_status` where `parent` has ended already, of which no signal would tell. Allocates nothing.
inline void end_with_parent(pid_t parent, int signal, int exit_status) {
  prctl(PR_SET_PDEATHSIG, signal);
  if (getppid() != parent) ::_exit(exit_status);
}

}  // namespace smpi::kernel
