// SPDX-License-Identifier: BSD-3-Clause
//
// OpenMP programs: what GCC's run-time library keeps for a thread.
//
// Ranks share libgomp, and one thread of the system runs them all, so libgomp would take them for
// one thread: the team that a rank is in, its nesting and its omp_set_num_threads() would be those
// of the rank that runs next. Its thread-local block is therefore exchanged at each switch, which
// makes every rank (and every thread of a rank) a thread of its own to it. Alternative considered:
// private copies; the dynamic linker has room for twelve, as the block is of model initial-exec.
#pragma once

#include <cstddef>
#include <memory>

namespace smpi::load {

class OpenmpState {
 public:
  // Looks for libgomp among the libraries that are loaded. Call it on the thread that runs the
  // ranks, before they run.
  static void find_library();
  static bool is_library_found() { return is_found; }
  // Called at each switch, while the library was found: the state `next` is in use from now on.
  // An empty one is made as a new thread finds it.
  static void use(std::shared_ptr<OpenmpState>& next);

  // A function of libgomp, which is not in the search order of libsmpi. Only for programs that have
  // it. Keep the result in a static.
  template <class Function>
  static Function* function(const char* name) {
    return reinterpret_cast<Function*>(find_function(name));
  }
  // May teams have more than one thread? They are real ones then, beside the simulation.
  static bool has_real_teams();
  // How many parallel regions lie round what `state`, which is not in use any more, waits in.
  static int region_depth(std::shared_ptr<OpenmpState>& state);

 private:
  static constinit bool is_found;

  static void* find_function(const char* name);

  std::unique_ptr<std::byte[]> block_;  // while it is not in use
};

}  // namespace smpi::load
