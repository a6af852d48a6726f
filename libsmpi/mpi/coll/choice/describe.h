// SPDX-License-Identifier: BSD-3-Clause
//
// The text of `smpirun -help-coll`: what can be chosen, what it costs, what it needs.
#pragma once

#include <string>

namespace smpi::coll {

std::string describe_collectives();

}  // namespace smpi::coll
