// SPDX-License-Identifier: BSD-3-Clause
//
// Functions to call when a rank or one of its threads ends: atexit, on_exit, destructors of static
// and thread_local objects.
#pragma once

#include <vector>

namespace smpi::load {

struct ExitHandler {
  void (*function)(void*) = nullptr;
  void (*function_with_status)(int, void*) = nullptr;  // on_exit's form
  void* argument = nullptr;
};

// Calls the handlers, last one first; they may add more, and may call exit again.
void call_handlers(std::vector<ExitHandler>& handlers, int status);

}  // namespace smpi::load
