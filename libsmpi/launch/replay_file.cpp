// SPDX-License-Identifier: BSD-3-Clause
//
// Opening a trace before the platform: it says how many ranks there are.
#include "libsmpi/launch/replay_file.h"

#include <fmt/format.h>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/replay/burst_rates.h"
#include "libsmpi/replay/replayed_trace.h"

namespace smpi::launch {
namespace {

// What has no meaning without a program.
void refuse_options_of_programs(const Arguments& arguments) {
  struct Given {
    bool is_given;
    const char* option;
  };
  const Given all[] = {{!arguments.jobs_file.empty(), "--jobs"},
                       {!arguments.overlays.empty(), "--overlay"},
                       {!arguments.tool.empty(), "--tool"},
                       {arguments.blas != "real", "--blas"},
                       {arguments.tag_output, "--tag-output"},
                       {arguments.trace.is_time_independent, "--trace-ti"},
                       {arguments.explore_count.has_value(), "--explore"},
                       {arguments.analyze.has_value(), "--analyze"}};
  for (const Given& one : all) {
    if (!one.is_given) continue;
    throw kernel::InputError(fmt::format("{} needs a program, and a replay has none", one.option),
                             {.text = "-replay " + arguments.replay_file});
  }
}

}  // namespace

std::unique_ptr<trace::Trace> open_replay(Arguments& arguments) {
  refuse_options_of_programs(arguments);
  kernel::Options options;
  declare_all_options(options);
  for (const std::string& text : arguments.configuration) options.set_from_argument(text);
  trace::TraceOptions how = replay::trace_options(options);
  how.rank_count = arguments.rank_count;
  std::unique_ptr<trace::Trace> trace = trace::open_trace(arguments.replay_file, how);
  if (const std::string& rates = options.text("replay/rates"); !rates.empty()) {
    trace = replay::with_rates(std::move(trace), rates);
  }
  arguments.rank_count = trace->rank_count();
  if (arguments.quiet) return trace;
  if (!arguments.program.empty()) {
    kernel::print_message("smpirun: note: -replay runs no program: {} is not started\n",
                          arguments.program.front());
  }
  for (const std::string& warning : trace->warnings()) {
    kernel::print_message("smpirun: warning: {}\n", warning);
  }
  return trace;
}

}  // namespace smpi::launch
