// SPDX-License-Identifier: BSD-3-Clause
//
// Lets a replaced function of the C library take part in time as an MPI call does: what the strand
// computed so far becomes simulated time, and a new burst begins when it returns.
#pragma once

namespace smpi::modeled {

void enter_clock_call();
void leave_clock_call();

}  // namespace smpi::modeled
