// SPDX-License-Identifier: BSD-3-Clause
//
// Trace files: how an availability, a bandwidth, a latency or a state changes over time.
//
// One "time value" pair a line, times not decreasing; '#' starts a comment. "PERIODICITY p" and
// "LOOPAFTER p" make the list start again p seconds after its last point.
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
