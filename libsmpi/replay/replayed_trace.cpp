// SPDX-License-Identifier: BSD-3-Clause
//
// Starting the ranks of a trace, and what a run without a program does not have: measured time,
// data, lines of source.
#include "libsmpi/replay/replayed_trace.h"

#include "kernel/error.h"
#include "libsmpi/assembly/assembled_simulation.h"
#include "libsmpi/datatype/pack.h"
#include "libsmpi/replay/action_address.h"
#include "libsmpi/runtime/source_line.h"
#include "models/network/network.h"

namespace smpi::replay {
namespace {

using enum kernel::OptionKind;

constexpr kernel::OptionSpec table[] = {
    {"replay/format", text, "auto",
     "text of a trace: auto, or old (SimGrid up to 3.19, where it does not look so)"},
    {"replay/rates", text, "",
     "weighs computation with the rates of this file (smpi-calibrate rate)"},
    {"replay/wildcards", text, "recorded",
     "MPI_ANY_SOURCE and MPI_ANY_TAG: recorded (what matched) or free (match again)"},
};

// Reports have no object to ask.
const trace::Trace* trace_of_reports = nullptr;

std::string place_of(const void* address) {
  const auto place = action_at(address);
  if (!place || trace_of_reports == nullptr) return {};
  return trace_of_reports->place(place->rank, place->position);
}

[[noreturn]] void refuse(const char* key, const std::string& value, const char* hint) {
  throw kernel::InputError("no such value of an option",
                           {.text = std::string(key) + ":" + value, .hint = hint});
}

}  // namespace

std::span<const kernel::OptionSpec> options() {
  return table;
}

trace::TraceOptions trace_options(const kernel::Options& options) {
  const std::string& format = options.text("replay/format");
  if (format != "auto" && format != "old") refuse("replay/format", format, "auto or old");
  return {.rank_count = {}, .is_old = format == "old"};
}

ReplayedTrace::ReplayedTrace(trace::Trace& trace, AssembledSimulation& simulation,
                             const std::vector<models::HostId>& host_of_rank)
    : shared_(trace, host_of_rank.size()) {
  const std::string& wildcards = simulation.options.text("replay/wildcards");
  if (wildcards != "recorded" && wildcards != "free") {
    refuse("replay/wildcards", wildcards, "recorded or free");
  }
  shared_.wildcards = wildcards == "free" ? Wildcards::free : Wildcards::recorded;
  // Computation is what the trace says; nothing is measured here.
  const bool computes = simulation.tuning.simulate_computation;
  simulation.tuning.simulate_computation = false;
  // Nor do starts of flows differ by nanoseconds, unless measured computation was recorded.
  const bool gathers = simulation.options.is_set("precision/timing");
  simulation.network.gather_changes(gathers ? simulation.tuning.timing_precision_s : 0);
  datatype::data_moves = false;
  io::phantom_files = &shared_.files;
  trace_of_reports = &trace;
  set_source_line_finder(place_of);
  for (const models::HostId host : host_of_rank) simulation.add_rank(host);
  simulation.make_world(0, static_cast<std::uint32_t>(host_of_rank.size()));
  for (Rank* rank : simulation.ranks) {
    Player& player =
        players_.emplace_back(*rank, shared_, trace.cursor(rank->world_rank), computes);
    simulation.start(*rank, [&player](Rank&) { return player.run(); });
  }
}

ReplayedTrace::~ReplayedTrace() {
  set_source_line_finder(nullptr);
  trace_of_reports = nullptr;
  datatype::data_moves = true;
  io::phantom_files = nullptr;
}

std::uint64_t ReplayedTrace::action_count() const {
  std::uint64_t count = 0;
  for (const Player& player : players_) count += player.action_count();
  return count;
}

}  // namespace smpi::replay
