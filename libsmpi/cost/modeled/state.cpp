// SPDX-License-Identifier: BSD-3-Clause
//
// Options of modelled computation, and the streams of random numbers.
#include "libsmpi/cost/modeled/state.h"

#include <fmt/format.h>

#include <cmath>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/overlay/overlays.h"
#include "libsmpi/cost/modeled/platform_objects.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/tuning.h"
#include "models/platform/platform.h"

namespace smpi::modeled {
namespace {

constexpr kernel::OptionSpec table[] = {
    {"smpi/seed", kernel::OptionKind::number, "1",
     "start of the random numbers of modelled kernels (pivots, noise); each rank has its own"},
    {"smpi/machine-seed", kernel::OptionKind::number, "0",
     "start of the random factors of hosts, where coefficients have noise; 0: as smpi/seed"},
    {"smpi/day", kernel::OptionKind::number, "1",
     "day of the run: hosts have other factors on other days, where coefficients have noise"},
    {"smpi/blas-calibration", kernel::OptionKind::text, "",
     "which of the calibrations of --blas=modeled:FILE.toml; empty: as the file says"},
    {"smpi/kernel-times", kernel::OptionKind::boolean, "no",
     "the summary says how long ranks were in each modelled kernel"},
};

// 32 bits, so that doubles and names of streams hold it.
std::uint64_t whole_number(const kernel::Options& run_options, const char* name) {
  const double value = run_options.number(name);
  if (value >= 0 && value < 0x1p32 && value == std::floor(value)) {
    return static_cast<std::uint64_t>(value);
  }
  throw kernel::InputError("not a whole number from 0 to 4294967295",
                           {.text = fmt::format("{}:{}", name, run_options.text(name))});
}

NoiseSeeds read_seeds(const kernel::Options& run_options) {
  const std::uint64_t seed = run_seed(run_options);
  const std::uint64_t machine = whole_number(run_options, "smpi/machine-seed");
  return {.calls = seed,
          .machine = machine == 0 ? seed : machine,
          .day = whole_number(run_options, "smpi/day")};
}

}  // namespace

std::span<const kernel::OptionSpec> options() {
  return table;
}

std::uint64_t run_seed(const kernel::Options& run_options) {
  return whole_number(run_options, "smpi/seed");
}

State::State(const kernel::Options& run_options)
    : seeds(read_seeds(run_options)),
      blas_calibration(run_options.text("smpi/blas-calibration")),
      noise({}, seeds),
      stack_bytes(stack_size_bytes(run_options)) {}

State::~State() = default;

kernel::RandomStream& State::stream_of(const Rank& rank) {
  while (streams_.size() <= rank.process) streams_.emplace_back(seeds.calls, streams_.size());
  return streams_[rank.process];
}

std::uint32_t State::processor_of(const Rank& rank) {
  if (rank.process < processor_of_.size()) return processor_of_[rank.process];
  const Simulation& simulation = rank.simulation;
  const std::vector<std::uint32_t>& cores = simulation.platform.hosts.core_count;
  std::vector<std::uint32_t> ranks_of_host(cores.size());
  processor_of_.clear();
  for (const Rank* each : simulation.ranks) {
    const std::uint32_t rank_of_host = ranks_of_host[each->host]++;
    processor_of_.push_back(each->host * processors.per_host +
                            processors.of(rank_of_host, cores[each->host]));
  }
  return processor_of_[rank.process];
}

}  // namespace smpi::modeled
