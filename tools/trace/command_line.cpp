// SPDX-License-Identifier: BSD-3-Clause
//
// Commands and options are tables; CommandLine parses, and what it refuses becomes an InputError.
#include "tools/trace/command_line.h"

#include <fmt/format.h>

#include <charconv>
#include <map>

#include "kernel/command_line.h"
#include "kernel/error.h"
#include "libsmpi/ranks/runtime/version.h"
#include "models/platform/units.h"

namespace smpi::trace {
namespace {

using kernel::CommandLine;

constexpr const char* help_hint = "smpi-trace --help lists the commands";

struct Row {
  const char* name;
  Command command;
  const char* what;
  int inputs;  // -1: one or more
  bool has_output;
};
constexpr Row rows[] = {
    {"info", Command::info, "what is in the trace, and its time steps", 1, false},
    {"print", Command::print, "the actions as text", 1, false},
    {"convert", Command::convert,
     "into OUT: *.smpitrace, *.goal, *.bin (binary GOAL), or an index of text files", 1, true},
    {"merge", Command::merge, "parts of a trace into OUT", -1, true},
    {"diff", Command::diff, "the first difference of each rank of two traces", 2, false},
    {"stat", Command::stat, "calls, bytes and messages", 1, false},
    {"check", Command::check, "can a replay end: sends against receives, collectives, requests", 1,
     false},
};

struct OptionTexts {
  std::string volumes;
  std::string counts;
  std::string tags;
  std::string speed;
};

void declare(CommandLine& app, Command command, Arguments& arguments, OptionTexts& texts) {
  app.add_option("-n,--np", arguments.rank_count, "ranks of the run (default: as the trace says)")
      .option_text("N");
  if (command == Command::print) {
    app.add_option("--ranks", arguments.ranks, "only these, such as 0-3,7").option_text("LIST");
  }
  if (command == Command::stat) {
    app.add_option("--matrix", arguments.matrix, "messages and bytes of each pair, as CSV")
        .option_text("FILE");
  }
  if (command != Command::convert) return;
  app.add_option("--speed", texts.speed, "of a host, for GOAL (default 1Gf)").option_text("SPEED");
  app.add_option("--volumes", texts.volumes, "exact (default), bits=K or mean: loses precision")
      .option_text("HOW");
  app.add_option("--counts", texts.counts, "exact (default) or mean: of lists of counts")
      .option_text("HOW");
  app.add_option("--tags", texts.tags, "exact (default) or drop").option_text("HOW");
}

[[noreturn]] void refuse_loss(const char* option, const std::string& text, const char* hint) {
  throw kernel::InputError(fmt::format("{} has no such value", option),
                           {.text = text, .hint = hint});
}

void read_losses(const OptionTexts& texts, Arguments& arguments) {
  Losses& losses = arguments.losses;
  if (texts.volumes == "mean") {
    losses.mean_volumes = true;
  } else if (texts.volumes.starts_with("bits=")) {
    const char* from = texts.volumes.data() + 5;
    const char* end = texts.volumes.data() + texts.volumes.size();
    const auto [at, error] = std::from_chars(from, end, losses.volume_bits);
    if (error != std::errc() || at != end || losses.volume_bits < 1 || losses.volume_bits > 52) {
      refuse_loss("--volumes", texts.volumes, "bits=1 to bits=52");
    }
  } else if (!texts.volumes.empty() && texts.volumes != "exact") {
    refuse_loss("--volumes", texts.volumes, "exact, bits=K or mean");
  }
  losses.mean_counts = texts.counts == "mean";
  if (!losses.mean_counts && !texts.counts.empty() && texts.counts != "exact") {
    refuse_loss("--counts", texts.counts, "exact or mean");
  }
  losses.drops_tags = texts.tags == "drop";
  if (!losses.drops_tags && !texts.tags.empty() && texts.tags != "exact") {
    refuse_loss("--tags", texts.tags, "exact or drop");
  }
  std::string& said = arguments.losses_text;
  if (losses.mean_volumes || losses.volume_bits > 0) said += "volumes " + texts.volumes + " ";
  if (losses.mean_counts) said += "counts mean ";
  if (losses.drops_tags) said += "tags drop ";
  if (!said.empty()) said.pop_back();
}

void take_files(const Row& row, std::vector<std::string> files, Arguments& arguments) {
  for (const std::string& file : files) {
    if (file.starts_with("-")) {
      throw kernel::InputError("unknown option", {.text = file, .hint = help_hint});
    }
  }
  const std::size_t most = static_cast<std::size_t>(row.inputs) + (row.has_output ? 1 : 0);
  const std::size_t least = row.inputs < 0 ? 2 : most;
  if (files.size() < least || (row.inputs >= 0 && files.size() > most)) {
    throw kernel::InputError(
        fmt::format("smpi-trace {} takes {}{} file{}, not {}", row.name,
                    row.inputs < 0 ? "at least " : "", least, least == 1 ? "" : "s", files.size()),
        {.text = fmt::format("{}", fmt::join(files, " ")), .hint = help_hint});
  }
  if (row.has_output) {
    arguments.output = files.back();
    files.pop_back();
  }
  arguments.inputs = std::move(files);
}

}  // namespace

Parsed parse_arguments(int argc, char** argv) {
  Parsed parsed;
  CommandLine app("Looks at traces of MPI programs, and turns them into other forms.",
                  "smpi-trace");
  app.set_version_flag("--version", version_text());
  OptionTexts texts;
  std::map<const Row*, CommandLine*> commands;
  for (const Row& row : rows) {
    CommandLine& command = app.add_subcommand(row.name, row.what);
    declare(command, row.command, parsed.arguments, texts);
    command.allow_extras();
    commands[&row] = &command;
  }
  app.allow_extras();
  try {
    const CommandLine::Outcome outcome = app.parse(argc, argv);
    const CommandLine* command = app.given_subcommand();
    if (outcome == CommandLine::Outcome::wants_help) {
      parsed.answer = command == nullptr ? app.help() : command->help();
    } else if (outcome == CommandLine::Outcome::wants_version) {
      parsed.answer = version_text();
    }
    if (parsed.answer) return parsed;
  } catch (const kernel::CommandLineError& error) {
    throw kernel::InputError(error.what(), {.hint = help_hint});
  }
  for (const auto& [row, command] : commands) {
    if (!command->is_parsed()) continue;
    parsed.arguments.command = row->command;
    take_files(*row, command->remaining(), parsed.arguments);
    read_losses(texts, parsed.arguments);
    if (!texts.speed.empty()) {
      parsed.arguments.speed_flops =
          models::parse_quantity(texts.speed, models::Quantity::speed_flops).value;
      if (!(parsed.arguments.speed_flops > 0)) {
        throw kernel::InputError("the speed must be positive", {.text = texts.speed});
      }
    }
    return parsed;
  }
  const std::vector<std::string> unknown = app.remaining();
  throw kernel::InputError(unknown.empty() ? "a command is required" : "unknown command",
                           {.text = unknown.empty() ? "" : unknown.front(), .hint = help_hint});
}

std::vector<std::uint32_t> ranks_of(const std::string& list, std::uint32_t rank_count) {
  std::vector<std::uint32_t> ranks;
  if (list.empty()) {
    for (std::uint32_t rank = 0; rank < rank_count; rank++) ranks.push_back(rank);
    return ranks;
  }
  const char* at = list.data();
  const char* const end = at + list.size();
  const auto refuse = [&] {
    throw kernel::InputError(
        "not a list of ranks of this trace",
        {.text = list, .hint = fmt::format("such as 0-3,7, below {}", rank_count)});
  };
  const auto number = [&] {
    std::uint32_t value = 0;
    const auto [rest, error] = std::from_chars(at, end, value);
    if (error != std::errc() || value >= rank_count) refuse();
    at = rest;
    return value;
  };
  for (;;) {
    const std::uint32_t first = number();
    std::uint32_t last = first;
    if (at != end && *at == '-') {
      at++;
      last = number();
    }
    if (last < first) refuse();
    for (std::uint32_t rank = first; rank <= last; rank++) ranks.push_back(rank);
    if (at == end) return ranks;
    if (*at++ != ',') refuse();
  }
}

}  // namespace smpi::trace
