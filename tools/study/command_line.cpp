// SPDX-License-Identifier: BSD-3-Clause
//
// Verbs and their options; CommandLine parses, and what it refuses becomes an InputError.
#include "tools/study/command_line.h"

#include "kernel/command_line.h"
#include "kernel/error.h"
#include "libsmpi/ranks/runtime/version.h"
#include "models/platform/units.h"
#include "tools/study/runs/cache.h"

namespace smpi::study {
namespace {

using kernel::CommandLine;
using kernel::CommandOption;

constexpr std::pair<const char*, hpl::Level> levels[] = {
    {"0", hpl::Level::closed_form}, {"1", hpl::Level::sampled}, {"2", hpl::Level::whole}};
constexpr const char* help_hint = "smpi-study --help lists all verbs";

CommandLine& add_verb(CommandLine& app, Arguments& arguments, const char* name, const char* text) {
  CommandLine& verb = app.add_subcommand(name, text);
  verb.add_option("plan", arguments.plan, "the plan file").option_text("FILE").required();
  verb.add_option("--folder", arguments.folder,
                  "folder of the study (default NAME.study beside the plan)")
      .option_text("FOLDER");
  verb.callback([&arguments, name] { arguments.verb = name; });
  return verb;
}

// What `run` and `tune` have in common.
void add_run_options(CommandLine& run, Arguments& arguments, std::string& memory,
                     bool& without_cache) {
  CommandOption& jobs = run.add_option("--jobs,-j", arguments.run.jobs,
                                       "runs at once (default: one per core that it may use)")
                            .option_text("N")
                            .range(1, 1024);
  CommandOption& size =
      run.add_option("--memory", memory,
                     "of all runs together (default: four fifths of what is free)")
          .option_text("SIZE");
  run.add_flag("--slurm", arguments.run.on_slurm,
               "as arrays of Slurm, which [slurm] of the plan describes")
      .excludes(jobs)
      .excludes(size);
  run.add_flag("--retry-failed", arguments.run.retry_failed,
               "runs that failed have all attempts again");
  run.add_option("--cache", arguments.run.cache,
                 "folder of results that all studies share (default ~/.cache/smpi-study)")
      .option_text("FOLDER");
  run.add_flag("--no-cache", without_cache, "takes no result from other studies and keeps none");
}

void add_run(CommandLine& app, Arguments& arguments, std::string& memory, bool& without_cache) {
  CommandLine& run =
      add_verb(app, arguments, "run", "runs what is not done yet; goes on after any stop");
  add_run_options(run, arguments, memory, without_cache);
  run.add_option("--only", arguments.run.only, "only points that fulfil this formula")
      .option_text("FORMULA");
  CommandLine& tune =
      add_verb(app, arguments, "tune", "looks for the best point with few runs, as [tuning] says");
  add_run_options(tune, arguments, memory, without_cache);
}

void add_measured(CommandLine& hpl, Arguments& arguments) {
  cluster::CommandOptions& cluster = arguments.cluster;
  hpl.add_option("--measured", cluster.measured,
                 "output of HPL on one node, or FILE@NODES on several; may be given several times")
      .option_text("FILE")
      .take_all();
  hpl.add_option("--nodes", cluster.nodes, "with --measured: numbers of nodes, such as 4,6,10")
      .option_text("LIST");
  hpl.add_option("--cable", cluster.cable,
                 "with --measured: its name, such as 1GbE; RATE,LATENCY; or a file")
      .option_text("CABLE");
  hpl.add_option("--dat", cluster.dat,
                 "with --measured: the runs of this HPL.dat, as HPL's own lines, too")
      .option_text("FILE");
  hpl.add_option("--report", cluster.page,
                 "with --measured: writes one HTML page that shows rates and their intervals")
      .option_text("FILE.html");
  hpl.add_flag("--choose", cluster.chooses,
               "with --nodes: looks for the fastest grid, broadcast, depth and NB; default: those "
               "of the measured run");
  hpl.add_option("--memory", cluster.memory,
                 "with --measured: of a node; default: each has as much of the matrix as the "
                 "measured one")
      .option_text("SIZE");
  hpl.add_option("--memory-rate", cluster.memory_rate,
                 "with --measured: of a node, as STREAM measures it (default: as is usual)")
      .option_text("RATE");
  hpl.add_option(
         "--n-within", cluster.n_percent,
         "with --measured: N of the cluster's run is not known better than this; default: it "
         "is known")
      .option_text("PERCENT")
      .range(0., 100.);
  hpl.add_option("--node-power", cluster.node_w, "with --measured: watts of a node under load")
      .option_text("W")
      .range(0., 1e6);
  hpl.add_option("--switch-power", cluster.switch_w, "with --measured: watts of all switches")
      .option_text("W")
      .range(0., 1e9);
}

void add_hpl(CommandLine& app, Arguments& arguments) {
  CommandLine& hpl = app.add_subcommand(
      "hpl",
      "says which machine of a market is best for HPL, or how fast a cluster of a measured "
      "node is");
  hpl.add_option("market", arguments.plan, "the market file, unless --measured")
      .option_text("FILE");
  add_measured(hpl, arguments);
  hpl.add_option("--folder", arguments.folder,
                 "folder of the simulations (default NAME.hpl beside the market or the output)")
      .option_text("FOLDER");
  hpl.add_choice<hpl::Level>(
         "--level", arguments.level, levels,
         "0: closed forms (default); 1: simulates some panels; 2: and whole runs")
      .option_text("0|1|2");
  hpl.add_flag("--json", arguments.wants_json, "all that was found, as JSON");
  hpl.add_option("--jobs,-j", arguments.run.jobs, "simulations at once (default: one per core)")
      .option_text("N")
      .range(1, 1024);
  hpl.callback([&arguments] { arguments.verb = "hpl"; });
}

// A market, or a measured node.
void check_hpl(const Arguments& arguments) {
  const cluster::CommandOptions& cluster = arguments.cluster;
  if (cluster.measured.empty()) {
    if (arguments.plan.empty()) {
      throw kernel::InputError("hpl needs a market file, or --measured FILE", {.hint = help_hint});
    }
    const std::array<std::pair<const char*, bool>, 10> given = {
        {{"--nodes", !cluster.nodes.empty()},
         {"--choose", cluster.chooses},
         {"--report", !cluster.page.empty()},
         {"--memory-rate", !cluster.memory_rate.empty()},
         {"--n-within", cluster.n_percent > 0},
         {"--node-power", cluster.node_w > 0},
         {"--switch-power", cluster.switch_w > 0},
         {"--cable", !cluster.cable.empty()},
         {"--memory", !cluster.memory.empty()},
         {"--dat", !cluster.dat.empty()}}};
    for (const auto& [name, is_given] : given) {
      if (is_given) throw kernel::InputError("this option needs --measured", {.text = name});
    }
    return;
  }
  if (!arguments.plan.empty()) {
    throw kernel::InputError("a market file or --measured, not both", {.text = arguments.plan});
  }
  if (cluster.nodes.empty() && cluster.dat.empty()) {
    throw kernel::InputError("--measured needs --nodes or --dat",
                             {.hint = "how many nodes the cluster has, such as --nodes 4,6,10"});
  }
  if (cluster.chooses && !cluster.dat.empty()) {
    throw kernel::InputError("--choose or --dat, not both: the file says all settings",
                             {.text = cluster.dat});
  }
  if (cluster.cable.empty()) {
    throw kernel::InputError("--measured needs --cable",
                             {.hint = "such as --cable 1GbE, or --cable 25Gbps,12us"});
  }
}

void add_verbs(CommandLine& app, Arguments& arguments, std::string& memory, bool& without_cache) {
  add_verb(app, arguments, "plan", "checks a plan and prints its points; runs nothing");
  add_run(app, arguments, memory, without_cache);
  add_verb(app, arguments, "status", "prints how far a study is, also while it runs");
  CommandLine& results =
      add_verb(app, arguments, "results", "prints a table of points and results");
  CommandOption& csv = results.add_flag("--csv", arguments.wants_csv, "a row per run, all digits");
  results.add_flag("--json", arguments.wants_json, "all that is known, as JSON").excludes(csv);
  CommandLine& why =
      add_verb(app, arguments, "why", "prints how to repeat a run by hand, and its end");
  why.add_option("run", arguments.run_name, "as results prints it, such as 12.0: point and replica")
      .option_text("RUN")
      .required();
  add_verb(app, arguments, "screen", "prints which parameters matter, for designs that tell");
  CommandLine& write = add_verb(app, arguments, "export", "writes all runs to a file");
  write.add_option("--output,-o", arguments.output, "FILE.csv, FILE.jsonl, FILE.json or FILE.db")
      .option_text("FILE")
      .required();
  CommandLine& report =
      add_verb(app, arguments, "report",
               "writes one HTML page that shows the study, or a run (smpirun --report FILE.json)");
  report
      .add_option("--output,-o", arguments.output,
                  "FILE.html (default NAME.html beside the plan); - is the standard output")
      .option_text("FILE");
  add_hpl(app, arguments);
  add_verb(app, arguments, "clean", "removes the folder of a study, with all its results");
  CommandLine& worker = app.add_subcommand("worker", "");
  worker.hide();
  worker.add_option("--part", arguments.part).required();
  worker.add_option("--list", arguments.jobs);
  worker.callback([&arguments] { arguments.verb = "worker"; });
}

void refuse_unknown_verb(const CommandLine& app, int argc, char** argv) {
  if (argc < 2) throw kernel::InputError("a verb is required", {.hint = help_hint});
  const std::vector<std::string> names = app.subcommand_names();
  const std::string word = argv[1];
  if (word.starts_with('-') || std::ranges::find(names, word) != names.end()) return;
  const std::vector<std::string_view> views(names.begin(), names.end());
  throw kernel::InputError("unknown verb",
                           {.text = word, .hint = kernel::did_you_mean(word, views, help_hint)});
}

}  // namespace

Parsed parse_arguments(int argc, char** argv) {
  Parsed parsed;
  CommandLine app("Runs a program on many simulated machines, as a plan file says.", "smpi-study");
  app.set_version_flag("--version", version_text());
  std::string memory;
  bool without_cache = false;
  add_verbs(app, parsed.arguments, memory, without_cache);
  refuse_unknown_verb(app, argc, argv);
  try {
    const CommandLine::Outcome outcome = app.parse(argc, argv);
    const CommandLine* verb = app.given_subcommand();
    if (outcome == CommandLine::Outcome::wants_help) {
      parsed.answer = verb == nullptr ? app.help() : verb->help();
    } else if (outcome == CommandLine::Outcome::wants_version) {
      parsed.answer = version_text();
    }
    if (parsed.answer) return parsed;
  } catch (const kernel::CommandLineError& error) {
    throw kernel::InputError(error.what(), {.hint = help_hint});
  }
  if (parsed.arguments.verb.empty()) {
    throw kernel::InputError("a verb is required", {.hint = help_hint});
  }
  if (parsed.arguments.verb == "hpl") check_hpl(parsed.arguments);
  RunOptions& run = parsed.arguments.run;
  if (!memory.empty()) {
    run.memory_bytes =
        models::parse_quantity(memory, models::Quantity::size_bytes, {.text = "--memory " + memory})
            .value;
  }
  if (without_cache && !run.cache.empty()) {
    throw kernel::InputError("--cache and --no-cache are opposites", {.hint = help_hint});
  }
  if (run.cache.empty() && !without_cache) run.cache = Cache::usual_folder();
  return parsed;
}

}  // namespace smpi::study
