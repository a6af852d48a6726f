// SPDX-License-Identifier: BSD-3-Clause
//
// The runtime of the sampling macros (include/smpi/injection.h, MODELS 6), and SMPI_SHARED_CALL.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "include/smpi/injection.h"
#include "include/smpi/smpi.h"
#include "libsmpi/cost/modeled/injection.h"
#include "libsmpi/cost/modeled/state.h"
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/caller.h"
#include "libsmpi/ranks/load/real_clock.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::api {
namespace {

// Seconds of the rank's own computation so far. When computation is not simulated nothing is
// measured between calls, and the clock of the whole thread is as good as any.
double computed_s(const Rank& rank) {
  return rank.simulation.tuning.simulate_computation ? rank.measured_s
                                                     : load::real_processor_time_s();
}

modeled::Sample& find_sample(Rank& rank, int global, const char* file, int line, const char* tag) {
  return rank.simulation.modeled->samples.find(
      {.global = global != 0, .file = file, .line = line, .tag = tag == nullptr ? "" : tag},
      rank.process);
}

std::string shared_call_key(const char* function, const char* input) {
  return fmt::format("{}({})", function, input);
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

#pragma GCC visibility push(default)
extern "C" {

int smpi_sample_begin(int global, const char* file, int line, const char* tag, int iterations,
                      double threshold) {
  Rank& rank = calling_rank();
  modeled::Sample& sample = find_sample(rank, global, file, line, tag);
  const bool measured = rank.simulation.tuning.simulate_computation;
  if (sample.is_enough(iterations, threshold)) {
    if (measured) modeled::inject_flops(sample.mean_s() * rank.simulation.tuning.host_speed_flops);
    return 0;
  }
  const ExtensionCall call("SMPI_SAMPLE", __builtin_return_address(0));
  if (iterations <= 0 && !(threshold > 0)) {
    end_with_error(
        MPI_ERR_ARG, "SMPI_SAMPLE",
        fmt::format("{}:{}: neither a number of iterations nor a threshold", file, line));
  }
  rank.simulation.modeled->samples.begin_run(rank.process, sample, computed_s(rank));
  return 1;
}

int smpi_sample_end(int global, const char* file, int line, const char* tag) {
  const ExtensionCall call("SMPI_SAMPLE", __builtin_return_address(0));
  Rank& rank = current_rank();
  modeled::Sample& sample = find_sample(rank, global, file, line, tag);
  rank.simulation.modeled->samples.end_run(rank.process, sample, computed_s(rank));
  return 0;
}

// SimGrid's macros tell of each iteration of a loop, and how many it has. Those that are not
// run cost the mean together.
int smpi_sample_cond(int global, const char* file, const char* tag, int iterations,
                     double threshold, int iteration_count) {
  const ExtensionCall call("SMPI_SAMPLE", __builtin_return_address(0));
  Rank& rank = current_rank();
  modeled::SampleTable& samples = rank.simulation.modeled->samples;
  modeled::Sample& sample = find_sample(rank, global, file, 0, tag);
  if (!sample.is_enough(iterations, threshold)) {
    samples.begin_run(rank.process, sample, computed_s(rank));
    samples.runs_of_visit(rank.process, sample)++;
    return 1;
  }
  const int run_count = std::exchange(samples.runs_of_visit(rank.process, sample), 0);
  const int left_count = std::max(iteration_count - run_count, 0);
  if (rank.simulation.tuning.simulate_computation) {
    modeled::inject_flops(left_count * sample.mean_s() * rank.simulation.tuning.host_speed_flops);
  }
  return 0;
}

void smpi_sample_iter(int global, const char* file, const char* tag) {
  smpi_sample_end(global, file, 0, tag);
}

int smpi_sample_exit(int global, const char* file, const char* tag, int) {
  Rank& rank = calling_rank();
  modeled::Sample& sample = find_sample(rank, global, file, 0, tag);
  rank.simulation.modeled->samples.runs_of_visit(rank.process, sample) = 0;
  return 0;
}

int smpi_shared_known_call(const char* function, const char* input) {
  return calling_rank().simulation.modeled->shared_calls.count(shared_call_key(function, input)) > 0
             ? 1
             : 0;
}

void* smpi_shared_get_call(const char* function, const char* input) {
  return calling_rank().simulation.modeled->shared_calls.at(shared_call_key(function, input));
}

void* smpi_shared_set_call(const char* function, const char* input, void* data) {
  calling_rank().simulation.modeled->shared_calls[shared_call_key(function, input)] = data;
  return data;
}

}  // extern "C"
#pragma GCC visibility pop
