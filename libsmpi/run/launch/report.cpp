// SPDX-License-Identifier: BSD-3-Clause
//
// The page maker reads and writes files in memory: what is left on the disk is the page or nothing.
#include "libsmpi/run/launch/report.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/version.h"
#include "libsmpi/run/launch/energy_report.h"
#include "libsmpi/run/launch/memory_file.h"
#include "libsmpi/run/launch/result_file.h"
#include "libsmpi/watch/record/report/run_record.h"

namespace smpi::launch {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t power_bins_max = 512;

ResultFile file_of(const std::string& path) {
  return {.path = path, .what = "report"};
}

bool is_json(const std::string& path) {
  return std::filesystem::path(path).extension() == ".json";
}

std::string page_maker() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  return self.parent_path() / "smpi-study";
}

// The mean power of so few bins that a picture can show them.
void join_bins(Json& power) {
  for (std::size_t count = power["total_w"].size(); count > power_bins_max;
       count = power["total_w"].size()) {
    const auto join = [](Json& bins) {
      Json joined = Json::array();
      for (std::size_t bin = 0; bin < bins.size(); bin += 2) {
        const double next_w = bin + 1 < bins.size() ? bins[bin + 1].get<double>() : 0;
        joined.push_back((bins[bin].get<double>() + next_w) / 2);
      }
      bins = std::move(joined);
    };
    power["bin_s"] = 2 * power["bin_s"].get<double>();
    for (const char* name : {"total_w", "hosts_w", "network_w", "base_w"}) join(power[name]);
    for (const char* name : {"class_w", "group_w"}) {
      for (auto& [key, bins] : power[name].items()) join(bins);
    }
  }
}

int run_page_maker(const MemoryFile& record, const MemoryFile& page) {
  std::vector<std::string> words = {page_maker(), "report", record.path(), "-o", "-"};
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  // Without a tool that is preloaded for the ranks.
  std::vector<char*> environment;
  for (char** variable = environ; *variable != nullptr; variable++) {
    if (!std::string_view(*variable).starts_with("LD_PRELOAD=")) environment.push_back(*variable);
  }
  environment.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, page.descriptor(), STDOUT_FILENO);
  pid_t child = 0;
  const int error =
      posix_spawn(&child, words[0].c_str(), &actions, nullptr, pointers.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (error != 0 || waitpid(child, &status, 0) != child) return -1;
  return status;
}

}  // namespace

void require_report_possible(const Arguments& arguments) {
  const std::string& path = arguments.report_file;
  const std::string kind = std::filesystem::path(path).extension();
  if (kind != ".html" && kind != ".json") {
    throw kernel::InputError("a report is a page or JSON",
                             {.text = "--report " + path, .hint = "known endings: .html, .json"});
  }
  if (kind == ".html" && access(page_maker().c_str(), X_OK) != 0) {
    throw kernel::InputError(
        "pages are made by smpi-study, which is not there",
        {.text = page_maker(),
         .hint = "write FILE.json, and give it to smpi-study report where there is one"});
  }
  file_of(path).require_writable();
}

void prepare_report(const Arguments& arguments, Simulation& simulation) {
  if (arguments.energy_detail) return;  // then they are followed already
  if (simulation.machine->energy().is_measured()) follow_groups(simulation);
}

Json record_json(const Arguments& arguments, const Simulation& simulation, const Summary& summary,
                 record::RunRecord& record) {
  Json json = {{"schema", record_schema},
               {"kind", "run"},
               {"libsmpi", version_number},
               {"model_revision", model_revision},
               {"program", arguments.program.empty() ? "" : arguments.program.front()},
               {"command", arguments.command_line},
               {"platform", simulation.platform.source},
               {"summary", summary_json(summary)}};
  json.update(record.json());
  if (simulation.machine->energy().is_measured()) {
    Json detail = energy_detail_json(simulation);
    join_bins(detail["power"]);
    json["energy_detail"] = std::move(detail);
  }
  return json;
}

void write_report(const std::string& path, const Json& record) {
  // Arguments of programs are any bytes.
  const std::string text = record.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
  if (is_json(path)) return file_of(path).write(text);
  const MemoryFile input;
  const MemoryFile page;
  file_of(input.path()).write(text);
  const int status = run_page_maker(input, page);
  const std::string html = page.read();
  if (status != 0 || html.empty()) {
    throw kernel::InputError("smpi-study could not make the page", {.text = path});
  }
  file_of(path).write(html);
}

}  // namespace smpi::launch
