// SPDX-License-Identifier: BSD-3-Clause
//
// What a program did that a real MPI may not forgive, though the run went well (smpirun --analyze):
// handles that nobody freed, messages that nobody received, receives that got nothing, data that is
// received as another type than it was sent, collective calls that do not match or that some ranks
// never made; and what was allocated. Errors that MPI can see at once are errors in every run.
//
// Most of it is found in the tables of the library after the run; only types and allocations are
// noted meanwhile. Without --analyze that costs a comparison of a pointer per message.
//
// A new check is a class in a file of its own, a member of Analysis that the library calls where
// something happens, and a row of analyze().
#pragma once

#include <string>
#include <vector>

#include "libsmpi/analyze/allocations.h"
#include "libsmpi/analyze/buffers.h"
#include "libsmpi/analyze/collective_calls.h"
#include "libsmpi/analyze/findings.h"
#include "libsmpi/analyze/matching.h"
#include "libsmpi/analyze/mode.h"
#include "libsmpi/analyze/windows.h"

namespace smpi {

class Simulation;
struct Request;
namespace p2p {
struct Message;
}

struct Analysis {
  Analysis(AnalysisMode mode_, const std::vector<MatchingChoice>& choices)
      : mode(mode_), matching(choices) {}

  AnalysisMode mode;
  Allocations allocations;
  Findings type_mismatches;
  SourceLines lines;
  Matching matching;
  analysis::Windows windows{lines};
  analysis::Buffers buffers{lines, windows};
  analysis::CollectiveCalls collectives{lines};

  // A message meets its receive: do their types match (MPI 3.3.1)?
  void check_types(const p2p::Message& message, const Request& receive);
};

// What was found in a run that has ended: the sections that are not empty, in the order of the
// report. REQUIRES: simulation.analysis.
std::vector<Section> analyze(const Simulation& simulation);
// The report.
std::string describe_analysis(const Simulation& simulation, const std::vector<Section>& sections);
// Is any of it a mistake of the program?
bool has_mistake(const std::vector<Section>& sections);

// Exit status of smpirun when only the analysis found a mistake.
inline constexpr int mistake_exit_status = 5;

}  // namespace smpi
