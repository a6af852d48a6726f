// SPDX-License-Identifier: BSD-3-Clause
//
// The loop over the starts, and what is told of them.
#include "libsmpi/run/launch/restarts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/doors/assembly/host_failures.h"
#include "libsmpi/run/launch/attempt.h"
#include "libsmpi/run/launch/child_run.h"
#include "libsmpi/run/launch/job_hosts.h"
#include "libsmpi/run/launch/kept_folder.h"
#include "libsmpi/run/launch/memory_file.h"
#include "libsmpi/run/launch/repeated_input.h"
#include "libsmpi/run/launch/run.h"
#include "libsmpi/run/launch/summary.h"
#include "models/platform/units.h"

namespace smpi::launch {
namespace {

using Json = nlohmann::ordered_json;

void refuse_what_does_not_go(const Arguments& arguments) {
  const std::string command = "[restart]";
  refuse_options_of_one_run(arguments, command);
  struct Refused {
    bool is_given;
    const char* option;
    const char* why;
  };
  const Refused table[] = {
      {!arguments.jobs_file.empty(), "--jobs", "several programs are not started again"},
      {!arguments.replay_jobs_file.empty(), "--replay-jobs", "traces have no checkpoints"},
      {!arguments.replay_file.empty(), "--replay", "a trace has no checkpoints"},
      {!arguments.futures_file.empty(), "--futures", "a run is split once"},
      {arguments.analyze.has_value(), "--analyze", "it looks at one run"},
      {!arguments.matching.empty(), "--matching", "it is for looking into one run"},
      {arguments.stop_after_s.has_value(), "--stop-after", "a job runs until it is done"},
      {arguments.check_folding, "--check-folding", "it compares two runs"},
      {!arguments.profile_file.empty(), "--profile-functions", "it looks at one run"},
      {arguments.wants_pop, "--pop", "it compares two runs"},
      {arguments.compares_models, "--compare-models", "it compares two runs"},
      {!arguments.report_file.empty(), "--report", "it shows one run"},
  };
  for (const Refused& refused : table) {
    if (!refused.is_given) continue;
    throw kernel::InputError(
        "[restart] does not go with this option",
        {.file = arguments.scenario_file, .text = refused.option, .hint = refused.why});
  }
}

// Spare hosts are free ones.
void check_spares(const Arguments& arguments, const RestartedJob& job) {
  for (const models::HostId spare : job.restart.spares) {
    if (std::ranges::find(job.host_of_rank, spare) == job.host_of_rank.end()) continue;
    throw kernel::InputError("a spare host has ranks from the start",
                             {.file = arguments.scenario_file,
                              .line = job.restart.line,
                              .text = std::string(job.platform.hosts.name[spare]),
                              .hint = "spares are hosts that -np and the placement leave free"});
  }
}

// A start that has ended.
struct Row {
  double start_s;
  AttemptEnd end;
  double lost_s = 0;
  Json summary = nullptr;  // of one that wrote none
};

Json json_of(const Row& row) {
  Json json = {{"start_s", row.start_s},
               {"end_s", row.end.end_s},
               {"failed_hosts", row.end.failed_hosts},
               {"lost_ranks", row.end.lost_rank_count},
               {"lost_s", row.lost_s}};
  if (row.summary.contains("energy")) json["energy_j"] = row.summary["energy"]["total_j"];
  return json;
}

class Restarts {
 public:
  Restarts(const Arguments& arguments, RestartedJob job)
      : arguments_(arguments),
        restart_(std::move(job.restart)),
        folder_(restart_.folder, temporary_folder(arguments)),
        hosts_(std::move(job.platform), job.seed, job.host_of_rank, restart_.spares) {}

  int run() {
    std::optional<double> start_s = hosts_.next_start_s(0, 0);
    while (start_s) {
      const int exit_status = start(*start_s);
      if (rows_.empty() || rows_.back().end.failed_hosts.empty()) return finish(exit_status);
      if (is_vain()) return finish(HostFailures::exit_status);
      start_s = hosts_.next_start_s(rows_.back().end.end_s, restart_.delay_s);
      if (start_s) tell_failure(*start_s);
    }
    give_up_ = "its hosts fail again and again before it starts";
    if (hosts_.is_at_rest()) {
      give_up_ = fmt::format("host {} is off and never comes back, and no spare host is left",
                             hosts_.names()[*hosts_.missing().begin()]);
    }
    return finish(HostFailures::exit_status);
  }

 private:
  // Runs the job until a host fails or it is done. Returns its exit status; without a record it
  // adds no row.
  int start(double start_s) {
    const MemoryFile record;
    const MemoryFile summary;
    Attempt attempt{.start_s = start_s,
                    .moved = hosts_.moved(),
                    .folder = folder_.files(),
                    .contents = contents_,
                    .record_file = record.path()};
    Arguments arguments = arguments_;
    arguments.attempt = &attempt;
    arguments.summary_file = summary.path();
    arguments.quiet = arguments.quiet || is_started_;
    is_started_ = true;
    input_.rewind();
    const int exit_status = run_in_child([&] { return launch::run(arguments); });
    auto end = read_record(record.read());
    if (!end) {
      is_broken_ = true;
      return exit_status;
    }
    contents_ = {.removed = end->contents.removed, .earlier = end->contents.earlier};
    if (!rows_.empty()) rows_.back().lost_s = lost_s(rows_.back(), end->contents.restored);
    rows_.push_back({.start_s = start_s,
                     .end = std::move(*end),
                     .summary = Json::parse(summary.read(), nullptr, false)});
    return exit_status;
  }

  // What is not in the files that the next start read.
  static double lost_s(const Row& row, std::optional<double> restored_s) {
    return row.end.end_s - std::clamp(restored_s.value_or(0), row.start_s, row.end.end_s);
  }

  // Was this start one of too many in a row that read nothing new?
  bool is_vain() {
    const std::optional<double> restored_s = rows_.back().end.contents.restored;
    if (restored_s > newest_s_) {
      newest_s_ = restored_s;
      vain_count_ = 0;
    }
    if (++vain_count_ <= restart_.vain_max) return false;
    give_up_ = fmt::format(
        "{} starts in a row ended before they read a newer file than the one before "
        "(`vain` in [restart])",
        vain_count_);
    return true;
  }

  void tell_failure(double start_s) const {
    if (arguments_.quiet) return;
    const AttemptEnd& end = rows_.back().end;
    std::string text = fmt::format(
        "smpirun: {} {} failed: the job ends at {:.9g} s with {} {}, and starts again at {:.9g} s",
        end.failed_hosts.size() == 1 ? "host" : "hosts", fmt::join(end.failed_hosts, ", "),
        end.end_s, end.lost_rank_count, end.lost_rank_count == 1 ? "lost rank" : "lost ranks",
        start_s);
    for (const auto& [failed, spare] : hosts_.replaced()) {
      text += fmt::format(", on {} for {}", hosts_.names()[spare], hosts_.names()[failed]);
    }
    kernel::print_message("{}\n", text);
  }

  struct Sums {
    double lost_s = 0;
    double waiting_s = 0;
    io::StorageUse read;
    io::StorageUse written;
    std::uint64_t messages = 0;
    double message_bytes = 0;
  };
  Sums sums() const {
    Sums sums;
    double end_s = 0;
    for (const Row& row : rows_) {
      sums.lost_s += row.lost_s;
      sums.waiting_s += row.start_s - end_s;
      end_s = row.end.end_s;
      add(row.end.read, sums.read);
      add(row.end.written, sums.written);
      if (!row.summary.is_object()) continue;
      sums.messages += row.summary["messages"].get<std::uint64_t>();
      sums.message_bytes += row.summary["message_bytes"].get<double>();
    }
    return sums;
  }
  static void add(const io::StorageUse& one, io::StorageUse& sum) {
    sum.bytes += one.bytes;
    sum.busy_s += one.busy_s;
  }
  std::size_t failure_count() const {
    return std::ranges::count_if(rows_,
                                 [](const Row& row) { return !row.end.failed_hosts.empty(); });
  }
  double end_s() const { return rows_.empty() ? 0 : rows_.back().end.end_s; }

  int finish(int exit_status) {
    if (is_broken_) return exit_status;  // it has said why
    if (!give_up_.empty()) {
      if (!rows_.empty()) rows_.back().lost_s = lost_s(rows_.back(), std::nullopt);
      kernel::print_message("smpirun: the job is given up at {:.9g} s: {}\n", end_s(), give_up_);
    }
    if (!arguments_.quiet) kernel::print_message("{}", describe());
    if (!arguments_.summary_file.empty()) {
      summary_file(arguments_.summary_file).write(json(exit_status).dump(2) + '\n');
    }
    return exit_status;
  }

  std::string describe() const {
    const Sums all = sums();
    return fmt::format(
        "smpirun: {} after {} with {} {} and {} {}: lost work {}, waiting {}, writing files {} "
        "({}), reading {} ({}), spare hosts used {}\n",
        give_up_.empty() ? "done" : "given up", models::format_time(end_s()), rows_.size(),
        rows_.size() == 1 ? "start" : "starts", failure_count(),
        failure_count() == 1 ? "failure" : "failures", models::format_time(all.lost_s),
        models::format_time(all.waiting_s), models::format_time(all.written.busy_s),
        models::format_size(all.written.bytes), models::format_time(all.read.busy_s),
        models::format_size(all.read.bytes), hosts_.replacement_count());
  }

  // The summary of the last start, with what holds of all of them.
  Json json(int exit_status) const {
    const Sums all = sums();
    Json json = rows_.empty() || !rows_.back().summary.is_object()
                    ? Json{{"schema", summary_schema}}
                    : rows_.back().summary;
    if (!give_up_.empty()) json["end"] = "given up";
    json["exit_status"] = exit_status;
    json["simulated_s"] = end_s();
    json["messages"] = all.messages;
    json["message_bytes"] = all.message_bytes;
    for (const char* of_one_start : {"energy", "energy_detail", "measured"}) {
      json.erase(of_one_start);
    }
    Json attempts = Json::array();
    for (const Row& row : rows_) attempts.push_back(json_of(row));
    json["restart"] = {{"starts", rows_.size()},
                       {"failures", failure_count()},
                       {"interrupted_waits", hosts_.interruption_count()},
                       {"spares_used", hosts_.replacement_count()},
                       {"lost_s", all.lost_s},
                       {"waiting_s", all.waiting_s},
                       {"write_s", all.written.busy_s},
                       {"written_bytes", all.written.bytes},
                       {"read_s", all.read.busy_s},
                       {"read_bytes", all.read.bytes},
                       {"attempts", std::move(attempts)}};
    return json;
  }

  const Arguments& arguments_;
  const models::Restart restart_;
  KeptFolder folder_;
  JobHosts hosts_;
  RepeatedInput input_;
  load::WrittenContents contents_;  // of all starts so far, as `earlier`
  std::vector<Row> rows_;
  bool is_started_ = false;
  bool is_broken_ = false;          // a start that tells nothing
  std::optional<double> newest_s_;  // of what a start has read
  std::uint64_t vain_count_ = 0;
  std::string give_up_;  // why; empty: not
};

}  // namespace

int run_with_restarts(const Arguments& arguments, const kernel::Options& options,
                      RestartedJob job) {
  refuse_what_does_not_go(arguments);
  if (options.text("smpi/on-host-failure") == "hang") {
    throw kernel::InputError("[restart] needs a job that ends when a host fails",
                             {.file = arguments.scenario_file,
                              .line = job.restart.line,
                              .text = "smpi/on-host-failure:hang"});
  }
  check_spares(arguments, job);
  return Restarts(arguments, std::move(job)).run();
}

}  // namespace smpi::launch
