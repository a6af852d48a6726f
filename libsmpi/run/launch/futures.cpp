// SPDX-License-Identifier: BSD-3-Clause
//
// What goes with futures and what does not, the table, and what is left of the folder.
//
// Results that a run writes at its end get paths in the folder of whichever future writes them; the
// summary is always written, because the table is made of it.
#include "libsmpi/run/launch/futures.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/run/futures/splitter.h"
#include "libsmpi/run/launch/child_run.h"
#include "libsmpi/run/launch/result_file.h"
#include "libsmpi/run/launch/run.h"
#include "models/platform/units.h"

namespace smpi::launch {
namespace {

using Json = nlohmann::ordered_json;
using futures::Future;
using futures::Outcome;
namespace fs = std::filesystem;

void refuse_what_does_not_go(const Arguments& arguments) {
  struct Refused {
    bool is_given;
    const char* option;
    const char* why;
  };
  const Refused table[] = {
      {arguments.check_folding, "--check-folding", "it runs the program twice"},
      {!arguments.profile_file.empty(), "--profile-functions", "it runs the program twice"},
      {arguments.replica_count.has_value(), "--replicas", "it runs the program several times"},
      {arguments.wants_pop, "--pop", "it runs the program twice"},
      {arguments.compares_models, "--compare-models", "it runs the program twice"},
      {arguments.wants_what_if, "--what-if", "it runs the program several times"},
      {arguments.explore_count.has_value() || arguments.analyze.has_value(), "--analyze",
       "it tries other matchings from the start"},
      {!arguments.matching.empty(), "--matching", "it is for looking into one run"},
      {!arguments.jobs_file.empty(), "--jobs", "several programs are not divided yet"},
      {!arguments.replay_jobs_file.empty(), "--replay-jobs", "several traces are not divided yet"},
      {!arguments.wrapper.empty(), "--wrapper", "a debugger follows one process"},
      {arguments.stop_after_s.has_value(), "--stop-after", "a future runs to its end"},
      {arguments.trace.is_wanted, "--trace", "--export writes timelines of futures"},
      {arguments.trace.is_time_independent, "--trace-ti", "its files are written from the start"},
      {arguments.describe_platform, "--describe-platform", "it runs nothing"},
  };
  for (const Refused& refused : table) {
    if (!refused.is_given) continue;
    throw kernel::InputError("--futures does not go with this option",
                             {.text = refused.option, .hint = refused.why});
  }
  for (const std::string& text : arguments.configuration) {
    if (!text.starts_with("tracing:") && !text.starts_with("debug/breakpoint")) continue;
    throw kernel::InputError("--futures does not go with this option", {.text = "--cfg=" + text});
  }
}

// Traces have calls of MPI only.
void refuse_functions_of_traces(const Arguments& arguments) {
  if (!arguments.is_replay() || arguments.breakpoints.empty()) return;
  kernel::InputError::Where where = arguments.breakpoints.front().where;
  where.hint = "name a function of MPI, or a time";
  throw kernel::InputError("a trace has no calls of the program's own functions", where);
}

// Results of each future, by their names without folders.
class ResultPaths {
 public:
  explicit ResultPaths(const futures::Division& division) : division_(division) {}

  void move(std::string& path) {
    if (path.empty()) return;
    const std::string name = fs::path(path).filename().string();
    for (const char* ours : {"stdout", "stderr", "files"}) {
      if (name == ours) refuse(path, "a future has a file of this name");
    }
    if (name.empty() || !names_.insert({name, path}).second) {
      refuse(path, "two results of a future with one name");
    }
    path = division_.result_path(name);
  }

 private:
  [[noreturn]] static void refuse(const std::string& path, const char* why) {
    throw kernel::InputError(why, {.text = path, .hint = "results go to a folder per future"});
  }
  const futures::Division& division_;
  std::map<std::string, std::string> names_;
};

// What the table says of a future that has ended by itself.
struct Row {
  std::string path;
  const Outcome* outcome;
  Json summary;  // null: it wrote none
  int status;    // as a shell says it
};

int status_of(const Outcome& outcome, const Json& summary) {
  if (!outcome.has_ended || !outcome.refusal.empty()) return input_error_status;
  if (WIFSIGNALED(outcome.wait_status)) return 128 + WTERMSIG(outcome.wait_status);
  const int status = WEXITSTATUS(outcome.wait_status);
  return status == 0 && !summary.is_object() ? input_error_status : status;
}

std::string end_of(const Row& row) {
  if (!row.outcome->has_started) return "not started";
  if (!row.outcome->refusal.empty()) return "refused";
  if (!row.outcome->has_ended) return "lost";
  if (WIFSIGNALED(row.outcome->wait_status)) {
    return fmt::format("signal {}", WTERMSIG(row.outcome->wait_status));
  }
  if (row.summary.is_object()) return row.summary["end"].get<std::string>();
  return "failed";
}

class Report {
 public:
  Report(const futures::Division& division, std::string summary_name)
      : division_(division),
        outcomes_(division.ledger().read()),
        summary_name_(std::move(summary_name)) {
    add_all(division.plan().root, "");
  }

  bool was_split() const { return outcome_of("").was_split; }
  const Outcome& outcome_of(const std::string& path) const {
    static const Outcome nothing;
    const auto found = outcomes_.find(path);
    return found == outcomes_.end() ? nothing : found->second;
  }

  int exit_status() const {
    for (const Row& row : rows_) {
      if (row.status != 0) return row.status;
    }
    return 0;
  }

  std::string table() const {
    const Outcome& past = outcome_of("");
    std::string text =
        fmt::format("smpirun: split at {}, with {} of memory\n", models::format_time(past.split_s),
                    models::format_size(past.shared_bytes));
    text += fmt::format("smpirun: {:<24} {:>14} {:>9} {:>11} {:>10} {:>6}  {}\n", "future",
                        "simulated", "speed-up", "processor", "memory", "status", "end");
    for (const Row& row : rows_) text += line_of(row);
    return text;
  }

  // For programs; docs/futures.md says what is in it.
  std::string json() const {
    Json futures = Json::array();
    for (const Row& row : rows_) {
      Json one = {{"name", row.path},
                  {"folder", division_.folder() + "/" + row.path},
                  {"end", end_of(row)},
                  {"exit_status", row.status},
                  {"processor_s", row.outcome->processor_s},
                  {"own_memory_bytes", row.outcome->own_bytes}};
      if (!row.outcome->refusal.empty()) one["refusal"] = row.outcome->refusal;
      if (const auto speed_up = speed_up_of(row)) one["speed_up"] = *speed_up;
      one["summary"] = row.summary;
      futures.push_back(std::move(one));
    }
    const Outcome& past = outcome_of("");
    return Json{{"split_s", past.split_s},
                {"shared_memory_bytes", past.shared_bytes},
                {"exit_status", exit_status()},
                {"futures", std::move(futures)}}
               .dump(2) +
           '\n';
  }

  // The past of a future that was split is in each of what came of it.
  void remove_pasts() const {
    std::error_code ignored;
    fs::remove_all(division_.past_folder(), ignored);
    remove_past_of(division_.plan().root, division_.folder());
  }

 private:
  void add_all(const Future& parent, const std::string& prefix) {
    add(prefix + futures::unchanged_name);
    for (const Future& future : parent.futures) {
      const std::string path = prefix + future.name;
      if (future.split && outcome_of(path).was_split) {
        add_all(future, path + "/");
      } else {
        add(path);
      }
    }
  }

  void add(const std::string& path) {
    const Outcome& outcome = outcome_of(path);
    std::ifstream file(fmt::format("{}/{}/{}", division_.folder(), path, summary_name_));
    Json summary = Json::parse(file, nullptr, false);
    if (!summary.is_object()) summary = nullptr;
    const int status = status_of(outcome, summary);
    rows_.push_back({path, &outcome, std::move(summary), status});
  }

  std::optional<double> speed_up_of(const Row& row) const {
    const Json& base = rows_.front().summary;
    if (!row.summary.is_object() || !base.is_object()) return std::nullopt;
    const double simulated_s = row.summary["simulated_s"];
    if (simulated_s <= 0) return std::nullopt;
    return base["simulated_s"].get<double>() / simulated_s;
  }

  std::string line_of(const Row& row) const {
    const std::string simulated =
        row.summary.is_object() ? models::format_time(row.summary["simulated_s"]) : "-";
    const auto speed_up = speed_up_of(row);
    std::string line = fmt::format(
        "smpirun: {:<24} {:>14} {:>9} {:>9.2f} s {:>10} {:>6}  {}\n", row.path, simulated,
        speed_up ? fmt::format("{:.3f}", *speed_up) : "-", row.outcome->processor_s,
        models::format_size(row.outcome->own_bytes), row.status, end_of(row));
    if (!row.outcome->refusal.empty()) {
      line += fmt::format("smpirun:   {}\n", row.outcome->refusal);
    }
    return line;
  }

  void remove_past_of(const Future& parent, const std::string& folder) const {
    for (const Future& future : parent.futures) {
      if (!future.split) continue;
      const std::string own = folder + "/" + future.name;
      if (!fs::exists(own + "/" + futures::unchanged_name)) continue;
      for (const auto& entry : fs::directory_iterator(own)) {
        if (is_future(future, entry.path().filename().string())) continue;
        std::error_code ignored;
        fs::remove_all(entry.path(), ignored);
      }
      remove_past_of(future, own);
    }
  }

  static bool is_future(const Future& parent, const std::string& name) {
    if (name == futures::unchanged_name) return true;
    for (const Future& future : parent.futures) {
      if (future.name == name) return true;
    }
    return false;
  }

  const futures::Division& division_;
  std::map<std::string, Outcome> outcomes_;
  std::string summary_name_;
  std::vector<Row> rows_;
};

void say_why_not_split(const futures::Division& division, const Outcome& past, int status) {
  if (!past.refusal.empty()) {
    kernel::print_message("smpirun: this run cannot be split: {}\n", past.refusal);
    return;
  }
  if (!fs::exists(division.past_folder())) return;  // it never began, and has said why
  kernel::print_message(
      "smpirun: the run ended before it was split, with status {}: no futures\n"
      "  what it printed and wrote is in {}\n",
      status, division.past_folder());
}

}  // namespace

int run_futures(Arguments arguments) {
  refuse_what_does_not_go(arguments);
  futures::Division division(futures::read_plan(arguments.futures_file));
  arguments.breakpoints = futures::program_functions(division.plan());
  refuse_functions_of_traces(arguments);
  const std::string whole_summary = arguments.summary_file;
  if (!whole_summary.empty()) {
    ResultFile{.path = whole_summary, .what = "summary"}.require_writable();
  } else {
    arguments.summary_file = "summary.json";
  }
  const std::string summary_name = fs::path(arguments.summary_file).filename().string();
  ResultPaths paths(division);
  for (std::string* path :
       {&arguments.summary_file, &arguments.call_statistics_file, &arguments.statistics_file,
        &arguments.report_file, &arguments.comm_matrix_file}) {
    paths.move(*path);
  }
  for (std::string& path : arguments.exports) paths.move(path);
  arguments.division = &division;
  const int status = run_in_child([&] { return run(arguments); });
  const Report report(division, summary_name);
  const Outcome& past = report.outcome_of("");
  if (!past.was_split) {
    division.remove_unused();
    say_why_not_split(division, past, status);
    return status == 0 ? input_error_status : status;
  }
  ResultFile{.path = division.folder() + "/futures.json", .what = "table"}.write(report.json());
  if (!whole_summary.empty()) {
    ResultFile{.path = whole_summary, .what = "summary"}.write(report.json());
  }
  report.remove_pasts();
  if (!arguments.quiet) kernel::print_message("{}", report.table());
  return report.exit_status();
}

}  // namespace smpi::launch
