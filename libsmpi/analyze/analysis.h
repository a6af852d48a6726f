// SPDX-License-Identifier: BSD-3-Clause
//
// What a program did that a real MPI may not forgive, though the run went well (smpirun --analyze):
// handles that nobody freed, messages that nobody received, receives that got nothing, data that is
// received as another type than it was sent, collective calls that some ranks never made; and what
// was allocated. Errors that MPI can see at once are errors in every run.
//
// Most of it is found in the tables of the library after the run; only types and allocations are
// noted meanwhile. Without --analyze that costs a comparison of a pointer a message.
#pragma once

#include <string>

#include "libsmpi/analyze/allocations.h"
#include "libsmpi/analyze/findings.h"

namespace smpi {

class Simulation;
struct Request;
namespace p2p {
struct Message;
}

struct Analysis {
  Allocations allocations;
  Findings type_mismatches;
  SourceLines lines;

  // A message meets its receive: do their types match (MPI 3.3.1)?
  void check_types(const p2p::Message& message, const Request& receive);
};

// The report of a run that has ended. REQUIRES: simulation.analysis.
std::string describe_analysis(const Simulation& simulation);

}  // namespace smpi
