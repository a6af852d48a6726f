// SPDX-License-Identifier: BSD-3-Clause
//
// Each run writes its summary into memory that has no name, so nothing is left if all are killed.
#include "libsmpi/run/launch/replicas.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/run/launch/child_run.h"
#include "libsmpi/run/launch/confidence.h"
#include "libsmpi/run/launch/memory_file.h"
#include "libsmpi/run/launch/repeated_input.h"
#include "libsmpi/run/launch/run.h"
#include "libsmpi/run/launch/summary.h"
#include "models/platform/units.h"

namespace smpi::launch {
namespace {

using Json = nlohmann::ordered_json;

int run_one(Arguments arguments, int index, Json& runs) {
  MemoryFile summary;
  arguments.replica_index = index;
  arguments.summary_file = summary.path();
  const int exit_status = run_in_child([&] { return run(arguments); });
  Json written = Json::parse(summary.read(), nullptr, false);
  if (written.is_object()) runs.push_back(std::move(written));
  return exit_status;
}

std::vector<double> simulated_times_s(const Json& runs) {
  std::vector<double> times_s;
  for (const Json& run : runs) times_s.push_back(run["simulated_s"]);
  return times_s;
}

void print_result(const Confidence& result, const Json& runs) {
  kernel::print_message("smpirun: {} replicas, seeds {} to {}: simulated {} on average, ",
                        runs.size(), runs.front()["seed"].get<std::uint64_t>(),
                        runs.back()["seed"].get<std::uint64_t>(), models::format_time(result.mean));
  if (result.standard_deviation == 0) {
    kernel::print_message("all the same: nothing in this run depends on the seed\n");
    return;
  }
  kernel::print_message("95 % interval {} to {}, standard deviation {:.2g} %\n",
                        models::format_time(result.low), models::format_time(result.high),
                        100 * result.standard_deviation / result.mean);
}

}  // namespace

int run_replicas(const Arguments& arguments) {
  refuse_options_of_one_run(arguments, "--replicas");
  const int count = *arguments.replica_count;
  if (count < 2) {
    throw kernel::InputError(
        "an interval needs two replicas or more",
        {.text = fmt::format("--replicas {}", count), .hint = "ten are a good start"});
  }
  if (!arguments.summary_file.empty()) summary_file(arguments.summary_file).require_writable();
  RepeatedInput input;
  Json runs = Json::array();
  int exit_status = 0;
  for (int index = 0; index < count && exit_status == 0; index++) {
    input.rewind();
    exit_status = run_one(arguments, index, runs);
    if (exit_status == 0 && runs.size() == static_cast<std::size_t>(index) + 1) continue;
    if (exit_status == 0) exit_status = input_error_status;
    kernel::print_message("smpirun: replica {} of {} ended with status {}: no interval\n",
                          index + 1, count, exit_status);
  }
  Json json = {{"end", exit_status == 0 ? "completed" : "failed"},
               {"exit_status", exit_status},
               {"replicas", count}};
  if (exit_status == 0) {
    const Confidence result = confidence_95(simulated_times_s(runs));
    json["simulated_s"] = {{"mean", result.mean},
                           {"standard_deviation", result.standard_deviation},
                           {"interval_95", {result.low, result.high}}};
    if (!arguments.quiet) print_result(result, runs);
  }
  json["runs"] = std::move(runs);
  if (!arguments.summary_file.empty())
    summary_file(arguments.summary_file).write(json.dump(2) + '\n');
  return exit_status;
}

}  // namespace smpi::launch
