// SPDX-License-Identifier: BSD-3-Clause
//
// Contexts grow with each communicator of the simulation and are never used again.
#include "libsmpi/run/observe/communicator_numbers.h"

#include <algorithm>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::observe {

std::optional<std::uint64_t> CommunicatorNumbers::number_of(std::uint64_t handle) {
  const Communicator* communicator = find_communicator(reinterpret_cast<MPI_Comm>(handle));
  if (communicator == nullptr) return std::nullopt;
  const Rank& rank = communicator->owner();
  if (rank.process >= numbers_.size()) numbers_.resize(rank.process + 1);
  Numbers& numbers = numbers_[rank.process];
  const std::uint32_t context = communicator->shared().context;
  if (!numbers.contains(context)) add_all(rank, numbers);
  return numbers.at(context);
}

void CommunicatorNumbers::add_all(const Rank& rank, Numbers& numbers) {
  std::vector<std::uint32_t> contexts;
  rank.simulation.handles.communicators.for_each([&](const Communicator& communicator) {
    if (&communicator.owner() == &rank) contexts.push_back(communicator.shared().context);
  });
  std::ranges::sort(contexts);
  for (const std::uint32_t context : contexts) numbers.try_emplace(context, numbers.size() + 1);
}

}  // namespace smpi::observe
