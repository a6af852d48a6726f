// SPDX-License-Identifier: BSD-3-Clause
//
// Options and their limits; CommandLine parses, and what it refuses becomes an InputError.
#include "tools/calibrate/command_line.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "kernel/command_line.h"
#include "kernel/error.h"
#include "libsmpi/cost/modeled/noise.h"
#include "libsmpi/ranks/runtime/version.h"
#include "models/platform/units.h"

namespace smpi::calibrate {
namespace {

using kernel::CommandLine;

constexpr const char* help_hint = "smpi-calibrate --help lists the subcommands";
constexpr const char* blas_help_hint = "smpi-calibrate blas --help lists all options";
// Have command lines of their own (network/command_line.h, rate/command.cpp).
constexpr const char* network_name = "network";
constexpr const char* rate_name = "rate";
constexpr int size_least = 64;
constexpr int size_most = 16384;
constexpr int shapes_least = 10;
constexpr int count_most = 100000;
constexpr std::int64_t seed_most = 4294967295;

constexpr std::pair<const char*, Load> loads[] = {{"one", Load::one_core},
                                                  {"all", Load::all_cores}};

// Ranges let what is not a number pass.
std::string refuse_nan(const std::string& text) {
  return std::isnan(std::strtod(text.c_str(), nullptr)) ? "not a number: " + text : "";
}

void declare(CommandLine& blas, Arguments& arguments, std::string& reference_speed) {
  PlanSettings& plan = arguments.plan;
  blas.add_option("-o,--output", arguments.output, "the coefficients file (default blas.toml)")
      .option_text("FILE");
  blas.add_option("--picture", arguments.picture,
                  "the picture, SVG (default: as the output, with .svg)")
      .option_text("FILE");
  blas.add_option("--time-budget", arguments.budget_s, "seconds to measure at most (default 120)")
      .option_text("SECONDS")
      .range(0.01, 1e6)
      .check(refuse_nan);
  blas.add_option("--seed", plan.seed, "of the shapes (default 1)")
      .option_text("N")
      .range(std::int64_t{0}, seed_most);
  blas.add_option("--shapes", plan.shape_count, "shapes of each kernel (default 60)")
      .option_text("N")
      .range(shapes_least, count_most);
  blas.add_option("--repetitions", plan.repetitions, "timings of each shape (default 5)")
      .option_text("N")
      .range(1, count_most);
  blas.add_option(
          "--max-size", plan.size_max,
          "largest dimension of a matrix (default 2048); vectors are up to 32 times as long")
      .option_text("N")
      .range(size_least, size_most);
  blas.add_choice<Load>("--cores", arguments.load, loads,
                        "which measurement the coefficients are of: one, a core alone, or all, "
                        "all cores at once (default)")
      .option_text("one|all");
  blas.add_option("--reference-speed", reference_speed,
                  "what platforms call the speed of this machine's core, such as 1Gf "
                  "(default: flop/s of a large dgemm)")
      .option_text("SPEED");
  blas.add_flag("--noise", arguments.has_call_noise, "write the noise of calls that was measured");
  blas.add_option("--host-noise", arguments.host_noise,
                  "relative standard deviation of the speeds of hosts (default 0)")
      .option_text("SHARE")
      .range(0.0, modeled::host_noise_max)
      .check(refuse_nan);
  blas.add_option("--day-noise", arguments.day_noise, "and of a host from day to day (default 0)")
      .option_text("SHARE")
      .range(0.0, modeled::host_noise_max)
      .check(refuse_nan);
  blas.add_option("--host", arguments.host,
                  "write tables of processors with one row, of the host of this name in platforms; "
                  "rows of other machines can be added (docs/blas.md)")
      .option_text("NAME")
      .check([](const std::string& name) {
        return name.empty() || name.find_first_of("\"\\\n") != std::string::npos
                   ? "not the name of a host: '" + name + "'"
                   : "";
      });
  blas.add_flag("--quiet", arguments.quiet, "print nothing but errors");
}

void complete(Arguments& arguments, const std::string& reference_speed) {
  if (!reference_speed.empty()) {
    arguments.reference_speed_flops =
        models::parse_quantity(reference_speed, models::Quantity::speed_flops).value;
    if (arguments.reference_speed_flops <= 0) {
      throw kernel::InputError("the reference speed must be positive",
                               {.text = reference_speed, .hint = "such as 1Gf"});
    }
  }
  if (arguments.picture.empty()) {
    arguments.picture = std::filesystem::path(arguments.output).replace_extension(".svg");
  }
  if (arguments.picture == arguments.output) {
    throw kernel::InputError("the picture would replace the coefficients",
                             {.text = arguments.output, .hint = "give --picture another name"});
  }
}

// The first word that nothing knows; the parser lists all of them, and of a wrong subcommand none.
void refuse_unknown_words(const CommandLine& app, const CommandLine& blas) {
  const std::vector<std::string> unknown = app.remaining(true);
  if (unknown.empty()) return;
  const std::string& word = unknown.front();
  std::vector<std::string> names = (blas.is_parsed() ? blas : app).option_names();
  names.insert(names.begin(), {blas.name(), network_name, rate_name});
  const std::vector<std::string_view> views(names.begin(), names.end());
  const char* message = blas.is_parsed() ? "unexpected word" : "unknown subcommand";
  throw kernel::InputError(
      word.starts_with('-') ? "unknown option" : message,
      {.text = word,
       .hint = kernel::did_you_mean(word, views, blas.is_parsed() ? blas_help_hint : help_hint)});
}

}  // namespace

Parsed parse_arguments(int argc, char** argv) {
  Parsed parsed;
  std::string reference_speed;
  CommandLine app("Measures what smpirun needs to know of this machine.", "smpi-calibrate");
  app.set_version_flag("--version", version_text());
  CommandLine& blas = app.add_subcommand(
      "blas", "times OpenBLAS and writes the coefficients file of smpirun --blas=modeled:FILE");
  app.add_subcommand(network_name, "measures a network and writes the file of smpirun --network");
  app.add_subcommand(rate_name,
                     "finds how fast the processor of a recorded run worked, for replays");
  declare(blas, parsed.arguments, reference_speed);
  app.allow_extras();
  blas.allow_extras();
  try {
    const CommandLine::Outcome outcome = app.parse(argc, argv);
    if (outcome == CommandLine::Outcome::wants_help) {
      parsed.answer = blas.is_parsed() ? blas.help() : app.help();
    } else if (outcome == CommandLine::Outcome::wants_version) {
      parsed.answer = version_text();
    }
    if (parsed.answer) return parsed;
  } catch (const kernel::CommandLineError& error) {
    throw kernel::InputError(error.what(), {.hint = blas.is_parsed() ? blas_help_hint : help_hint});
  }
  refuse_unknown_words(app, blas);
  if (!blas.is_parsed()) {
    throw kernel::InputError("a subcommand is required", {.hint = help_hint});
  }
  complete(parsed.arguments, reference_speed);
  return parsed;
}

}  // namespace smpi::calibrate
