// SPDX-License-Identifier: BSD-3-Clause
//
// The report of a rank that crashed: rank, host, simulated time, signal, MPI call, and the source
// lines that led there.
#pragma once

#include <string>

namespace smpi::load {
struct Crash;
class Program;
}  // namespace smpi::load

namespace smpi::launch {

std::string describe_crash(const load::Crash& crash, const load::Program& program);

}  // namespace smpi::launch
