// SPDX-License-Identifier: BSD-3-Clause
//
// The command line of smpirun.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernel/options.h"
#include "libsmpi/ranks/load/elf/function_replacement.h"
#include "libsmpi/run/launch/simgrid_lines.h"
#include "libsmpi/watch/analyze/matching_choice.h"
#include "libsmpi/watch/analyze/mode.h"
#include "models/platform/describe.h"
#include "models/platform/platform.h"
#include "models/readers/short_platform.h"

namespace smpi::observe {
class MpiCalls;
}

namespace smpi::futures {
class Division;
}

namespace smpi::launch {

class MemoryFile;
struct Attempt;

// SimGrid's options of traces.
struct TraceWords {
  bool is_wanted = false;
  bool is_time_independent = false;
  bool is_grouped = false;
  bool has_calls_only = false;  // tracing/smpi/format:TI
  std::string file;
  std::string comment;
  std::string comment_file;
};

struct Arguments {
  bool is_replay() const { return !replay_file.empty() || !replay_jobs_file.empty(); }

  std::optional<std::uint32_t> rank_count;
  std::string platform;  // a file, or a short description such as "star:16"
  models::ShortPlatformOptions short_platform;
  std::vector<std::string> short_platform_options;  // names of those that were given
  bool has_link = false;                            // of all links, by --link
  std::string network_file;                         // of --network
  std::string hostfile;
  std::vector<std::string> include_folders;  // of --include-path
  std::string placement;                   // name of a policy and its argument (placement/policy.h)
  std::string scenario_file;               // of --scenario
  std::string comm_matrix_file;            // of --comm-matrix
  std::string jobs_file;                   // of --jobs
  bool alone = false;                      // run each job alone, too
  std::vector<std::string> configuration;  // texts of --cfg
  std::string replay_file;                 // of --replay: a trace in the place of a program
  std::string replay_jobs_file;            // of --replay-jobs: several of them
  std::string summary_file;
  std::optional<double> stop_after_s;  // simulated
  std::string call_statistics_file;
  std::string statistics_file;       // of --stats
  std::vector<std::string> exports;  // files of timelines
  TraceWords trace;
  std::string report_file;                // of --report
  std::vector<std::string> command_line;  // as it was given
  std::string blas = "real";
  std::vector<std::string> overlays;
  std::string devices;                    // of --devices
  std::vector<std::string> kernel_files;  // of --kernels
  std::string tool;                       // a library that wraps MPI calls
  std::string wrapper;                    // a command to run the simulation under
  std::string temporary_folder;
  bool energy_detail = false;
  SimgridLines simgrid_lines;
  bool print_mapping = false;
  bool keep_temporary_files = false;
  bool quiet = false;
  bool tag_output = false;
  std::optional<AnalysisMode> analyze;
  bool describe_platform = false;
  std::string describe_from;
  std::string describe_to;
  bool draws_platform = false;  // of --dot
  bool check_folding = false;
  std::string profile_file;  // of --profile-functions
  std::optional<int> replica_count;
  bool wants_pop = false;
  bool wants_what_if = false;
  bool compares_models = false;
  std::string futures_file;  // of --futures
  std::optional<int> explore_count;
  std::vector<MatchingChoice> matching;

  std::vector<std::string> foreign_notes;  // on options of SimGrid (foreign_options.h)
  bool has_extension = false;              // SimGrid's -ext

  std::vector<std::string> program;  // with its arguments

  // Extra parameters of a run that belongs to a series (check_folding.h, explore.h, replicas.h).
  const observe::MpiCalls* mpi_calls = nullptr;  // borrowed
  std::vector<load::NamedFunction> breakpoints;  // functions that begin with int3
  bool computation_is_free = false;
  bool only_control = false;        // of the overlays
  bool counts_useful_time = false;  // for the run that is part of --pop
  std::string scaled_option;        // of the run of --what-if: multiplied by `scale`
  double scale = 1;
  const futures::Division* division = nullptr;  // borrowed; of a run that --futures splits
  Attempt* attempt = nullptr;                   // borrowed; of a job that starts again (restarts.h)
  int replica_index = 0;                        // added to smpi/seed
  bool explored = false;                        // its analysis is not printed (explore.h)
  std::string matching_record;                  // file for its record
  std::string run_record;                       // file for the JSON of --report
  std::string transfers_file;                   // for the messages of --compare-models
  const MemoryFile* other_transfers = nullptr;  // borrowed; those to compare with
  std::optional<std::size_t> alone_job;         // leave the other jobs out
};

// Every option that --cfg takes.
std::vector<std::span<const kernel::OptionSpec>> all_option_tables();
void declare_all_options(kernel::Options& options);

// What to do instead of a run: print a text and exit.
struct Answer {
  std::string text;
  int exit_status = 0;
};

// Parses argv. Returns an Answer for --help and the like. Throws kernel::InputError.
struct Parsed {
  Arguments arguments;
  std::optional<Answer> answer;
};
Parsed parse_arguments(int argc, char** argv);

}  // namespace smpi::launch
