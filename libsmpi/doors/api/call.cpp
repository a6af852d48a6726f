// SPDX-License-Identifier: BSD-3-Clause
//
// Entering and leaving MPI.
#include "libsmpi/doors/api/call.h"

#include <memory>
#include <utility>

#include "libsmpi/cost/modeled/burst.h"
#include "libsmpi/cost/modeled/injection.h"
#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/doors/api/foreign_thread.h"
#include "libsmpi/doors/assembly/singleton.h"
#include "libsmpi/mpi/requests/polling.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::api {
namespace {

[[noreturn]] void refuse_phase(const char* function, Phase phase) {
  end_with_error(
      MPI_ERR_OTHER, function,
      phase == Phase::before_init ? "called before MPI_Init" : "called after MPI_Finalize");
}

[[gnu::cold, gnu::noinline]] void tell_entry(Strand& strand) {
  if (!strand.details) strand.details = std::make_unique<CallDetails>();
  const Rank& rank = *strand.rank;
  *strand.details = {.begin_s = rank.simulation.engine.now_s()};
  rank.simulation.observers.tell([&](Observer& one) { one.enter_call(rank, strand.call); });
}

[[gnu::cold, gnu::noinline]] void tell_exit(const Strand& strand) {
  const Rank& rank = *strand.rank;
  rank.simulation.observers.tell(
      [&](Observer& one) { one.leave_call(rank, strand.call, *strand.details); });
}

}  // namespace

Door::Door(const char* function, const void* return_address, CallKind kind) {
  if (__builtin_expect(is_foreign_thread(), 0)) refuse_thread(function);
  const void* caller = std::exchange(fortran_caller, nullptr);
  if (__builtin_expect(running_strand == nullptr, 0)) start_singleton(function);
  strand_ = running_strand;
  Rank& rank = *strand_->rank;
  if (strand_->call_depth++ == 0) {
    const Simulation& simulation = rank.simulation;
    if (simulation.tuning.simulate_computation) [[unlikely]] {
      is_in_burst_ = kind == CallKind::local && !(rank.owed_flops > 0);
      if (!is_in_burst_) end_burst(rank);
    }
    if (rank.owed_flops > 0 && !(kind == CallKind::poll && p2p::pays_what_it_owes(rank))) {
      modeled::pay_owed_work(rank);
    }
    previous_ = strand_->call;
    strand_->call = {function, caller != nullptr ? caller : return_address};
    if (kind != CallKind::poll) rank.end_poll_streak();
    if (simulation.machine->counts_polling() && kind != CallKind::extension) [[unlikely]] {
      counts_polling_ = true;
      simulation.machine->enter_mpi(rank.host);
    }
    if (simulation.is_watched && simulation.observers.any()) [[unlikely]]
      tell_entry(*strand_);
  }
  const bool is_any_time = kind == CallKind::any_time || kind == CallKind::extension;
  if (!is_any_time && !rank.in_mpi()) refuse_phase(function, rank.phase);
}

Door::~Door() {
  if (--strand_->call_depth > 0) return;
  Rank& rank = *strand_->rank;
  const Simulation& simulation = rank.simulation;
  if (simulation.is_watched && simulation.observers.any()) [[unlikely]]
    tell_exit(*strand_);
  if (counts_polling_) [[unlikely]]
    simulation.machine->leave_mpi(rank.host);
  strand_->call = previous_;
  if (simulation.tuning.simulate_computation && !is_in_burst_) [[unlikely]]
    begin_burst(rank);
}

void unimplemented(const char* function) {
  const AnyTimeCall call(function, __builtin_return_address(0));
  end_with_error(MPI_ERR_UNSUPPORTED_OPERATION, function,
                 "this function of MPI is not implemented by libsmpi");
}

}  // namespace smpi::api
