// SPDX-License-Identifier: BSD-3-Clause
//
// The options of this layer, and those values that the fast path reads.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "kernel/options.h"

namespace smpi {

// What counts the failed polls that make the next ones longer (requests/polling.h).
enum class PollGrowth { none, per_rank, shared };

// How calls are simulated in which all ranks send messages by a known pattern (mpi/exchange).
enum class Collapse : std::uint8_t { none, exact, fast };

// What looks for something without waiting for it: MPI_Iprobe and its like, or MPI_Test.
enum class PollKind : std::uint8_t { probe, test };
using FailedPolls = std::array<std::uint32_t, 2>;  // of each kind

struct Tuning {
  bool simulate_computation = true;
  bool computation_is_free = false;  // modelled and injected work takes no time either
  double timing_precision_s = 0;
  double cpu_threshold_s = 1e-6;
  double host_speed_flops = 20000;  // SimGrid's, for smpi_execute where nothing is measured
  double async_small_bytes = 0;
  double detached_bytes = 65536;
  double init_s = 0;
  double test_s = 1e-7;
  double iprobe_s = 1e-7;
  double wtime_s = 1e-8;
  double poll_cores = 0;  // share of a core
  PollGrowth poll_growth = PollGrowth::none;
  Collapse collapse = Collapse::none;
  bool errors_are_fatal = true;
};

// The table of options `smpi/...` and `contexts/...`.
std::span<const kernel::OptionSpec> library_options();
// Throws kernel::InputError for a value with a wrong unit.
Tuning load_tuning(const kernel::Options& options);
std::size_t stack_size_bytes(const kernel::Options& options);

}  // namespace smpi
