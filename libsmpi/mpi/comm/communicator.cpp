// SPDX-License-Identifier: BSD-3-Clause
//
// Construction of a rank's view of a communicator and the look-up of handles.
#include "libsmpi/mpi/comm/communicator.h"

#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi {

Communicator::Communicator(Rank& owner, Ref<CommunicatorShared> shared, int side)
    : owner_(owner),
      shared_(std::move(shared)),
      local_(shared_->groups[side].get()),
      remote_(shared_->is_inter ? shared_->groups[1 - side].get() : local_),
      side_(side),
      rank_(local_->rank_of(owner.process).value_or(MPI_UNDEFINED)),
      errhandler(&initial_errhandler(owner.simulation)) {
  if (shared_->is_inter) local_communicator_ = new Communicator(owner, shared_->sides[side], 0);
}

Rank& Communicator::peer(int rank) const {
  return *owner_.simulation.ranks[(*remote_)[rank]];
}

Errhandler& initial_errhandler(const Simulation& simulation) {
  return simulation.tuning.errors_are_fatal ? errors_are_fatal() : errors_return();
}

Communicator* find_communicator(MPI_Comm handle) {
  const auto value = reinterpret_cast<std::uintptr_t>(handle);
  Rank& rank = current_rank();
  if (handle == MPI_COMM_WORLD || handle == MPI_COMM_SELF) {
    if (__builtin_expect(rank.phase != Phase::running, 0)) return nullptr;  // sessions have none
    return handle == MPI_COMM_WORLD ? rank.world : rank.self;
  }
  Communicator* found = rank.simulation.handles.communicators.find(value);
  if (__builtin_expect(found == nullptr || &found->owner() != &rank, 0)) return nullptr;
  return found;
}

MPI_Comm to_handle(const Communicator* communicator) {
  if (communicator == nullptr) return MPI_COMM_NULL;
  return reinterpret_cast<MPI_Comm>(static_cast<std::uintptr_t>(communicator->handle));
}

}  // namespace smpi
