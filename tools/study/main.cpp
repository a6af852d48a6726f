// SPDX-License-Identifier: BSD-3-Clause
//
// smpi-study: one function per verb.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "kernel/error.h"
#include "kernel/file_kind.h"
#include "kernel/print.h"
#include "tools/study/cluster/command.h"
#include "tools/study/command_line.h"
#include "tools/study/hpl/command.h"
#include "tools/study/plan/plan.h"
#include "tools/study/report/run_page.h"
#include "tools/study/report/study_page.h"
#include "tools/study/results/screen.h"
#include "tools/study/results/study_view.h"
#include "tools/study/results/why.h"
#include "tools/study/runs/worker.h"
#include "tools/study/tuning/tune.h"

namespace smpi::study {
namespace {

namespace fs = std::filesystem;

constexpr int failure_status = 1;  // also of a study in which a run failed
constexpr int input_error_status = 2;
constexpr int interrupted_status = 3;

StudyFolder folder_of(const Arguments& arguments, const Plan& plan) {
  return StudyFolder(arguments.folder.empty() ? fmt::format("{}/{}.study", plan.folder, plan.name)
                                              : fs::absolute(arguments.folder).native());
}

int print_plan(const Plan& plan, const StudyFolder& folder) {
  std::string text = fmt::format("{}\n", fmt::join(plan.names, "\t"));
  for (const Point& point : plan.points) {
    std::vector<std::string> words;
    for (const Value& value : point.values) words.push_back(value_text(value));
    text += fmt::format("{}\n", fmt::join(words, "\t"));
  }
  kernel::print_result("{}", text);
  const std::size_t least = plan.points.size() * plan.replicas.least;
  const std::size_t most = plan.points.size() * plan.replicas.most;
  kernel::print_message(
      "smpi-study: {}: {} points ({} left out by constraints), {} runs\n", plan.name,
      plan.points.size(), plan.excluded,
      least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most));
  if (folder.exists()) {
    const std::string expectation = StudyView(folder).expectation(plan);
    if (!expectation.empty()) kernel::print_message("smpi-study: {}", expectation);
  }
  return 0;
}

int run_plan(const Plan& plan, const Arguments& arguments) {
  switch (run_study(plan, folder_of(arguments, plan), arguments.run)) {
    case StudyEnd::all_done:
      return 0;
    case StudyEnd::some_failed:
      return failure_status;
    case StudyEnd::interrupted:
      break;
  }
  return interrupted_status;
}

int tune_plan(const Plan& plan, const Arguments& arguments) {
  const TuningReport report = tune_study(plan, folder_of(arguments, plan), arguments.run);
  kernel::print_result("{}", report.text);
  if (report.end == StudyEnd::interrupted) return interrupted_status;
  return report.has_winner ? 0 : failure_status;
}

int print_results(const Arguments& arguments, const StudyFolder& folder) {
  StudyView view(folder);
  if (arguments.wants_json) {
    kernel::print_result("{}", view.json());
  } else {
    kernel::print_result("{}", arguments.wants_csv ? view.csv() : view.table());
  }
  return 0;
}

// All of it or nothing.
int write_file(const std::string& path, const std::string& text) {
  const std::string part = path + ".part";
  std::ofstream file(part, std::ios::binary);
  file << text;
  file.close();
  std::error_code error;
  if (file) fs::rename(part, path, error);
  if (file && !error) return 0;
  fs::remove(part, error);
  throw kernel::InputError("cannot write this file", {.file = path});
}

int write_export(const std::string& path, const StudyFolder& folder) {
  const std::string kind = fs::path(path).extension();
  StudyView view(folder);
  std::string text;
  if (kind == ".csv") {
    text = view.csv();
  } else if (kind == ".jsonl") {
    text = view.json_lines();
  } else if (kind == ".json") {
    text = view.json();
  } else if (kind == ".db") {
    view.copy_database(path);
    return 0;
  } else {
    throw kernel::InputError("unknown kind of export",
                             {.text = path, .hint = "known endings: .csv, .jsonl, .json, .db"});
  }
  return write_file(path, text);
}

std::string whole_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// To a file, or to the standard output.
int write_page(const std::string& page, const std::string& path) {
  if (path == "-") {
    kernel::print_data(page);
    return 0;
  }
  write_file(path, page);
  kernel::print_message("smpi-study: wrote {}\n", path);
  return 0;
}

int write_run_report(const std::string& text, const Arguments& arguments) {
  if (!arguments.folder.empty()) {
    throw kernel::InputError("the record of a run has no folder", {.text = "--folder"});
  }
  const std::string path = arguments.output.empty()
                               ? fs::path(arguments.plan).replace_extension(".html").native()
                               : arguments.output;
  return write_page(run_page(text, arguments.plan), path);
}

int write_report(const Plan& plan, const StudyFolder& folder, const std::string& output) {
  StudyView view(folder);
  const std::string path =
      output.empty() ? fmt::format("{}/{}.html", plan.folder, plan.name) : output;
  return write_page(study_page(study_data(plan, view)), path);
}

int clean(const StudyFolder& folder) {
  if (!folder.exists()) throw kernel::InputError("there is no study here", {.file = folder.path()});
  const StudyLock lock(folder);
  fs::remove_all(folder.path());
  return 0;
}

// The folder of a study, which other verbs print, stands for its plan.
Arguments with_plan_of_folder(Arguments arguments) {
  if (!kernel::is_folder(arguments.plan)) return arguments;
  const StudyFolder folder(fs::absolute(arguments.plan).lexically_normal().native());
  if (!folder.exists()) {
    throw kernel::InputError(
        "this folder is not one of a study",
        {.text = arguments.plan, .hint = "give the plan, NAME.toml, or its folder, NAME.study"});
  }
  if (arguments.folder.empty()) arguments.folder = arguments.plan;
  arguments.plan = StudyStore(folder, Database::Access::read).note("plan").value_or("");
  return arguments;
}

int execute_verb(const Arguments& given) {
  if (given.verb == "worker") {
    return given.jobs.empty() ? work(given.part) : work_through(given.jobs, given.part);
  }
  if (given.verb == "hpl" && !given.cluster.measured.empty()) {
    cluster::CommandOptions options = given.cluster;
    options.folder = given.folder;
    options.wants_json = given.wants_json;
    return cluster::run_command(options, given.run);
  }
  if (given.verb == "hpl") {
    return hpl::run_command({.market = given.plan,
                             .folder = given.folder,
                             .level = given.level,
                             .wants_json = given.wants_json},
                            given.run);
  }
  const Arguments arguments = with_plan_of_folder(given);
  if (arguments.verb == "report") {
    const std::string text = whole_file(arguments.plan);
    if (is_run_record(text)) return write_run_report(text, arguments);
  }
  const Plan plan = read_plan(arguments.plan);
  const StudyFolder folder = folder_of(arguments, plan);
  if (arguments.verb == "plan") return print_plan(plan, folder);
  if (arguments.verb == "run") return run_plan(plan, arguments);
  if (arguments.verb == "tune") return tune_plan(plan, arguments);
  if (arguments.verb == "results") return print_results(arguments, folder);
  if (arguments.verb == "export") return write_export(arguments.output, folder);
  if (arguments.verb == "report") return write_report(plan, folder, arguments.output);
  if (arguments.verb == "clean") return clean(folder);
  if (arguments.verb == "screen") {
    kernel::print_result("{}", screening_text(screen(plan, StudyView(folder))));
    return 0;
  }
  if (arguments.verb == "status") {
    kernel::print_result("{}", StudyView(folder).status(plan));
  } else {
    kernel::print_result("{}", why(plan, folder, arguments.run_name));
  }
  return 0;
}

int run(int argc, char** argv) {
  kernel::open_standard_descriptors();
  try {
    const Parsed parsed = parse_arguments(argc, argv);
    if (!parsed.answer) return execute_verb(parsed.arguments);
    kernel::print_result(*parsed.answer);
    return 0;
  } catch (const kernel::InputError& error) {
    kernel::print_message("smpi-study: {}\n", error.what());
    return input_error_status;
  } catch (const DatabaseError& error) {
    kernel::print_message(
        "smpi-study: {}\n{}", error.what(),
        error.is_disk_full ? "  hint: nothing is lost; make room and give the same command again\n"
                           : "");
    return failure_status;
  } catch (const std::exception& error) {
    kernel::print_message("smpi-study: {}\n", error.what());
    return failure_status;
  }
}

}  // namespace
}  // namespace smpi::study

int main(int argc, char** argv) {
  return smpi::study::run(argc, argv);
}
