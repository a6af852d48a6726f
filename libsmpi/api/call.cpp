// SPDX-License-Identifier: BSD-3-Clause
//
// Entering and leaving MPI, and what happens to errors.
#include "libsmpi/api/call.h"

#include <fmt/format.h>

#include <utility>

#include "libsmpi/api/foreign_thread.h"
#include "libsmpi/comm/communicator.h"
#include "libsmpi/errors/error_text.h"
#include "libsmpi/modeled/burst.h"
#include "libsmpi/modeled/injection.h"
#include "libsmpi/modeled/machine_state.h"
#include "libsmpi/p2p/polling.h"
#include "libsmpi/reports/deadlock.h"
#include "libsmpi/simulation.h"
#include "libsmpi/singleton.h"

namespace smpi::api {
namespace {

[[noreturn]] void refuse_phase(const char* function, Phase phase) {
  end_with_error(
      MPI_ERR_OTHER, function,
      phase == Phase::before_init ? "called before MPI_Init" : "called after MPI_Finalize");
}

// Does the rank keep a core busy in this call? Calls of MPI wait by polling, those that inject work
// do not wait.
bool polls(const Rank& rank, const char* function) {
  return rank.simulation.machine->counts_polling() && function[0] == 'M';
}

}  // namespace

constinit const void* fortran_caller = nullptr;

Call::Call(const char* function, const void* return_address, Allowed allowed, CallKind kind) {
  if (__builtin_expect(is_foreign_thread(), 0)) refuse_thread(function);
  const void* caller = std::exchange(fortran_caller, nullptr);
  if (__builtin_expect(running_strand == nullptr, 0)) start_singleton();
  strand_ = running_strand;
  Rank& rank = *strand_->rank;
  previous_ = strand_->call;
  if (strand_->call_depth++ == 0) {
    is_in_burst_ = kind == CallKind::local && !(rank.owed_flops > 0);
    if (rank.simulation.tuning.simulate_computation && !is_in_burst_) end_burst(rank);
    if (rank.owed_flops > 0 && !(kind == CallKind::poll && p2p::pays_what_it_owes(rank))) {
      modeled::pay_owed_work(rank);
    }
    strand_->call = {function, caller != nullptr ? caller : return_address};
    if (kind != CallKind::poll) p2p::end_poll_streak(rank);
    if (polls(rank, function)) rank.simulation.machine->enter_mpi(rank.host);
  }
  if (allowed == Allowed::while_running && !rank.in_mpi()) {
    refuse_phase(function, rank.phase);
  }
}

Call::~Call() {
  if (--strand_->call_depth > 0) return;
  Rank& rank = *strand_->rank;
  if (polls(rank, strand_->call.function)) rank.simulation.machine->leave_mpi(rank.host);
  strand_->call = previous_;
  if (rank.simulation.tuning.simulate_computation && !is_in_burst_) begin_burst(rank);
}

void end_with_error(int code, std::string_view where, std::string_view detail) {
  Rank& rank = current_rank();
  std::string report = fmt::format("{}: {}: {}", describe_rank(rank), where, error_text(code));
  if (!detail.empty()) report += fmt::format(" ({})", detail);
  rank.simulation.end_early({.why = EarlyEnd::Why::mpi_error, .exit_status = 1, .report = report});
}

int raise(const Errhandler& handler, void* object, int code, std::string_view detail) {
  if (code == MPI_SUCCESS) return code;
  const CallRecord& call = running_strand->call;
  switch (handler.kind) {
    case ErrhandlerKind::are_fatal:
    case ErrhandlerKind::abort:
      end_with_error(code, call.function == nullptr ? "MPI" : call.function, detail);
    case ErrhandlerKind::returns:
      return code;
    default:
      break;
  }
  int handler_code = code;
  const Ref<Errhandler> in_use(
      const_cast<Errhandler*>(&handler));  // the program may replace it meanwhile
  if (handler.fortran) {
    auto integer = static_cast<MPI_Fint>(reinterpret_cast<std::intptr_t>(object));
    reinterpret_cast<void (*)(MPI_Fint*, MPI_Fint*)>(handler.function)(&integer, &handler_code);
  } else {
    // The four callback types differ in the kind of handle only, and all handles are addresses.
    reinterpret_cast<void (*)(void**, int*, ...)>(handler.function)(&object, &handler_code);
  }
  return handler_code;
}

int raise(const Communicator* communicator, int code, std::string_view detail) {
  if (code == MPI_SUCCESS) return code;
  Rank& rank = current_rank();
  if (communicator == nullptr) {
    const bool self_is_unset = rank.self->errhandler.get() == &initial_errhandler(rank.simulation);
    communicator = self_is_unset ? rank.world : rank.self;
  }
  return raise(*communicator->errhandler, to_handle(communicator), code, detail);
}

void unimplemented(const char* function) {
  Call call(function, __builtin_return_address(0), Allowed::any_time);
  end_with_error(MPI_ERR_UNSUPPORTED_OPERATION, function,
                 "this function of MPI is not implemented by libsmpi");
}

}  // namespace smpi::api
