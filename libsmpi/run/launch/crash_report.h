// SPDX-License-Identifier: BSD-3-Clause
//
// The report of a rank that crashed: rank, host, simulated time, signal, MPI call, and the source
// lines that led there.
#pragma once

#include <optional>
#include <string>

namespace smpi::load {
struct CodeLocation;
struct Crash;
}  // namespace smpi::load

namespace smpi::launch {

// Which function and source line is at a code address, if known.
using Locator = std::optional<load::CodeLocation> (*)(const void* address);

std::string describe_crash(const load::Crash& crash, Locator locate);

}  // namespace smpi::launch
