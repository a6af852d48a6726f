// SPDX-License-Identifier: BSD-3-Clause
//
// Options of the four commands and their limits.
#include "tools/calibrate/network/command_line.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <span>
#include <string_view>

#include "kernel/command_line.h"
#include "kernel/error.h"
#include "models/network/config.h"
#include "models/platform/units.h"

namespace smpi::calibrate::network {
namespace {

using kernel::CommandLine;

constexpr const char* help_hint = "smpi-calibrate network --help, or network COMMAND --help";
constexpr std::int64_t seed_most = 4294967295;
constexpr int ranks_most = 1000000;
constexpr std::array<std::string_view, 4> peer_modes = {"remote", "other_socket", "same_socket",
                                                        "same_node"};
constexpr std::array<std::string_view, 3> loads = {"idle", "compute", "poll"};

// What has to be parsed after the command line.
struct Words {
  std::string size_max, bandwidth, latency, breaks, simgrid;
  std::int64_t asynchronous_bytes = -1, detached_bytes = -1;
};

std::string one_of(const std::string& text, std::span<const std::string_view> known) {
  for (const std::string_view name : known) {
    if (name == text) return "";
  }
  return fmt::format("unknown: '{}'; {}", text, kernel::did_you_mean(text, known, known.front()));
}

std::string refuse_nan(const std::string& text) {
  return std::isnan(std::strtod(text.c_str(), nullptr)) ? "not a number: " + text : "";
}

void declare_plan(CommandLine& app, FolderSettings& folder, Words& words) {
  PlanSettings& plan = folder.plan;
  app.add_option("-o,--output", folder.folder, "the folder of the measurement")
      .option_text("DIR")
      .required();
  app.add_option("--seed", plan.seed, "of sizes and order; also the number of the run (default 1)")
      .option_text("N")
      .range(std::int64_t{0}, seed_most);
  app.add_option("--sizes", plan.size_count, "sizes drawn, besides powers of two (default 200)")
      .option_text("N")
      .range(10, 10000);
  app.add_option("--repetitions", plan.repetitions, "of each size (default 20)")
      .option_text("N")
      .range(1, 100000);
  app.add_option("--max-size", words.size_max, "largest message, such as 1GB (default 100MB)")
      .option_text("SIZE");
  app.add_option("--peers", plan.peer_modes,
                 "remote (two nodes, default), same_node, same_socket, other_socket")
      .option_text("PLACEMENT,...")
      .delimiter(',')
      .check([](const std::string& text) { return one_of(text, peer_modes); });
  app.add_option("--load", plan.loads, "of ranks that wait: idle (default), compute, poll")
      .option_text("LOAD,...")
      .delimiter(',')
      .check([](const std::string& text) { return one_of(text, loads); });
  app.add_option("--cores", plan.cores, "ranks of a node that send at once, at most (default 1)")
      .option_text("N")
      .range(1, ranks_most);
  app.add_option("--nodes", plan.nodes, "nodes of patterns among many (default 2)")
      .option_text("N")
      .range(1, ranks_most);
  app.add_option(
         "--budget", plan.budget_s,
         "seconds that the measurement may take (default 600): large messages are repeated less")
      .option_text("SECONDS")
      .range(1.0, 1e7)
      .check(refuse_nan);
  app.add_option("--expect", words.bandwidth,
                 "a guess of the bandwidth, to spend the budget (default 1GBps)")
      .option_text("BANDWIDTH");
  app.add_option("--launcher", folder.launcher,
                 "how ranks are started (default: mpirun -np {np} --host {hosts})")
      .option_text("COMMAND");
  app.add_option("--hosts", folder.hosts, "what stands for {hosts} (default a,b)")
      .option_text("HOST,...");
  app.add_option("--ranks", folder.rank_count, "what stands for {np} (default 2)")
      .option_text("N")
      .range(2, ranks_most);
  app.add_option("--cc", folder.compiler, "compiles the program (default mpicc)")
      .option_text("COMMAND");
  app.add_flag("--cold", folder.is_cold, "messages from memory that no cache holds");
}

void declare_simulated(CommandLine& app, SimulatedNetwork& network) {
  app.add_option("--from", network.model,
                 "measure no machine, but a model of packets: packet, reserve or nic")
      .option_text("MODEL")
      .check([](const std::string& text) { return one_of(text, models::packet_model_names); });
  app.add_option("--platform", network.platform, "of --from: as of smpirun").option_text("TEXT");
  app.add_option("--link", network.links, "of --from: as of smpirun")
      .expected(1)
      .take_all()
      .option_text("TEXT");
  app.add_option("--cfg", network.configuration,
                 "of --from: as of smpirun, such as packet/mtu:1500B")
      .expected(1)
      .take_all()
      .option_text("KEY:VALUE");
}

// A simulated network repeats itself, so each size is measured once unless the user says otherwise.
void complete_simulated(const CommandLine& measure, Arguments& arguments) {
  const SimulatedNetwork& network = arguments.simulated;
  const auto is_given = [&measure](const char* name) { return measure.count(name) > 0; };
  for (const char* option : {"--platform", "--link", "--cfg"}) {
    if (!network.model.empty() || !is_given(option)) continue;
    throw kernel::InputError("only a simulated network has a platform",
                             {.text = option, .hint = "with --from packet"});
  }
  if (network.model.empty()) return;
  if (network.platform.empty()) {
    throw kernel::InputError(
        "a simulated network needs a platform",
        {.text = "--from " + network.model, .hint = "such as --platform star:4 --link 10GBps,1us"});
  }
  for (const char* option : {"--launcher", "--hosts", "--cc"}) {
    if (!is_given(option)) continue;
    throw kernel::InputError("a simulated network has the commands of libsmpi",
                             {.text = option, .hint = "leave it out, or --from"});
  }
  simulate(network, arguments.folder);
  if (!is_given("--repetitions")) arguments.folder.plan.repetitions = 1;
}

void declare_fit(CommandLine& app, Arguments& arguments, Words& words) {
  FitSettings& fit = arguments.fit;
  app.add_option("folder", arguments.folders, "one for each run").option_text("DIR...").required();
  app.add_option("-o,--output", arguments.file, "the network file")
      .option_text("FILE.toml")
      .required();
  app.add_option("--picture", arguments.picture, "the picture (default: as the output, with .svg)")
      .option_text("FILE");
  app.add_option("--load", fit.load, "which load's rows: idle (default), compute, poll")
      .option_text("LOAD")
      .check([](const std::string& text) { return one_of(text, loads); });
  app.add_option("--breaks", words.breaks,
                 "bytes above which segments begin, instead of finding them")
      .option_text("N,...");
  app.add_option("--async", words.asynchronous_bytes, "largest message that leaves at once")
      .option_text("BYTES")
      .range(std::int64_t{0}, std::int64_t{1} << 40);
  app.add_option("--detached", words.detached_bytes, "largest message whose MPI_Send returns early")
      .option_text("BYTES")
      .range(std::int64_t{0}, std::int64_t{1} << 40);
  app.add_option("--links", fit.links_on_route, "links between the two nodes (default 2)")
      .option_text("N")
      .range(1, 1000);
  app.add_option("--bandwidth", words.bandwidth,
                 "of the reference link (default: what was measured)")
      .option_text("BANDWIDTH");
  app.add_option("--latency", words.latency, "of the reference link (default: what was measured)")
      .option_text("TIME");
  app.add_option("--tolerance", arguments.tolerance,
                 "median residual of a segment above which the exit status is 1 (default 0.1)")
      .option_text("SHARE")
      .range(0.0, 10.0)
      .check(refuse_nan);
  app.add_flag("--report", arguments.has_report, "print the table of residuals");
}

double positive(const std::string& text, models::Quantity quantity, const char* what) {
  const double value = models::parse_quantity(text, quantity).value;
  if (value > 0) return value;
  throw kernel::InputError(fmt::format("{} must be positive", what), {.text = text});
}

std::vector<double> parse_breaks(const std::string& text) {
  std::vector<double> breaks;
  std::string_view rest = text;
  for (;;) {
    const std::string_view word = rest.substr(0, rest.find(','));
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool is_number = error == std::errc() && end == word.data() + word.size();
    if (!is_number || !(value > 0 && value < 1e15) || (!breaks.empty() && value <= breaks.back())) {
      throw kernel::InputError("--breaks needs ascending sizes in bytes",
                               {.text = std::string(word), .hint = "such as 1420,65536"});
    }
    breaks.push_back(value);
    if (word.size() == rest.size()) return breaks;
    rest.remove_prefix(word.size() + 1);
  }
}

void complete(Arguments& arguments, const Words& words) {
  constexpr double size_most = 2147483647;  // an int of MPI
  PlanSettings& plan = arguments.folder.plan;
  if (!words.size_max.empty()) {
    const double size = positive(words.size_max, models::Quantity::size_bytes, "the largest size");
    if (size < 1024 || size > size_most) {
      throw kernel::InputError("the largest size is from 1 KiB to 2 GiB", {.text = words.size_max});
    }
    plan.size_max_bytes = static_cast<std::int64_t>(size);
  }
  if (!words.bandwidth.empty()) {
    const double bandwidth =
        positive(words.bandwidth, models::Quantity::bandwidth_bytes_per_s, "the bandwidth");
    plan.expected_bandwidth_bytes_per_s = bandwidth;
    arguments.fit.bandwidth_bytes_per_s = bandwidth;
  }
  if (!words.latency.empty()) {
    arguments.fit.latency_s = positive(words.latency, models::Quantity::time_s, "the latency");
  }
  if (!words.breaks.empty()) arguments.fit.breaks = parse_breaks(words.breaks);
  if (words.asynchronous_bytes >= 0) arguments.fit.asynchronous_bytes = words.asynchronous_bytes;
  if (words.detached_bytes >= 0) arguments.fit.detached_bytes = words.detached_bytes;
  if (arguments.command == Command::fit && arguments.picture.empty()) {
    arguments.picture = std::filesystem::path(arguments.file).replace_extension(".svg");
  }
  if (arguments.command == Command::fit && arguments.picture == arguments.file) {
    throw kernel::InputError("the picture would replace the network file",
                             {.text = arguments.file, .hint = "give --picture another name"});
  }
  if (arguments.command == Command::measure || arguments.command == Command::program) {
    launch_command(arguments.folder.launcher, 2, arguments.folder.hosts);
  }
}

void refuse_unknown_words(const CommandLine& app, const CommandLine* command) {
  const std::vector<std::string> unknown = app.remaining(true);
  if (unknown.empty()) return;
  const std::string& word = unknown.front();
  std::vector<std::string> names;
  if (command == nullptr) names = app.subcommand_names();
  const std::vector<std::string> options = (command != nullptr ? *command : app).option_names();
  names.insert(names.end(), options.begin(), options.end());
  const std::vector<std::string_view> views(names.begin(), names.end());
  const char* message = command != nullptr ? "unexpected word" : "unknown command";
  throw kernel::InputError(word.starts_with('-') ? "unknown option" : message,
                           {.text = word, .hint = kernel::did_you_mean(word, views, help_hint)});
}

}  // namespace

Parsed parse_arguments(int argc, char** argv) {
  Parsed parsed;
  Arguments& arguments = parsed.arguments;
  Words words;
  CommandLine app("Measures a network and writes what smpirun --network reads.",
                  "smpi-calibrate network");
  CommandLine& program =
      app.add_subcommand("program", "writes the measuring program, a plan, and what to type");
  CommandLine& measure = app.add_subcommand("measure", "the same, and types it");
  CommandLine& fit =
      app.add_subcommand("fit", "turns measurements into a network file and a picture");
  CommandLine& write = app.add_subcommand("export", "writes a network file in another form");
  declare_plan(program, arguments.folder, words);
  declare_plan(measure, arguments.folder, words);
  declare_simulated(measure, arguments.simulated);
  declare_fit(fit, arguments, words);
  write.add_option("--simgrid", arguments.file, "as the <config> of a platform file of SimGrid")
      .option_text("FILE.toml")
      .required();
  write.add_option("-o,--output", arguments.output, "the XML (default: standard output)")
      .option_text("FILE");
  const std::array<CommandLine*, 4> commands = {&program, &measure, &fit, &write};
  app.allow_extras();
  for (CommandLine* command : commands) {
    command->allow_extras();
    command->add_flag("--quiet", arguments.is_quiet, "print nothing but errors");
  }
  CommandLine* chosen = nullptr;
  try {
    if (app.parse(argc, argv) == CommandLine::Outcome::wants_help) {
      const CommandLine* called = app.given_subcommand();
      parsed.answer = called == nullptr ? app.help() : called->help();
      return parsed;
    }
  } catch (const kernel::CommandLineError& error) {
    throw kernel::InputError(error.what(), {.hint = help_hint});
  }
  for (std::size_t i = 0; i < commands.size(); i++) {
    if (!commands[i]->is_parsed()) continue;
    chosen = commands[i];
    arguments.command = static_cast<Command>(i);
  }
  refuse_unknown_words(app, chosen);
  if (chosen == nullptr) throw kernel::InputError("a command is required", {.hint = help_hint});
  if (arguments.command == Command::measure) complete_simulated(measure, arguments);
  complete(arguments, words);
  return parsed;
}

}  // namespace smpi::calibrate::network
