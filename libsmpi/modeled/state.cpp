// SPDX-License-Identifier: BSD-3-Clause
//
// Options of modelled computation, and the streams of random numbers.
#include "libsmpi/modeled/state.h"

#include "libsmpi/modeled/overlay/overlays.h"
#include "libsmpi/rank/rank.h"
#include "libsmpi/tuning.h"

namespace smpi::modeled {
namespace {

constexpr kernel::OptionSpec table[] = {
    {"smpi/seed", kernel::OptionKind::number, "1",
     "start of the random numbers of modelled kernels (pivots, noise); each rank has its own"},
};

}  // namespace

std::span<const kernel::OptionSpec> options() {
  return table;
}

State::State(const kernel::Options& run_options)
    : seed(static_cast<std::uint64_t>(run_options.number("smpi/seed"))),
      stack_bytes(stack_size_bytes(run_options)) {}

State::~State() = default;

RandomStream& State::stream_of(const Rank& rank) {
  while (streams_.size() <= rank.process) streams_.emplace_back(seed, streams_.size());
  return streams_[rank.process];
}

}  // namespace smpi::modeled
