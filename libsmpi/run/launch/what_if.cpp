// SPDX-License-Identifier: BSD-3-Clause
//
// Eight runs, each in a process of its own. A change comes on top of factors that the user gave.
#include "libsmpi/run/launch/what_if.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/run/launch/child_run.h"
#include "libsmpi/run/launch/memory_file.h"
#include "libsmpi/run/launch/repeated_input.h"
#include "libsmpi/run/launch/run.h"
#include "libsmpi/run/launch/summary.h"
#include "models/platform/units.h"

namespace smpi::launch {
namespace {

using Json = nlohmann::ordered_json;

struct Change {
  const char* name;
  const char* option;  // nullptr: as given
  double factor;
};
constexpr std::array<Change, 8> changes = {
    {{"as given", nullptr, 1},
     {"bandwidth x 10", "network/scale-bandwidth", 10},
     {"bandwidth / 10", "network/scale-bandwidth", 0.1},
     {"latency x 10", "network/scale-latency", 10},
     {"latency / 10", "network/scale-latency", 0.1},
     {"computing speed x 10", "cpu/scale-speed", 10},
     {"computing speed / 10", "cpu/scale-speed", 0.1},
     {"collectives for nothing", "smpi/scale-collectives", 0}}};

// The run of one change: its factor is multiplied into the machine (run.cpp, make_options).
int run_one(Arguments arguments, const Change& change, Json& result) {
  MemoryFile summary;
  arguments.summary_file = summary.path();
  if (change.option != nullptr) {
    arguments.quiet = true;
    arguments.scaled_option = change.option;
    arguments.scale = change.factor;
  }
  const int exit_status = run_in_child([&] { return run(arguments); });
  result = Json::parse(summary.read(), nullptr, false);
  if (exit_status == 0 && !result.is_object()) return input_error_status;
  return exit_status;
}

std::string table_of(const Json& rows) {
  std::string text =
      fmt::format("smpirun: {:<24} {:>14} {:>9}\n", "what if", "simulated", "speed-up");
  for (const Json& row : rows) {
    text += fmt::format("smpirun: {:<24} {:>14} {:>9.3f}\n", row["change"].get<std::string>(),
                        models::format_time(row["simulated_s"]), row["speed_up"].get<double>());
  }
  return text;
}

}  // namespace

int run_what_if(const Arguments& arguments) {
  refuse_options_of_one_run(arguments, "--what-if");
  if (!arguments.jobs_file.empty()) {
    throw kernel::InputError("--what-if is of one program", {.text = "--jobs"});
  }
  if (!arguments.summary_file.empty()) summary_file(arguments.summary_file).require_writable();
  RepeatedInput input;
  Json base;
  Json rows = Json::array();
  for (const Change& change : changes) {
    input.rewind();
    Json summary;
    const int exit_status = run_one(arguments, change, summary);
    if (exit_status != 0) {
      kernel::print_message("smpirun: the run '{}' ended with status {}: no table\n", change.name,
                            exit_status);
      return exit_status;
    }
    if (base.is_null()) base = summary;
    const double simulated_s = summary["simulated_s"];
    const double base_s = base["simulated_s"];
    Json row = {{"change", change.name}};
    if (change.option != nullptr)
      row.update({{"option", change.option}, {"factor", change.factor}});
    row["simulated_s"] = simulated_s;
    row["speed_up"] = simulated_s > 0 ? base_s / simulated_s : 1.0;
    rows.push_back(std::move(row));
  }
  if (!arguments.quiet) kernel::print_message("{}", table_of(rows));
  base["what_if"] = std::move(rows);
  if (!arguments.summary_file.empty())
    summary_file(arguments.summary_file).write(base.dump(2) + '\n');
  return 0;
}

}  // namespace smpi::launch
