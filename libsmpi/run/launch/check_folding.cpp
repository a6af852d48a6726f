// SPDX-License-Identifier: BSD-3-Clause
//
// Two runs with different arguments, and what comes of them.
#include "libsmpi/run/launch/check_folding.h"

#include "kernel/print.h"
#include "libsmpi/run/launch/child_run.h"
#include "libsmpi/run/launch/repeated_input.h"
#include "libsmpi/run/launch/run.h"
#include "libsmpi/run/observe/call_comparison.h"
#include "libsmpi/run/observe/call_log.h"
#include "libsmpi/run/observe/call_recorder.h"

namespace smpi::launch {
namespace {

constexpr const char* plain_name = "without folding";
constexpr const char* folded_name = "with folding";

// What both runs have in common.
Arguments with_free_computation(Arguments arguments) {
  arguments.check_folding = false;
  arguments.computation_is_free = true;
  arguments.configuration.emplace_back("smpi/simulate-computation:no");
  return arguments;
}

Arguments without_folding(Arguments arguments) {
  arguments.blas = "real";
  arguments.only_control = true;
  arguments.configuration.emplace_back("smpi/shared-malloc:none");
  arguments.configuration.emplace_back("smpi/auto-shared-malloc-thresh:0");
  if (!arguments.devices.empty()) arguments.configuration.emplace_back("accel/content:all");
  return arguments;
}

int run_recorded(Arguments arguments, const char* name, observe::CallLog& log) {
  if (!arguments.quiet) kernel::print_message("smpirun: running {}\n", name);
  const int exit_status = run_in_child([&] {
    observe::CallRecorder recorder(log);
    const observe::MpiCalls calls(recorder);
    arguments.mpi_calls = &calls;
    return run(arguments);
  });
  log.require_complete();
  return exit_status;
}

bool could_not_start(int exit_status, const observe::CallLog& log) {
  return exit_status == input_error_status && log.calls_by_rank().empty();
}

}  // namespace

int check_folding(const Arguments& arguments) {
  refuse_options_of_one_run(arguments, "--check-folding");
  const std::string folder = temporary_folder(arguments);
  observe::CallLog plain_log(folder);
  observe::CallLog folded_log(folder);
  const Arguments folded = with_free_computation(arguments);
  RepeatedInput input;
  input.rewind();
  const int plain_status = run_recorded(without_folding(folded), plain_name, plain_log);
  if (could_not_start(plain_status, plain_log)) return input_error_status;
  input.rewind();
  const int folded_status = run_recorded(folded, folded_name, folded_log);
  if (could_not_start(folded_status, folded_log)) return input_error_status;
  const observe::Comparison result =
      observe::compare_calls({plain_log, plain_name}, {folded_log, folded_name});
  kernel::print_result("check-folding: {}\n", result.text);
  if (plain_status != folded_status) {
    kernel::print_result("check-folding: exit status {} {}, {} {}\n", plain_status, plain_name,
                         folded_status, folded_name);
  }
  return result.is_equal && plain_status == folded_status ? 0 : folding_differs_status;
}

}  // namespace smpi::launch
