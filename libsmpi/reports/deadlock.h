// SPDX-License-Identifier: BSD-3-Clause
//
// The report of a run in which ranks wait for ever: who waits for whom, in which call, for which
// message, at which source line. Ranks that wait alike share a line.
#pragma once

#include <string>

namespace smpi {

class Simulation;
struct Rank;

std::string describe_deadlock(const Simulation& simulation);

// "rank 3 on host-3 at 0.000125 s in MPI_Recv (pingpong.c:17)"
std::string describe_rank(const Rank& rank);

}  // namespace smpi
