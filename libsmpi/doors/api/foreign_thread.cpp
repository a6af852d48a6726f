// SPDX-License-Identifier: BSD-3-Clause
//
// The message, and an end that needs nothing of the simulation, which goes on in its own thread.
#include "libsmpi/doors/api/foreign_thread.h"

#include <unistd.h>

#include <atomic>
#include <cstdlib>

#include "include/mpi.h"
#include "kernel/print.h"
#include "libsmpi/ranks/load/threads/openmp.h"

namespace smpi::api {

int highest_thread_level() {
  // Without the launcher threads are the system's, and this library runs in one of them at a time.
  if (current_rank().libc == nullptr) return MPI_THREAD_SERIALIZED;
  return load::OpenmpState::has_real_teams() ? MPI_THREAD_FUNNELED : MPI_THREAD_MULTIPLE;
}

void refuse_thread(const char* function) {
  // The threads of a team come here together, and one message is enough.
  static constinit std::atomic_flag is_refused;
  while (is_refused.test_and_set()) pause();
  kernel::print_message(
      "smpirun: {} was called by a thread of a library (OpenMP?); ranks and the threads that they "
      "make themselves may call MPI\n  hint: OMP_THREAD_LIMIT=1 keeps OpenMP to one thread a "
      "rank\n",
      function);
  std::_Exit(2);
}

}  // namespace smpi::api
