// SPDX-License-Identifier: BSD-3-Clause
//
// The report of a run in which ranks wait for ever: who waits for whom, in which call, for which
// message, at which source line. Ranks that wait alike share a line. What stands still because of
// the machine comes first (standstill.h).
#pragma once

#include <string>

namespace smpi {

class Simulation;

std::string describe_deadlock(const Simulation& simulation);

}  // namespace smpi
