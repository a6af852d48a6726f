// SPDX-License-Identifier: BSD-3-Clause
//
// Two runs, each in a process of its own; what they tell comes back in their summaries.
#include "libsmpi/run/launch/efficiency.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/run/launch/child_run.h"
#include "libsmpi/run/launch/memory_file.h"
#include "libsmpi/run/launch/repeated_input.h"
#include "libsmpi/run/launch/report.h"
#include "libsmpi/run/launch/run.h"
#include "libsmpi/run/launch/summary.h"
#include "models/platform/units.h"

namespace smpi::launch {
namespace {

using Json = nlohmann::ordered_json;

struct OneRun {
  Json summary;
  Json record;  // of --report
};

int run_one(Arguments arguments, OneRun& result) {
  MemoryFile summary;
  arguments.summary_file = summary.path();
  arguments.counts_useful_time = true;
  MemoryFile record;
  if (!arguments.report_file.empty()) arguments.run_record = record.path();
  arguments.report_file.clear();
  const int exit_status = run_in_child([&] { return run(arguments); });
  result.summary = Json::parse(summary.read(), nullptr, false);
  result.record = Json::parse(record.read(), nullptr, false);
  if (exit_status == 0 && !result.summary.is_object()) return input_error_status;
  return exit_status;
}

Arguments on_ideal_network(Arguments arguments) {
  arguments.configuration.emplace_back("network/model:ideal");
  arguments.configuration.emplace_back("smpi/collapse:no");  // fast has no formula for it
  arguments.quiet = true;
  arguments.report_file.clear();
  return arguments;
}

Json pop_json(const PopTimes& times, const PopMetrics& metrics, bool has_other_calls) {
  return {{"load_balance", metrics.load_balance},
          {"serialisation", metrics.serialisation},
          {"transfer", metrics.transfer},
          {"communication", metrics.communication},
          {"parallel", metrics.parallel},
          {"load_balance_lost", metrics.load_balance_lost},
          {"serialisation_lost", metrics.serialisation_lost},
          {"transfer_lost", metrics.transfer_lost},
          {"ideal_s", times.ideal_s},
          {"has_other_calls", has_other_calls}};
}

std::string text_of(const PopMetrics& metrics, const PopTimes& times, bool has_other_calls) {
  std::string text = fmt::format(
      "smpirun: parallel efficiency {:.3f} = load balance {:.3f} x serialisation {:.3f} x transfer "
      "{:.3f}\n  of the run {:.1f} % are lost to load balance, {:.1f} % to order, {:.1f} % to "
      "transfer; {} on an ideal network\n",
      metrics.parallel, metrics.load_balance, metrics.serialisation, metrics.transfer,
      100 * metrics.load_balance_lost, 100 * metrics.serialisation_lost,
      100 * metrics.transfer_lost, models::format_time(times.ideal_s));
  if (has_other_calls) {
    text +=
        "  the program makes other MPI calls on the ideal network: serialisation and transfer "
        "compare two different runs\n";
  }
  return text;
}

}  // namespace

PopMetrics pop_metrics(const PopTimes& times) {
  PopMetrics metrics;
  metrics.load_balance = times.mean_useful_s / times.max_useful_s;
  metrics.serialisation = times.max_useful_s / times.ideal_s;
  metrics.transfer = times.ideal_s / times.run_s;
  metrics.communication = times.max_useful_s / times.run_s;
  metrics.parallel = times.mean_useful_s / times.run_s;
  metrics.load_balance_lost = (times.max_useful_s - times.mean_useful_s) / times.run_s;
  metrics.serialisation_lost = (times.ideal_s - times.max_useful_s) / times.run_s;
  metrics.transfer_lost = 1 - metrics.transfer;
  return metrics;
}

int run_efficiency(const Arguments& arguments) {
  refuse_options_of_one_run(arguments, "--pop");
  if (!arguments.jobs_file.empty()) {
    throw kernel::InputError("--pop is of one program", {.text = "--jobs"});
  }
  if (!arguments.summary_file.empty()) summary_file(arguments.summary_file).require_writable();
  RepeatedInput input;
  if (!arguments.report_file.empty()) require_report_possible(arguments);
  OneRun real_run;
  OneRun ideal_run;
  input.rewind();
  int exit_status = run_one(arguments, real_run);
  if (exit_status == 0) {
    input.rewind();
    exit_status = run_one(on_ideal_network(arguments), ideal_run);
  }
  if (exit_status != 0) return exit_status;
  Json& real = real_run.summary;
  const Json& ideal = ideal_run.summary;
  const PopTimes times{.mean_useful_s = real["useful"]["mean_s"],
                       .max_useful_s = real["useful"]["max_s"],
                       .run_s = real["simulated_s"],
                       .ideal_s = ideal["simulated_s"]};
  if (!(times.max_useful_s > 0 && times.ideal_s > 0)) {
    throw kernel::InputError(
        "no rank computes anything: there is no efficiency",
        {.text = "--pop", .hint = "smpi/simulate-computation:no leaves only what is modelled"});
  }
  const bool has_other_calls = real["useful"]["calls"] != ideal["useful"]["calls"];
  const PopMetrics metrics = pop_metrics(times);
  real["pop"] = pop_json(times, metrics, has_other_calls);
  if (!arguments.quiet) kernel::print_message("{}", text_of(metrics, times, has_other_calls));
  if (!arguments.summary_file.empty())
    summary_file(arguments.summary_file).write(real.dump(2) + '\n');
  if (!arguments.report_file.empty()) {
    real_run.record["summary"]["pop"] = real["pop"];
    write_report(arguments.report_file, real_run.record);
  }
  return 0;
}

}  // namespace smpi::launch
