// SPDX-License-Identifier: BSD-3-Clause
//
// smpi-trace: what is in traces, and other forms of them. No simulation takes place.
#include "kernel/error.h"
#include "kernel/print.h"
#include "tools/trace/commands.h"

namespace smpi::trace {
namespace {

constexpr int input_error_status = 2;
constexpr int failure_status = 3;

int perform(const Arguments& arguments) {
  switch (arguments.command) {
    case Command::info:
      return print_info(arguments);
    case Command::print:
      return print_actions(arguments);
    case Command::convert:
      return convert(arguments);
    case Command::merge:
      return merge_parts(arguments);
    case Command::diff:
      return print_differences(arguments);
    case Command::stat:
      return print_statistics(arguments);
    case Command::check:
      return check_trace(arguments);
  }
  return failure_status;
}

int run(int argc, char** argv) {
  kernel::open_standard_descriptors();
  try {
    const Parsed parsed = parse_arguments(argc, argv);
    if (parsed.answer) {
      kernel::print_result(*parsed.answer);
      return 0;
    }
    return perform(parsed.arguments);
  } catch (const kernel::InputError& error) {
    kernel::print_message("smpi-trace: {}\n", error.what());
    return input_error_status;
  } catch (const std::exception& error) {
    kernel::print_message("smpi-trace: {}\n", error.what());
    return failure_status;
  }
}

}  // namespace
}  // namespace smpi::trace

int main(int argc, char** argv) {
  return smpi::trace::run(argc, argv);
}
