// SPDX-License-Identifier: BSD-3-Clause
//
// Writes a compressed trace (docs/traces.md has the format). Ranks with the same structure become a
// group: one skeleton, and for each slot one stream whose numbers are functions of the rank. Tables
// are numbered by first use, so the bytes do not depend on the order in which ranks ran or parts
// were merged.
#pragma once

#include <cstdint>
#include <string>

#include "libsmpi/watch/trace/compress/parts.h"

namespace smpi::trace {

// Bytes of the file. Throws kernel::InputError when it cannot be written: nothing is left then.
std::uint64_t write_trace(const std::string& path, const TraceParts& parts);

// The same behind what is in the file. When it cannot be written, what was there stays.
void append_trace(const std::string& path, const TraceParts& parts);

// The whole file in memory, for tests and for messages between ranks.
std::string trace_bytes(const TraceParts& parts);

}  // namespace smpi::trace
