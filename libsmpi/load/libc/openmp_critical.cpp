// SPDX-License-Identifier: BSD-3-Clause
//
// Critical regions of OpenMP, not of libc but replaced like it.
//
// libgomp has one lock for all unnamed regions, and ranks share libgomp: one that calls MPI inside
// such a region would stop the thread that runs them all. A rank whose teams have one thread
// (OMP_THREAD_LIMIT=1, which smpirun sets) needs no lock.
#include <dlfcn.h>

#include "libsmpi/load/callbacks.h"
#include "libsmpi/load/libc/next_function.h"

namespace smpi::load {
namespace {

// A function of libgomp, which is not in the search order of libsmpi. Keep the result in a static.
template <class Function>
Function* library_function(const char* name) {
  void* library = dlopen("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD);
  return reinterpret_cast<Function*>(dlsym(library, name));
}

bool is_alone_in_team() {
  if (callbacks_in_rank() == nullptr) return false;
  static auto* const thread_limit = library_function<int()>("omp_get_thread_limit");
  return thread_limit() == 1;
}

}  // namespace
}  // namespace smpi::load

using smpi::load::is_alone_in_team;
using smpi::load::library_function;

SMPI_REPLACES_LIBC void GOMP_critical_start() {
  static auto* const next = library_function<void()>("GOMP_critical_start");
  if (!is_alone_in_team()) next();
}

SMPI_REPLACES_LIBC void GOMP_critical_end() {
  static auto* const next = library_function<void()>("GOMP_critical_end");
  if (!is_alone_in_team()) next();
}

SMPI_REPLACES_LIBC void GOMP_critical_name_start(void** name) {
  static auto* const next = library_function<void(void**)>("GOMP_critical_name_start");
  if (!is_alone_in_team()) next(name);
}

SMPI_REPLACES_LIBC void GOMP_critical_name_end(void** name) {
  static auto* const next = library_function<void(void**)>("GOMP_critical_name_end");
  if (!is_alone_in_team()) next(name);
}
