// SPDX-License-Identifier: BSD-3-Clause
//
// Trace files: how an availability, a bandwidth, a latency or a state changes over time.
//
// One "time value" pair per line, times not decreasing; '#' starts a comment. "PERIODICITY p" makes
// the list start again every p seconds, "LOOPAFTER p" p seconds after its last point.
//
// After a line "STOCHASTIC" or "STOCHASTIC LOOP" each line is two laws: of the delay since the
// point before it, and of the value. Laws are "DET x", "NORM mean deviation" (also NORMAL, GAUSS),
// "UNIF least most" (UNIFORM) and "EXP rate" (EXPONENTIAL). LOOP draws the list again and again,
// also after the pause of a LOOPAFTER.
#pragma once

#include <string>
#include <string_view>

#include "kernel/error.h"
#include "models/platform/platform.h"

namespace smpi::models {

// Parses the text of a trace. Throws InputError: `where.line` is that of the first line of `text`.
Profile parse_profile(std::string_view text, const kernel::InputError::Where& where);
// Reads and parses a trace file; `named_at` is the place that names it.
Profile read_profile_file(const std::string& path, const kernel::InputError::Where& named_at);

}  // namespace smpi::models
