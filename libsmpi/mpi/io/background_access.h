// SPDX-License-Identifier: BSD-3-Clause
//
// Accesses that go on while the program does something else: nonblocking and split collective ones.
#pragma once

#include <optional>

#include "libsmpi/mpi/io/access.h"

namespace smpi::io {

// Starts an access now, in a strand of its own. `name` is the MPI call, for reports; `operation` is
// the number of a collective access. Errors go through the file's handler when the program ends the
// request, unless `is_split`: then the end routine reports them.
struct BackgroundAccess {
  const char* name;
  std::optional<int> operation = std::nullopt;
  bool is_split = false;
};
Request* start_access(Access access, const BackgroundAccess& how);

// Blocks the running strand until no access of this rank to the file is in the background, also
// those whose request was freed.
void drain(File& file);

}  // namespace smpi::io
