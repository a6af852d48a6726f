// SPDX-License-Identifier: BSD-3-Clause
//
// SimGrid's smpirun spells its options with one dash, GNU with two: both are taken. CommandLine
// parses the GNU forms; words with one dash are rewritten first. Options end at the program's name.
#include "libsmpi/run/launch/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "kernel/command_line.h"
#include "kernel/error.h"
#include "kernel/options.h"
#include "libsmpi/doors/assembly/assembled_simulation.h"
#include "libsmpi/mpi/coll/choice/describe.h"
#include "libsmpi/ranks/runtime/version.h"
#include "libsmpi/run/launch/foreign_options.h"
#include "libsmpi/run/launch/hostfile.h"
#include "libsmpi/run/launch/recorded_trace.h"
#include "libsmpi/run/launch/stop_after.h"
#include "libsmpi/run/placement/policy.h"
#include "libsmpi/run/replay/replayed_traces.h"
#include "libsmpi/watch/record/timeline/formats.h"
#include "models/platform/describe.h"
#include "models/platform/units.h"
#include "models/topology/topology.h"

namespace smpi::launch {
namespace {

using kernel::CommandLine;
using kernel::CommandOption;

struct Spelling {
  std::string_view given;
  std::string_view canonical;
};

// Other spellings of the options, with one dash or two.
constexpr std::array<Spelling, 7> synonyms = {{{"machinefile", "hostfile"},
                                               {"n", "np"},
                                               {"c", "np"},
                                               {"h", "help"},
                                               {"V", "version"},
                                               {"v", "version"},
                                               {"git-version", "version"}}};

// Options that stand for another one with a value: of both, the last one counts.
struct Shorthand {
  const char* name;
  const char* option;
  const char* value;
  const char* help;
};
constexpr std::array<Shorthand, 4> shorthands = {
    {{"--gdb", "--wrapper", "gdb --args", "run under gdb"},
     {"--lldb", "--wrapper", "lldb --", "run under lldb"},
     {"--vgdb", "--wrapper", "valgrind --vgdb=yes --vgdb-error=0", "run under valgrind, for gdb"},
     {"--no-privatize", "--cfg", "smpi/privatization:no", "one copy of the program for all"}}};

// Options that are questions: they are answered while the words are split.
struct Question {
  const char* name;
  const char* help;
};
constexpr std::array<Question, 4> questions = {
    {{"--version", "print the version (also -V)"},
     {"--help-simgrid", "list SimGrid's other options, and what becomes of them here"},
     {"--help-cfg", "list the options of --cfg"},
     {"--help-coll", "list the collectives and their algorithms"}}};

// What shapes short platforms, and nothing else.
constexpr std::array<const char*, 5> short_platform_options = {"--host-speed", "--link", "--cores",
                                                               "--loopback", "--power"};

std::string canonical_spelling(const std::string& word) {
  if (word.size() < 2 || word[0] != '-' || word == "--") return word;
  std::string_view name = std::string_view(word).substr(word[1] == '-' ? 2 : 1);
  const std::size_t equals = name.find('=');
  const std::string_view value = equals == std::string_view::npos ? "" : name.substr(equals);
  name = name.substr(0, equals);
  for (const Spelling& synonym : synonyms) {
    if (name == synonym.given) name = synonym.canonical;
  }
  return fmt::format("--{}{}", name, value);
}

// Values that are not yet what Arguments holds.
struct Values {
  std::string rank_count;
  std::string stop_after;
  std::vector<std::string> describe;  // hosts
  std::vector<std::string> links;
  std::string analyze;  // words; "true" without any
  std::string matching;
};

void declare_energy(CommandLine& app, Arguments& arguments) {
  app.add_option("--power", arguments.short_platform.power_file,
                 "file that says what the parts of a short platform take (docs/energy.md)");
  app.add_flag("--energy-detail", arguments.energy_detail,
               "energy of each host, cable, switch and network card in the summary");
  app.add_flag_callback(
      "--simgrid-energy-lines",
      [&arguments] {
        arguments.simgrid_lines.hosts = true;
        arguments.simgrid_lines.links = true;
        arguments.simgrid_lines.are_asked_for_here = true;
      },
      "print what SimGrid's plugins host_energy and link_energy print at the end");
}

void declare_traces(CommandLine& app, Arguments& arguments) {
  app.add_flag("--trace-ti", arguments.trace.is_time_independent,
               "write what each rank does to smpi_simgrid.txt, to be replayed (docs/acquire.md)");
  app.add_option("--trace-file", arguments.trace.file,
                 "write the trace of -trace-ti or -trace to this file");
}

void declare_result_files(CommandLine& app, Arguments& arguments) {
  app.add_option("--replay", arguments.replay_file,
                 "replay this trace instead of running a program (docs/replay.md)");
  app.add_option(
      "--replay-jobs", arguments.replay_jobs_file,
      "replay the traces of this file together on one platform, one per line: name trace "
      "np start_s [hostfile] (docs/replay.md)");
  app.add_option("--summary", arguments.summary_file, "write what happened to this file, as JSON");
  app.add_option("--comm-matrix", arguments.comm_matrix_file,
                 "write bytes and messages between each two ranks to this file, as CSV");
  app.add_option("--stats", arguments.statistics_file,
                 "write statistics of calls, messages and times to this file, FILE.json, and "
                 "matrices of ranks beside it, as CSV");
  app.add_option("--call-statistics", arguments.call_statistics_file,
                 "write counts, times and bytes of all MPI calls to this file, as CSV");
  app.add_option("--report", arguments.report_file,
                 "write an HTML page with pictures of the run to this file, or its data to a .json "
                 "(docs/report.md)");
  declare_traces(app, arguments);
}

void declare_timelines(CommandLine& app, Arguments& arguments) {
  app.add_option("--export", arguments.exports,
                 "write a timeline of calls and messages (docs/timelines.md): " +
                     record::timeline_formats() + "; may be given several times")
      .expected(1)
      .take_all();
  app.add_flag("--trace", arguments.trace.is_wanted,
               "write a timeline in the format Paje to smpi_simgrid.trace, as SimGrid does");
  app.add_option("--trace-comment", arguments.trace.comment, "a comment at its top");
  app.add_option("--trace-comment-file", arguments.trace.comment_file,
                 "a file whose lines are comments at its top");
  app.add_flag("--trace-grouped", arguments.trace.is_grouped, "its ranks are inside their hosts");
}

void declare_jobs(CommandLine& app, Arguments& arguments) {
  app.add_option("--jobs", arguments.jobs_file,
                 "run the programs of this file, together on one platform (docs/placement.md)");
  app.add_flag("--alone", arguments.alone,
               "run each job also alone, and say how much slower it is with the others");
}

void declare_questions(CommandLine& app, Arguments& arguments, Values& values) {
  app.add_option("--describe-platform", values.describe,
                 "print the platform, and the route between two hosts")
      .expected(0, 2);
  app.add_flag("--dot", arguments.draws_platform,
               "with --describe-platform: a drawing of it, for Graphviz");
  for (const Question& question : questions) app.add_flag(question.name, question.help);
}

void declare_machine(CommandLine& app, Arguments& arguments, Values& values) {
  app.add_option("--platform", arguments.platform,
                 "platform file, or a topology: " + models::topology_examples());
  app.add_option("--include-path", arguments.include_folders,
                 "folder where files that the platform file names are looked for first; may be "
                 "given several times")
      .expected(1)
      .take_all();
  app.add_option("--host-speed", arguments.short_platform.host_speed,
                 "speed of a core of a short platform (default 1Gf)");
  app.add_option("--link", values.links,
                 "bandwidth,latency of its links (default 10Gbps,24us), or KIND=bandwidth,latency "
                 "of its host, local, global, level1.. or dim1.. links")
      .expected(1)
      .take_all();
  app.add_option("--cores", arguments.short_platform.core_count, "cores of its hosts (default 1)");
  app.add_option("--loopback", arguments.short_platform.loopback,
                 "bandwidth,latency inside its hosts");
  app.add_option("--network", arguments.network_file,
                 "file of a measured network, or a platform file whose options count "
                 "(docs/network.md)");
}

void declare(CommandLine& app, Arguments& arguments, Values& values) {
  app.take_last();
  app.add_option("--np", values.rank_count, "number of ranks (also -n)");
  declare_machine(app, arguments, values);
  app.add_option("--hostfile", arguments.hostfile,
                 "file with a host, or host:ranks, a line (also -machinefile)");
  app.add_option("--placement", arguments.placement,
                 "which host runs which rank, NAME[:ARGUMENT][:RANKS-PER-HOST]; names are listed "
                 "below");
  app.add_option("--scenario", arguments.scenario_file,
                 "file of failures, slow hosts and noise, on any platform (docs/failures.md)");
  declare_jobs(app, arguments);
  app.add_option("--cfg", arguments.configuration, "an option, key:value; see --help-cfg")
      .expected(1)
      .take_all();
  app.add_option("--stop-after", values.stop_after,
                 "end the run after so much simulated time, such as 1.5s; exit status 6");
  declare_energy(app, arguments);
  declare_result_files(app, arguments);
  declare_timelines(app, arguments);
  app.add_option("--blas", arguments.blas, "real, modeled or modeled:FILE.toml");
  app.add_option("--overlay", arguments.overlays,
                 "file that says what functions of the program cost; may be given several times")
      .expected(1)
      .take_all();
  app.add_option("--devices", arguments.devices,
                 "accelerators of each host, COUNTxNAME: a preset or of --kernels "
                 "(docs/accelerators.md)");
  app.add_option("--kernels", arguments.kernel_files,
                 "file that says what kernels of accelerators cost, and describes accelerators; "
                 "may be given several times")
      .expected(1)
      .take_all();
  app.add_flag("--check-folding", arguments.check_folding,
               "run twice, with and without folded memory, overlays and modelled BLAS, and compare "
               "the MPI calls of each rank");
  app.add_option("--profile-functions", arguments.profile_file,
                 "run twice and write an overlay with the functions that take most time");
  app.add_option("--replicas", arguments.replica_count,
                 "run so many times with consecutive seeds, and print mean and 95 % interval");
  app.add_flag("--pop", arguments.wants_pop,
               "run twice, once on an ideal network, and print what efficiency is lost to what");
  app.add_flag("--what-if", arguments.wants_what_if,
               "run again on faster and slower machines, and print the simulated times");
  app.add_flag("--compare-models", arguments.compares_models,
               "run again with network/model:packet, and say which messages and links differ");
  app.add_option("--futures", arguments.futures_file,
                 "split the run as this file says, and let its futures go on beside each other "
                 "(docs/futures.md)");
  app.add_option("--tool", arguments.tool, "library that sees every MPI call (PMPI)");
  app.add_option("--wrapper", arguments.wrapper, "command to run the simulation under");
  for (const Shorthand& shorthand : shorthands) app.add_flag(shorthand.name, shorthand.help);
  app.add_option("--tmpdir", arguments.temporary_folder, "where temporary files go");
  app.add_flag("--keep-temps", arguments.keep_temporary_files,
               "keep the ranks' copies of the program");
  app.add_flag("--map", arguments.print_mapping, "print which rank runs where");
  app.add_flag("--analyze", values.analyze,
               "report mistakes of the program that the run survived, and its allocations; exit "
               "status 5 when there are any. --analyze=strict: sends wait for their receive and "
               "collectives synchronise, too; --analyze=report: keep the program's exit status");
  app.add_option("--explore", arguments.explore_count,
                 "analyze, and run up to so many other matchings of wildcard receives");
  app.add_option("--matching", values.matching,
                 "repeat a matching: RANK:NUMBER=SOURCE,..., as --explore prints it");
  app.add_flag("--tag-output", arguments.tag_output,
               "begin each line that a rank prints with its rank, as [3]");
  app.add_flag("--quiet", arguments.quiet, "print nothing but what the program prints");
  declare_questions(app, arguments, values);
  declare_foreign_words(app, arguments.foreign_notes);
}

bool is_option(const std::string& word) {
  return word.size() >= 2 && word[0] == '-';
}

// How many of the words from `first` on belong to the option before them. Those that it need not
// have end at the next option.
std::size_t words_of(const CommandOption& option, const std::vector<std::string>& words,
                     std::size_t first) {
  const auto most = static_cast<std::size_t>(option.expected_most());
  const auto least = static_cast<std::size_t>(option.expected_least());
  std::size_t count = 0;
  while (count < most && first + count < words.size()) {
    if (count >= least && is_option(words[first + count])) break;
    count++;
  }
  return count;
}

[[noreturn]] void refuse_option(const CommandLine& app, const std::string& given,
                                const std::string& name) {
  const std::vector<std::string> names = app.option_names();
  const std::vector<std::string_view> views(names.begin(), names.end());
  throw kernel::InputError(
      "unknown option",
      {.text = given,
       .hint = kernel::did_you_mean(name, views, "smpirun --help lists all options")});
}

std::string describe_all_options() {
  kernel::Options options;
  declare_all_options(options);
  return "Options for --cfg=key:value\n" + options.describe();
}

std::optional<Answer> answer_to(const std::string& option, const CommandLine& app) {
  if (option == "--help") {
    return Answer{app.help() +
                  "\nThe program and its arguments follow the options.\n\nPlacements:\n" +
                  placement::describe_policies()};
  }
  if (option == "--version") return Answer{version_text()};
  if (option == "--help-cfg") return Answer{describe_all_options()};
  if (option == "--help-simgrid") return Answer{describe_foreign_options()};
  if (option == "--help-coll") return Answer{coll::describe_collectives()};
  return std::nullopt;
}

// It would be taken as not given.
void refuse_empty(std::string_view value, const std::string& option) {
  if (!value.empty()) return;
  throw kernel::InputError(
      "an option with an empty value",
      {.text = option, .hint = "leave it out, or is a variable of the shell not set?"});
}

// Appends what a shorthand stands for; false for other words.
bool push_long_form(const std::string& word, std::vector<std::string>& ours) {
  const auto found =
      std::find_if(shorthands.begin(), shorthands.end(),
                   [&](const Shorthand& shorthand) { return word == shorthand.name; });
  if (found == shorthands.end()) return false;
  ours.insert(ours.end(), {found->option, found->value});
  return true;
}

// The words of the command line: ours, in canonical spelling, and the program with its arguments.
struct SplitWords {
  std::vector<std::string> ours;
  std::vector<std::string> program;
  bool is_program_separated = false;  // by --
};

std::optional<Answer> split_words(const CommandLine& app, const std::vector<std::string>& words,
                                  SplitWords& split) {
  std::vector<std::string>& ours = split.ours;
  for (std::size_t i = 0; i < words.size(); i++) {
    if (!is_option(words[i]) || words[i] == "--") {
      split.is_program_separated = words[i] == "--";
      const std::size_t first = split.is_program_separated ? i + 1 : i;
      split.program.assign(words.begin() + static_cast<std::ptrdiff_t>(first), words.end());
      return std::nullopt;
    }
    const std::string spelled = canonical_spelling(words[i]);
    const std::string name = spelled.substr(0, spelled.find('='));
    if (auto answer = answer_to(name, app)) return answer;
    const CommandOption* option = app.find_option(name);
    if (option == nullptr) refuse_option(app, words[i], name);
    if (push_long_form(spelled, ours)) continue;
    ours.push_back(spelled);
    if (const std::size_t equals = spelled.find('='); equals != std::string::npos) {
      refuse_empty(std::string_view(spelled).substr(equals + 1), name);
      continue;
    }
    for (std::size_t rest = words_of(*option, words, i + 1); rest > 0; rest--) {
      refuse_empty(words[i + 1], name);
      ours.push_back(words[++i]);
    }
  }
  return std::nullopt;
}

void refuse_vain_exploration(const Arguments& arguments) {
  if (!arguments.explore_count) return;
  const auto refuse = [&](const char* problem, const std::string& hint) {
    throw kernel::InputError(
        problem, {.text = fmt::format("--explore {}", *arguments.explore_count), .hint = hint});
  };
  if (*arguments.explore_count < 1) refuse("nothing to explore", "give a number of runs");
  if (!arguments.matching.empty()) refuse("--explore does not go with --matching", "");
  if (!arguments.tool.empty()) refuse("--explore does not go with --tool", "");
  if (!arguments.wrapper.empty()) {
    refuse("--explore does not go with --wrapper", "repeat one run of it, with --matching");
  }
}

std::uint32_t parse_rank_count(const std::string& text) {
  std::uint32_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, count);
  if (error == std::errc() && stop == end && !text.empty()) return count;
  throw kernel::InputError(
      "a number of ranks is a whole number from 1 on",
      {.text = "-np " + text, .hint = fmt::format("such as -np 16; at most {}", ranks_max)});
}

double parse_stop_after(const std::string& text) {
  const auto time =
      models::parse_quantity(text, models::Quantity::time_s, {.text = "--stop-after " + text});
  if (time.value > 0) return time.value;
  throw kernel::InputError("a run cannot stop before it begins", {.text = "--stop-after " + text});
}

}  // namespace

std::vector<std::span<const kernel::OptionSpec>> all_option_tables() {
  auto tables = AssembledSimulation::option_tables();
  tables.insert(tables.end(), {replay::options(), RecordedTrace::options(), breakpoint_options()});
  return tables;
}

void declare_all_options(kernel::Options& options) {
  for (const std::span<const kernel::OptionSpec> table : all_option_tables()) {
    options.declare(table);
  }
}

Parsed parse_arguments(int argc, char** argv) {
  Parsed parsed;
  Arguments& arguments = parsed.arguments;
  CommandLine app(
      "Runs an MPI program on a simulated machine.\n"
      "smpirun -np N [-platform FILE|DESCRIPTION] [options] program [arguments]",
      "smpirun");
  Values values;
  declare(app, arguments, values);
  arguments.command_line.assign(argv, argv + argc);
  const std::vector<std::string> words(argv + 1, argv + argc);
  SplitWords split;
  parsed.answer = split_words(app, words, split);
  if (parsed.answer) return parsed;
  arguments.program = std::move(split.program);
  try {
    app.parse(split.ours);
  } catch (const kernel::CommandLineError& error) {
    throw kernel::InputError(error.what(), {.hint = "smpirun --help lists all options"});
  }
  for (const char* option : short_platform_options) {
    if (app.count(option) > 0) arguments.short_platform_options.emplace_back(option);
  }
  for (const std::string& link : values.links) {
    if (link.find('=') == std::string::npos) {
      arguments.short_platform.link = link;
      arguments.has_link = true;
    } else {
      arguments.short_platform.kind_links.push_back(link);
    }
  }
  if (app.count("--np") > 0) arguments.rank_count = parse_rank_count(values.rank_count);
  if (!values.stop_after.empty()) arguments.stop_after_s = parse_stop_after(values.stop_after);
  arguments.matching = parse_choices(values.matching);
  refuse_vain_exploration(arguments);
  arguments.describe_platform = app.count("--describe-platform") > 0;
  if (!values.describe.empty()) arguments.describe_from = values.describe[0];
  if (values.describe.size() > 1) arguments.describe_to = values.describe[1];
  if (app.count("--analyze") > 0) {
    arguments.analyze = parse_analysis_mode(values.analyze == "true" ? "" : values.analyze);
  } else if (arguments.explore_count) {
    arguments.analyze = parse_analysis_mode("");
  }
  arguments.has_extension = app.count("--ext") > 0;
  translate_foreign_options(arguments, split.is_program_separated);
  return parsed;
}

}  // namespace smpi::launch
