// SPDX-License-Identifier: BSD-3-Clause
//
// The definition that a replacement of ours hides: libc's own.
#pragma once

#include <dlfcn.h>

// Marks what replacements do where no rank runs. AddressSanitizer's run-time library and the
// constructors of other libraries call some of them before that library can check accesses.
#define SMPI_CALLED_EARLY __attribute__((no_sanitize_address))

// Marks a replacement: visible to the program whatever the default visibility.
#define SMPI_REPLACES_LIBC extern "C" SMPI_CALLED_EARLY __attribute__((visibility("default")))

namespace smpi::load {

// Looks `name` up after libsmpi in the search order. Keep the result in a static.
template <class Function>
SMPI_CALLED_EARLY Function* next_function(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace smpi::load
