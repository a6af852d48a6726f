// SPDX-License-Identifier: BSD-3-Clause
//
// The header of a compressed trace as TOML: how many ranks, and what who made it had to say.
//
//   np = 64
//   notes = { losses = "volumes bits=8", unit = "flops" }
#pragma once

#include <string>
#include <string_view>

#include "libsmpi/watch/trace/compress/parts.h"

namespace smpi::trace {

std::string text_of_header(const TraceHeader& header);
// Throws Damage.
TraceHeader read_header(std::string_view text);

}  // namespace smpi::trace
