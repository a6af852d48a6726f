// SPDX-License-Identifier: BSD-3-Clause
//
// Critical regions of OpenMP, not of libc but replaced like it.
//
// libgomp has one lock for all unnamed regions, and ranks share libgomp: one that calls MPI inside
// such a region would stop the thread that runs them all. A rank whose teams have one thread
// (OMP_THREAD_LIMIT=1, which smpirun sets) needs no lock.
#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/threads/openmp.h"

namespace smpi::load {
namespace {

bool is_alone_in_team() {
  return callbacks_in_rank() != nullptr && !OpenmpState::has_real_teams();
}

}  // namespace
}  // namespace smpi::load

using smpi::load::is_alone_in_team;
using smpi::load::OpenmpState;

SMPI_REPLACES_LIBC void GOMP_critical_start() {
  static auto* const next = OpenmpState::function<void()>("GOMP_critical_start");
  if (!is_alone_in_team()) next();
}

SMPI_REPLACES_LIBC void GOMP_critical_end() {
  static auto* const next = OpenmpState::function<void()>("GOMP_critical_end");
  if (!is_alone_in_team()) next();
}

SMPI_REPLACES_LIBC void GOMP_critical_name_start(void** name) {
  static auto* const next = OpenmpState::function<void(void**)>("GOMP_critical_name_start");
  if (!is_alone_in_team()) next(name);
}

SMPI_REPLACES_LIBC void GOMP_critical_name_end(void** name) {
  static auto* const next = OpenmpState::function<void(void**)>("GOMP_critical_name_end");
  if (!is_alone_in_team()) next(name);
}
