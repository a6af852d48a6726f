// SPDX-License-Identifier: BSD-3-Clause
//
// A trace as GOAL, the language of LogGOPSim: what each rank sends, receives and computes, and what
// must have ended before. As text, or in the binary form that its txt2bin makes of text.
#pragma once

#include <cstdint>
#include <string>

#include "libsmpi/watch/trace/trace.h"

namespace smpi::trace {

enum class GoalForm : std::uint8_t { text, binary };

// Computations last flops / speed. Throws kernel::InputError for actions that GOAL cannot say: what
// level 2 has besides messages of the world.
void write_goal(Trace& trace, const std::string& path, GoalForm form, double speed_flops);

}  // namespace smpi::trace
