// SPDX-License-Identifier: BSD-3-Clause
//
// Starting the ranks of traces, and what a run without a program does not have: measured time,
// data, lines of source.
#include "libsmpi/run/replay/replayed_traces.h"

#include "kernel/error.h"
#include "libsmpi/cost/modeled/injection.h"
#include "libsmpi/doors/assembly/assembled_simulation.h"
#include "libsmpi/mpi/datatype/pack.h"
#include "libsmpi/ranks/runtime/source_line.h"
#include "libsmpi/run/replay/action_address.h"
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
const ReplayedTraces* traces_of_reports = nullptr;

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

ReplayedTraces::ReplayedTraces(AssembledSimulation& simulation)
    : simulation_(simulation), computes_(simulation.tuning.simulate_computation) {
  const std::string& wildcards = simulation.options.text("replay/wildcards");
  if (wildcards != "recorded" && wildcards != "free") {
    refuse("replay/wildcards", wildcards, "recorded or free");
  }
  shared_.wildcards = wildcards == "free" ? Wildcards::free : Wildcards::recorded;
  // Computation is what the traces say; nothing is measured here.
  simulation.tuning.simulate_computation = false;
  // Nor do starts of flows differ by nanoseconds, unless measured computation was recorded.
  const bool gathers = simulation.options.is_set("precision/timing");
  simulation.network.gather_changes(gathers ? simulation.tuning.timing_precision_s : 0);
  datatype::data_moves = false;
  io::phantom_files = &shared_.files;
  traces_of_reports = this;
  set_source_line_finder([](const void* address) { return traces_of_reports->place_of(address); });
}

ReplayedTraces::~ReplayedTraces() {
  set_source_line_finder(nullptr);
  traces_of_reports = nullptr;
  datatype::data_moves = true;
  io::phantom_files = nullptr;
}

std::string ReplayedTraces::place_of(const void* address) const {
  const auto place = action_at(address);
  if (!place) return {};
  for (const Started& started : started_) {
    const std::uint32_t rank = place->process - started.ranks.first;
    if (rank < started.ranks.count) return started.shared.trace.place(rank, place->position);
  }
  return {};
}

int ReplayedTraces::run(Player& player, Rank& rank) {
  const int exit_status = player.run();
  if (rank_end_hook_) {
    if (rank.owed_flops > 0) modeled::pay_owed_work(rank);
    rank_end_hook_(rank);
  }
  return exit_status;
}

process::StartedRanks ReplayedTraces::start(trace::Trace& trace,
                                            const std::vector<models::HostId>& host_of_rank) {
  const process::StartedRanks ranks{.first = static_cast<std::uint32_t>(simulation_.ranks.size()),
                                    .count = static_cast<std::uint32_t>(host_of_rank.size())};
  Shared& shared = started_.emplace_back(Shared(shared_, trace, host_of_rank.size()), ranks).shared;
  for (const models::HostId host : host_of_rank) simulation_.add_rank(host);
  simulation_.make_world(ranks.first, ranks.count);
  const std::lock_guard lock(players_mutex_);
  for (std::uint32_t i = 0; i < ranks.count; i++) {
    Rank& rank = *simulation_.ranks[ranks.first + i];
    Player& player = players_.emplace_back(rank, shared, trace.cursor(i), computes_);
    simulation_.start(rank, [this, &player](Rank& running) { return run(player, running); });
  }
  return ranks;
}

void ReplayedTraces::play_here(Rank& rank, const std::string& path, std::uint32_t rank_in_trace) {
  const auto count = static_cast<std::uint32_t>(simulation_.ranks.size());
  Named& named = named_[path];
  if (named.trace == nullptr) {
    trace::TraceOptions how = trace_options(simulation_.options);
    how.rank_count = count;
    named.trace = trace::open_trace(path, how);
    named.started = &started_.emplace_back(Shared(shared_, *named.trace, count),
                                           process::StartedRanks{.first = 0, .count = count});
  }
  if (rank_in_trace >= named.trace->rank_count()) {
    throw kernel::InputError("the trace has no such rank",
                             {.file = path, .text = std::to_string(rank_in_trace)});
  }
  Player* player = nullptr;
  {
    const std::lock_guard lock(players_mutex_);
    player = &players_.emplace_back(rank, named.started->shared, named.trace->cursor(rank_in_trace),
                                    computes_);
  }
  player->run();
}

std::uint64_t ReplayedTraces::action_count() const {
  const std::lock_guard lock(players_mutex_);
  std::uint64_t count = 0;
  for (const Player& player : players_) count += player.action_count();
  return count;
}

}  // namespace smpi::replay
