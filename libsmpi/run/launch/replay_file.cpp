// SPDX-License-Identifier: BSD-3-Clause
//
// Opening traces before the platform: they say how many ranks there are.
#include "libsmpi/run/launch/replay_file.h"

#include <fmt/format.h>

#include <optional>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/run/launch/hostfile.h"
#include "libsmpi/run/replay/burst_rates.h"
#include "libsmpi/run/replay/replayed_traces.h"
#include "libsmpi/watch/trace/rank_set.h"

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
    throw kernel::InputError(
        fmt::format("{} needs a program, and a replay has none", one.option),
        {.text = arguments.replay_file.empty() ? "-replay-jobs " + arguments.replay_jobs_file
                                               : "-replay " + arguments.replay_file});
  }
}

void refuse_options_of_one_trace(const Arguments& arguments) {
  const auto refuse = [](const char* option, const char* hint) {
    throw kernel::InputError("-replay-jobs does not go with this", {.text = option, .hint = hint});
  };
  if (!arguments.replay_file.empty()) refuse("-replay", "name the trace in the file of jobs");
  if (arguments.rank_count) refuse("-np", "the third column of the file of jobs is np");
}

void refuse_unrecorded_ranks(const trace::Trace& trace, const std::string& path) {
  const std::vector<std::uint32_t> ranks = trace.unrecorded_ranks();
  if (ranks.empty()) return;
  throw kernel::InputError(
      "ranks of the trace were not recorded, and a replay needs all of them",
      {.file = path,
       .text = "not recorded: " + trace::text_of_ranks(ranks),
       .hint = "record without SMPI_ACQUIRE_RANKS, or smpi-trace merge recordings of the others"});
}

class Opener {
 public:
  explicit Opener(const Arguments& arguments) : arguments_(arguments) {
    declare_all_options(options_);
    for (const std::string& text : arguments.configuration) options_.set_from_argument(text);
  }

  std::unique_ptr<trace::Trace> open(const std::string& path,
                                     std::optional<std::uint32_t> rank_count) const {
    trace::TraceOptions how = replay::trace_options(options_);
    how.rank_count = rank_count;
    std::unique_ptr<trace::Trace> trace = trace::open_trace(path, how);
    refuse_unrecorded_ranks(*trace, path);
    if (const std::string& rates = options_.text("replay/rates"); !rates.empty()) {
      trace = replay::with_rates(std::move(trace), rates);
    }
    if (arguments_.quiet) return trace;
    for (const std::string& warning : trace->warnings()) {
      kernel::print_message("smpirun: warning: {}\n", warning);
    }
    return trace;
  }

 private:
  const Arguments& arguments_;
  kernel::Options options_;
};

void open_jobs(const std::string& path, const Opener& opener, OpenTraces& open) {
  open.jobs = jobs::read_replay_jobs(path);
  for (const jobs::ReplayJob& job : open.jobs) {
    open.traces.push_back(opener.open(job.trace, {}));
    const std::uint32_t rank_count = open.traces.back()->rank_count();
    if (rank_count == job.job.rank_count) continue;
    jobs::Where where = job.job.where;
    where.text = fmt::format("np {}", job.job.rank_count);
    where.hint = fmt::format("write {}", rank_count);
    throw kernel::InputError(fmt::format("{} has {} ranks", job.trace, rank_count), where);
  }
}

}  // namespace

std::uint64_t OpenTraces::action_count() const {
  std::uint64_t count = 0;
  for (const auto& trace : traces) {
    if (trace->action_count() == 0) return 0;
    count += trace->action_count();
  }
  return count;
}

OpenTraces open_replay(Arguments& arguments) {
  OpenTraces open;
  if (!arguments.is_replay()) return open;
  refuse_options_of_programs(arguments);
  const Opener opener(arguments);
  if (!arguments.replay_jobs_file.empty()) {
    refuse_options_of_one_trace(arguments);
    open_jobs(arguments.replay_jobs_file, opener, open);
  } else {
    open.traces.push_back(opener.open(arguments.replay_file, arguments.rank_count));
    arguments.rank_count = open.traces.front()->rank_count();
  }
  for (const auto& trace : open.traces) open.rank_count += trace->rank_count();
  if (open.rank_count > ranks_max) {
    throw kernel::InputError("no machine runs so many ranks",
                             {.text = fmt::format("{} ranks", open.rank_count),
                              .hint = fmt::format("at most {}", ranks_max)});
  }
  if (!arguments.quiet && !arguments.program.empty()) {
    kernel::print_message("smpirun: note: -replay runs no program: {} is not started\n",
                          arguments.program.front());
  }
  return open;
}

}  // namespace smpi::launch
