// SPDX-License-Identifier: BSD-3-Clause
//
// A trace as GOAL, the language of LogGOPSim: what each rank sends, receives and computes, and what
// must have ended before.
#pragma once

#include <string>

#include "libsmpi/trace/trace.h"

namespace smpi::trace {

// Computations last flops / speed. Throws kernel::InputError for actions that GOAL cannot say:
// collectives and what level 2 has besides messages.
void write_goal(Trace& trace, const std::string& path, double speed_flops);

}  // namespace smpi::trace
