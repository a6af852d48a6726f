// SPDX-License-Identifier: BSD-3-Clause
//
// Hints for windows (MPI 5.0, 12.2.1 and 12.2.7): MPI_Win_get_info shows those of the standard,
// with the value that holds when nobody gave one. Only alloc_shared_noncontig changes what is done
// here.
#pragma once

#include "libsmpi/mpi/info/info.h"

namespace smpi {

class Window;

namespace rma {

// What a new window has.
Ref<Info> default_hints();
// Takes over the given hints that the standard names; others are ignored, and nullptr changes
// nothing.
void set_hints(Window& window, const Info* given);

}  // namespace rma
}  // namespace smpi
