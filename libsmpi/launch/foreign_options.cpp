// SPDX-License-Identifier: BSD-3-Clause
//
// The tables of such options; the help text is the reason.
#include "libsmpi/launch/foreign_options.h"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "kernel/error.h"
#include "kernel/print.h"

namespace smpi::launch {
namespace {

using enum kernel::OptionKind;

constexpr kernel::OptionSpec table[] = {
    {"contexts/factory", text, "", "no effect: ranks always run on Boost.Context"},
    {"contexts/guard-size", text, "", "no effect: stacks have guards of 1 MiB"},
    {"contexts/nthreads", text, "", "no effect: one thread runs the simulation"},
    {"contexts/synchro", text, "", "no effect: one thread runs the simulation"},
    {"cpu/maxmin-selective-update", text, "", "no effect: updates are always selective"},
    {"cpu/optim", text, "", "no effect: updates are always lazy"},
    {"maxmin/concurrency-limit", text, "", "no effect: links have no limit of flows"},
    {"maxmin/precision", text, "", "no effect: tolerances are relative"},
    {"network/maxmin-selective-update", text, "", "no effect: updates are always selective"},
    {"network/optim", text, "", "no effect: updates are always lazy"},
    {"precision/work-amount", text, "", "no effect: tolerances are relative"},
    {"smpi/display-timing", text, "", "no effect: the summary at the end has it"},
    {"smpi/keep-temps", text, "", "no effect: use the option -keep-temps"},
    {"tracing/basic", text, "", "no effect: timelines have all that they can show"},
    {"tracing/categorized", text, "", "no effect: timelines show ranks, not hosts and links"},
    {"tracing/smpi", text, "", "no effect: timelines show ranks"},
    {"tracing/smpi/sleeping", text, "", "no effect: sleeping is not shown"},
    {"tracing/uncategorized", text, "", "no effect: timelines show ranks, not hosts and links"},
    {"surf/precision", text, "", "no effect: tolerances are relative"},
};

enum class Takes { nothing, value };

struct ForeignWord {
  const char* name;
  Takes takes;
  const char* reason;
};

constexpr ForeignWord words_without_effect[] = {
    {"--foreground", Takes::nothing, "no effect: the run is always in the foreground"},
    {"--log", Takes::value, "no effect: there are no log categories"},
    {"--trace-resource", Takes::nothing, "no effect: timelines show ranks, not hosts and links"},
};

// Without them the run would be another one.
constexpr ForeignWord refused_words[] = {
    {"--bandwidth", Takes::value, "use --link BANDWIDTH,LATENCY"},
    {"--latency", Takes::value, "use --link BANDWIDTH,LATENCY"},
};

constexpr const char* hidden = "";  // the group of options that --help leaves out

}  // namespace

void declare_foreign_words(CLI::App& app, std::vector<std::string>& given) {
  for (const ForeignWord& word : words_without_effect) {
    const std::string note = std::string(word.name) + ": " + word.reason;
    if (word.takes == Takes::nothing) {
      app.add_flag_callback(word.name, [&given, note] { given.push_back(note); })->group(hidden);
    } else {
      app.add_option_function<std::string>(
             word.name, [&given, note](const std::string&) { given.push_back(note); })
          ->group(hidden);
    }
  }
  for (const ForeignWord& word : refused_words) {
    app.add_option_function<std::string>(word.name,
                                         [&word](const std::string&) {
                                           throw kernel::InputError(
                                               "this option of SimGrid's smpirun is not possible",
                                               {.text = word.name, .hint = word.reason});
                                         })
        ->group(hidden);
  }
  app.add_option_function<std::vector<std::string>>(
         "--mca",
         [](const std::vector<std::string>&) {
           throw kernel::InputError(
               "parameters of Open MPI are not possible",
               {.text = "--mca",
                .hint = "rules of collectives, also Open MPI's own file, are given by "
                        "--cfg=smpi/coll-selector:FILE"});
         })
      ->expected(2)
      ->group(hidden);
}

void report_foreign_words(const std::vector<std::string>& given) {
  for (const std::string& note : given) kernel::print_message("smpirun: {}\n", note);
}

void declare_foreign_options(kernel::Options& options) {
  options.declare(table);
}

void report_foreign_options(const kernel::Options& options) {
  for (const kernel::OptionSpec& spec : table) {
    if (options.is_set(spec.name)) kernel::print_message("smpirun: {}: {}\n", spec.name, spec.help);
  }
}

}  // namespace smpi::launch
