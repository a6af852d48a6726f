// SPDX-License-Identifier: BSD-3-Clause
//
// What Open MPI 4.1 does after its table has chosen: algorithms that do not suit the number of
// elements or the operation hand over to others, and calls without data do nothing.
#pragma once

#include "libsmpi/mpi/coll/choice/registry.h"

namespace smpi::coll {

// The algorithm that really runs; parameters of `chosen` hold for it too.
const Algorithm* after_fallbacks(const Algorithm* chosen, const Profile& profile);
// Is there nothing to do, so that no algorithm is asked?
bool does_nothing(const Profile& profile);

}  // namespace smpi::coll
