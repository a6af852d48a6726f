// SPDX-License-Identifier: BSD-3-Clause
//
// Its command line, the file for the option replay/rates of smpirun, and the table for the reader.
#include "tools/calibrate/rate/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kernel/command_line.h"
#include "kernel/error.h"
#include "kernel/print.h"
#include "tools/calibrate/files.h"
#include "tools/calibrate/rate/burst_rates.h"

namespace smpi::calibrate::rate {
namespace {

constexpr std::size_t rows_shown = 20;

std::string file_text(const BurstRates& rates, const std::vector<std::string>& traces) {
  std::string text = fmt::format(
      "# Made by smpi-calibrate rate from {}: {} bursts of computation, {:.6g} s.\n"
      "# Volume per second of processor time; a class is what stands before and after a burst.\n"
      "version = 1\nrate = {:.9g}\n",
      fmt::join(traces, " "), rates.count, rates.seconds, rates.rate());
  for (const BurstClass& one : rates.classes) {
    if (!(one.volume > 0)) continue;
    text += fmt::format("\n[[burst]]\nafter = \"{}\"\nbefore = \"{}\"\nrate = {:.9g}\ncount = {}\n",
                        one.after, one.before, one.rate(), one.count);
  }
  return text;
}

std::string table_text(const BurstRates& rates) {
  std::string text = fmt::format("{:>20}  {:>20}  {:>10}  {:>7}  {:>10}  {:>7}\n", "after",
                                 "before", "bursts", "time, %", "per second", "to mean");
  for (std::size_t row = 0; row < std::min(rows_shown, rates.classes.size()); row++) {
    const BurstClass& one = rates.classes[row];
    text += fmt::format("{:>20}  {:>20}  {:>10}  {:>7.1f}  {:>10.4g}  {:>7.3f}\n", one.after,
                        one.before, one.count, 100 * one.seconds / rates.seconds, one.rate(),
                        one.rate() / rates.rate());
  }
  if (rates.classes.size() > rows_shown) {
    text += fmt::format("and {} classes that take less\n", rates.classes.size() - rows_shown);
  }
  text += fmt::format(
      "all: {} bursts, {:.6g} s, {:.5g} per second: the speed of hosts in a replay, "
      "--host-speed={:.5g}f\n"
      "Bursts with this one rate are {:.1f} % off their time, with the rates of classes {:.1f} "
      "%.\n",
      rates.count, rates.seconds, rates.rate(), rates.rate(), 100 * rates.error_of_one_rate,
      100 * rates.error_of_classes);
  constexpr double rounding = 1e-6;
  if (rates.error_of_one_rate < rounding) {
    text +=
        "All bursts have one rate: the volumes of these traces are processor time themselves, as "
        "where a system does not count instructions.\n";
  }
  return text;
}

}  // namespace

int run(int argc, char** argv) {
  kernel::CommandLine app("How fast the processor of a recorded run worked, for replays",
                          "smpi-calibrate rate");
  std::vector<std::string> traces;
  std::string output = "rates.toml";
  bool is_quiet = false;
  app.add_option("trace", traces, "traces with times: smpi-acquire run --times")
      .required()
      .option_text("TRACE...");
  app.add_option("-o,--output", output,
                 "the file for smpirun --cfg=replay/rates:FILE (default rates.toml)")
      .option_text("FILE");
  app.add_flag("--quiet", is_quiet, "print nothing but errors");
  try {
    if (app.parse(argc, argv) == kernel::CommandLine::Outcome::wants_help) {
      kernel::print_result(app.help());
      return 0;
    }
  } catch (const kernel::CommandLineError& error) {
    throw kernel::InputError(error.what(),
                             {.hint = "smpi-calibrate rate --help lists all options"});
  }
  require_writable(output);
  const BurstRates rates = rates_of(traces);
  write_files({{output, file_text(rates, traces)}});
  if (!is_quiet) kernel::print_result("{}Written: {}\n", table_text(rates), output);
  return 0;
}

}  // namespace smpi::calibrate::rate
