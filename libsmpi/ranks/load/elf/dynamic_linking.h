// SPDX-License-Identifier: BSD-3-Clause
//
// What clones call instead of functions of the dynamic linker, which does not know them.
//
// Only the references of clones are bound to these. Shared libraries, and libsmpi itself, keep the
// real ones: dlsym(RTLD_NEXT) goes by its caller.
#pragma once

#include <string_view>

namespace smpi::load {

// The address that a clone's reference to the shared function `name` is bound to; nullptr: the
// function's own.
const void* linking_function(std::string_view name);

}  // namespace smpi::load
