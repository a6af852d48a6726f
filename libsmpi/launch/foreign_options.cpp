// SPDX-License-Identifier: BSD-3-Clause
//
// The table of such options; the help text is the reason.
#include "libsmpi/launch/foreign_options.h"

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
    {"surf/precision", text, "", "no effect: tolerances are relative"},
};

}  // namespace

void declare_foreign_options(kernel::Options& options) {
  options.declare(table);
}

void report_foreign_options(const kernel::Options& options) {
  for (const kernel::OptionSpec& spec : table) {
    if (options.is_set(spec.name)) kernel::print_message("smpirun: {}: {}\n", spec.name, spec.help);
  }
}

}  // namespace smpi::launch
