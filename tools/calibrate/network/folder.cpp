// SPDX-License-Identifier: BSD-3-Clause
//
// Writing the folder. The program is several files in our sources and one for who compiles it.
#include "tools/calibrate/network/folder.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string_view>

#include "kernel/error.h"
#include "tools/calibrate/files.h"
#include "tools/calibrate/network/measurement.h"

namespace smpi::calibrate::network {

// Made by scripts/embed_files.py.
std::string_view embedded_file(std::string_view name);

namespace {

namespace fs = std::filesystem;

// In this order they are one C file.
constexpr std::array<std::string_view, 8> program_parts = {
    "measure_network.c", "places.c", "plan.c",     "experiments.c",
    "patterns.c",        "rows.c",   "metadata.c", "main.c"};

std::string program_text() {
  std::string text;
  for (const std::string_view part : program_parts) {
    text += text.empty() ? "" : "\n";
    text += embedded_file(part);
  }
  return text;
}

std::string commands_text(const FolderSettings& settings, double duration_s) {
  return fmt::format(
      "# What to type in this folder, on the machine; hosts are yours.\n{}\n\n"
      "# Where the protocol changes, a few minutes (remote: two nodes; same_node: one):\n{}\n"
      "# With what it found the plan measures just around it:\n"
      "#   smpi-calibrate network program -o . --seed {}\n\n"
      "# The measurement, about {:.0f} s:\n{}\n\n"
      "# Then, anywhere: smpi-calibrate network fit . -o net.toml --report\n",
      compile_command(settings), search_command(settings), settings.plan.seed, duration_s,
      run_command(settings));
}

}  // namespace

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char letter : text) result += letter == '\'' ? "'\\''" : std::string(1, letter);
  return result + "'";
}

std::string launch_command(const std::string& launcher, int rank_count, const std::string& hosts) {
  std::string command;
  for (std::size_t at = 0; at < launcher.size();) {
    if (launcher[at] != '{') {
      command += launcher[at++];
      continue;
    }
    const std::size_t end = std::min(launcher.find('}', at), launcher.size() - 1);
    const std::string word = launcher.substr(at, end - at + 1);
    if (word == "{np}") {
      command += fmt::format("{}", rank_count);
    } else if (word == "{hosts}") {
      command += hosts;
    } else {
      throw kernel::InputError("an unknown word in the launcher",
                               {.text = word, .hint = "{np} and {hosts} are filled in"});
    }
    at = end + 1;
  }
  return command;
}

std::string compile_command(const FolderSettings& settings) {
  return fmt::format("{} -std=c99 -O2 -o measure_network measure_network.c", settings.compiler);
}

std::string search_command(const FolderSettings& settings) {
  // Two ranks, on two nodes unless only one is measured.
  const std::string& mode = settings.plan.peer_modes.front();
  return fmt::format("LAUNCH={} sh search_thresholds.sh {}",
                     quoted(launch_command(settings.launcher, 2, settings.hosts)), mode);
}

std::string run_command(const FolderSettings& settings) {
  return fmt::format("{} ./measure_network plan.csv raw.csv meta.toml{}",
                     launch_command(settings.launcher, settings.rank_count, settings.hosts),
                     settings.is_cold ? " cold" : "");
}

void write_folder(FolderSettings settings) {
  const fs::path folder(settings.folder);
  if (fs::exists(folder / "meta.toml")) {
    throw kernel::InputError("a measurement is in this folder already",
                             {.text = settings.folder, .hint = "each run has a folder of its own"});
  }
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw kernel::InputError(fmt::format("cannot make the folder ({})", error.message()),
                             {.text = settings.folder});
  }
  if (fs::exists(folder / "thresholds.csv")) {
    for (const auto& [placement, found] : read_thresholds(folder / "thresholds.csv")) {
      for (const auto& threshold : {found.asynchronous_bytes, found.detached_bytes}) {
        if (threshold) settings.plan.thresholds_bytes.push_back(*threshold);
      }
    }
  }
  const std::vector<PlanRow> rows = make_plan(settings.plan);
  require_writable(folder / "plan.csv");
  write_files(
      {{folder / "measure_network.c", program_text()},
       {folder / "search_thresholds.sh", std::string(embedded_file("search_thresholds.sh"))},
       {folder / "plan.csv", plan_text(settings.plan, rows)},
       {folder / "commands.txt", commands_text(settings, plan_duration_s(settings.plan, rows))}});
}

}  // namespace smpi::calibrate::network
