// SPDX-License-Identifier: BSD-3-Clause
//
// Trials of all algorithms of a collective, and their table.
#include "libsmpi/mpi/coll/choice/trials.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "libsmpi/mpi/coll/data/blocks.h"
#include "libsmpi/mpi/coll/shared_state.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/waiting.h"
#include "models/platform/units.h"

namespace smpi::coll {
namespace {

// Returns when all ranks of the communicator are here, at the time the last one came.
void meet(Operation& args) {
  TrialBarrier& barrier = shared_state(args.communicator()).trial_barrier;
  kernel::Engine& engine = args.communicator().simulation().engine;
  if (++barrier.arrived == args.size()) {
    barrier.arrived = 0;
    barrier.generation++;
    for (Strand* strand : barrier.waiting) engine.wake(*strand->actor);
    barrier.waiting.clear();
    return;
  }
  const std::uint64_t generation = barrier.generation;
  barrier.waiting.push_back(running_strand);
  const WaitingReason reason("the other ranks to try the next algorithm");
  while (barrier.generation == generation) engine.block();
}

// The vector that an in-place reduction overwrites.
std::optional<Block> overwritten_input(Collective collective, const Operation& args) {
  const bool scatters =
      collective == Collective::reduce_scatter || collective == Collective::reduce_scatter_block;
  if (scatters) {
    const auto& reduction = static_cast<const ReduceScatterArgs&>(args);
    if (reduction.in != reduction.out) return {};
    return Block{reduction.out, reduction.total_count(), reduction.type};
  }
  const bool reduces = collective == Collective::reduce || collective == Collective::allreduce ||
                       collective == Collective::scan || collective == Collective::exscan;
  if (!reduces) return {};
  const auto& reduction = static_cast<const ReduceArgs&>(args);
  if (reduction.in != reduction.out) return {};
  return reduction.output();
}

}  // namespace

bool Trials::possible(const Profile& profile, const Operation& args) {
  const bool exchanges = profile.collective == Collective::alltoall ||
                         profile.collective == Collective::alltoallv ||
                         profile.collective == Collective::alltoallw;
  return !args.in_trial() && !profile.nonblocking && !profile.inter && !profile.subset &&
         !(exchanges && profile.in_place);
}

void Trials::run(const Profile& profile, Operation& args) {
  const auto all = algorithms(profile.collective);
  const Simulation& simulation = args.communicator().simulation();
  const std::optional<Block> input = overwritten_input(profile.collective, args);
  std::optional<Scratch> kept;
  if (input) {
    kept.emplace(args, input->count, input->type);
    copy(*input, kept->block(input->count, input->type));
  }
  args.set_in_trial();
  std::vector<Result>& results = results_[{profile.collective, profile.ranks, profile.block_bytes}];
  results.resize(all.size());
  for (std::size_t i = 0; i < all.size(); i++) {
    if (!suits(all[i], profile)) continue;
    if (input) copy(kept->block(input->count, input->type), *input);
    meet(args);
    const double start_s = simulation.engine.now_s();
    args.set_choice({}, {});
    all[i].run(args);
    meet(args);
    if (args.rank() != 0) continue;
    results[i].calls++;
    results[i].total_s += simulation.engine.now_s() - start_s;
  }
}

std::string Trials::describe() const {
  std::string text;
  for (const auto& [key, results] : results_) {
    const auto all = algorithms(key.collective);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < results.size(); i++) {
      if (results[i].calls > 0) order.push_back(i);
    }
    const auto mean_s = [&](std::size_t i) {
      return results[i].total_s / static_cast<double>(results[i].calls);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return mean_s(a) < mean_s(b); });
    if (order.empty()) continue;
    text += fmt::format("smpi/{} on {} ranks, {}, {} calls\n", name_of(key.collective), key.ranks,
                        models::format_size(static_cast<double>(key.block_bytes)),
                        results[order.front()].calls);
    for (const std::size_t i : order) {
      text +=
          fmt::format("  {:<28} {:>12} {:>8.2f} x\n", all[i].name, models::format_time(mean_s(i)),
                      mean_s(order.front()) > 0 ? mean_s(i) / mean_s(order.front()) : 1.0);
    }
  }
  return text;
}

}  // namespace smpi::coll
