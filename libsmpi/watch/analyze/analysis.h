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
// A new check is a class in a file of its own, a member of Analysis that is called where something
// happens, and a row of analyze(). The API calls the members; modules below know runtime/checks.h
// only.
#pragma once

#include <string>
#include <vector>

#include "libsmpi/ranks/runtime/checks.h"
#include "libsmpi/watch/analyze/allocations.h"
#include "libsmpi/watch/analyze/buffers.h"
#include "libsmpi/watch/analyze/collective_calls.h"
#include "libsmpi/watch/analyze/findings.h"
#include "libsmpi/watch/analyze/matching.h"
#include "libsmpi/watch/analyze/mode.h"
#include "libsmpi/watch/analyze/windows.h"

namespace smpi {

class Simulation;
struct Request;
namespace p2p {
struct Message;
}

struct Analysis final : Checks {
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

  bool synchronises_collectives() const override { return mode.is_strict; }

  void start(const Request& request, std::span<const analysis::BufferUse> uses) override;
  void add_part(const Request& request, const analysis::BufferUse& use) override;
  void give_back_part(const Request& request, std::size_t index) override;
  void before_delivery(const Request& request) override;
  void after_delivery(const Request& request) override;
  void finish(Request& request) override;
  void forget(Request& request) override;

  bool keeps_back(p2p::Message& message) override;
  void forget(const p2p::Message& message) override;
  void post(Request& receive) override;
  void match(const p2p::Message& message, Request& receive) override;
  p2p::Message* probe(Rank& rank, const p2p::MatchKey& pattern) override;

  void add_window(Window& window) override;
  void free_window(Window& window) override;
  void start(const rma::Operation& operation) override;
  void before_apply(const rma::Operation& operation) override;
  void after_apply(const rma::Operation& operation) override;
  void before_result(const rma::Operation& operation) override;
  void after_result(const rma::Operation& operation) override;
  void complete(const Window& window, int target, analysis::Completion completion) override;
  void enter_fence(const Window& window, int assertion) override;
  void leave_fence(const Window& window, int assertion) override;
  void open_epoch(const Window& window) override;
  void claim_lock(const Window& window, int target) override;
  void got_lock(const Window& window, int target, bool exclusive) override;
  void expose(const Window& window, int assertion) override;
  void end_exposure(const Window& window) override;

  void note_allocation(const Rank& rank, const void* caller, void* block,
                       std::size_t size_bytes) override;
  void forget_allocation(void* block) override;
  bool leaves_allocation(const void* base, std::size_t size_bytes) const override;

 private:
  // A message meets its receive: do their types match (MPI 3.3.1)?
  void check_types(const p2p::Message& message, const Request& receive);
};

// What was found in a run that has ended: the sections that are not empty, in the order of the
// report. REQUIRES: there is an Analysis.
std::vector<Section> analyze(const Simulation& simulation);
// The report.
std::string describe_analysis(const Simulation& simulation, const std::vector<Section>& sections);
// Is any of it a mistake of the program?
bool has_mistake(const std::vector<Section>& sections);

// Exit status of smpirun when only the analysis found a mistake.
inline constexpr int mistake_exit_status = 5;

}  // namespace smpi
