// SPDX-License-Identifier: BSD-3-Clause
//
// What wrappers/smpirun calls: the launcher lives in the library, next to what it launches, and
// this is its only exported name.
#include <cstdio>
#include <exception>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/run/launch/check_folding.h"
#include "libsmpi/run/launch/compare_models.h"
#include "libsmpi/run/launch/efficiency.h"
#include "libsmpi/run/launch/futures.h"
#include "libsmpi/run/launch/profile_functions.h"
#include "libsmpi/run/launch/replicas.h"
#include "libsmpi/run/launch/run.h"
#include "libsmpi/run/launch/starting_commands.h"
#include "libsmpi/run/launch/what_if.h"

extern "C" __attribute__((visibility("default"))) int smpi_launch(int argc, char** argv) {
  smpi::kernel::open_standard_descriptors();
  try {
    smpi::launch::Parsed parsed = smpi::launch::parse_arguments(argc, argv);
    if (parsed.answer) {
      smpi::kernel::print_result(parsed.answer->text);
      return parsed.answer->exit_status;
    }
    smpi::launch::look_through_starting_commands(parsed.arguments);
    if (!parsed.arguments.futures_file.empty()) return smpi::launch::run_futures(parsed.arguments);
    if (parsed.arguments.check_folding) return smpi::launch::check_folding(parsed.arguments);
    if (!parsed.arguments.profile_file.empty()) {
      return smpi::launch::profile_functions(parsed.arguments);
    }
    if (parsed.arguments.replica_count) return smpi::launch::run_replicas(parsed.arguments);
    if (parsed.arguments.wants_pop) return smpi::launch::run_efficiency(parsed.arguments);
    if (parsed.arguments.compares_models) return smpi::launch::compare_models(parsed.arguments);
    if (parsed.arguments.wants_what_if) return smpi::launch::run_what_if(parsed.arguments);
    return smpi::launch::run(parsed.arguments);
  } catch (const smpi::kernel::InputError& error) {
    std::fflush(stdout);
    smpi::kernel::print_message("smpirun: {}\n", error.what());
  } catch (const std::exception& error) {
    std::fflush(stdout);
    smpi::kernel::print_message("smpirun: {}\n", error.what());
  }
  return smpi::launch::input_error_status;
}
