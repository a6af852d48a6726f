// SPDX-License-Identifier: BSD-3-Clause
//
// smpi-study: checks a plan file and prints the points that it describes.
#include <fmt/format.h>

#include "kernel/error.h"
#include "kernel/print.h"
#include "tools/study/command_line.h"
#include "tools/study/plan/plan.h"

namespace smpi::study {
namespace {

// Bad input, as of smpirun.
constexpr int input_error_status = 2;
constexpr int failure_status = 1;

void print_plan(const Plan& plan) {
  std::string text = fmt::format("{}\n", fmt::join(plan.names, "\t"));
  for (const Point& point : plan.points) {
    std::vector<std::string> words;
    for (const Value& value : point.values) words.push_back(value_text(value));
    text += fmt::format("{}\n", fmt::join(words, "\t"));
  }
  kernel::print_result("{}", text);
  kernel::print_message("smpi-study: {}: {} points ({} left out by constraints), {} runs\n",
                        plan.name, plan.points.size(), plan.excluded,
                        plan.points.size() * plan.replicas);
}

int run(int argc, char** argv) {
  kernel::open_standard_descriptors();
  try {
    const Parsed parsed = parse_arguments(argc, argv);
    if (parsed.answer) {
      kernel::print_result(*parsed.answer);
      return 0;
    }
    print_plan(read_plan(parsed.arguments.plan));
    return 0;
  } catch (const kernel::InputError& error) {
    kernel::print_message("smpi-study: {}\n", error.what());
    return input_error_status;
  } catch (const std::exception& error) {
    kernel::print_message("smpi-study: {}\n", error.what());
    return failure_status;
  }
}

}  // namespace
}  // namespace smpi::study

int main(int argc, char** argv) {
  return smpi::study::run(argc, argv);
}
