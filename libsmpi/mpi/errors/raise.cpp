// SPDX-License-Identifier: BSD-3-Clause
//
// Fatal errors end the run with a report; handlers of the program are called in the rank.
#include "libsmpi/mpi/errors/raise.h"

#include <fmt/format.h>

#include "libsmpi/mpi/errors/errhandler.h"
#include "libsmpi/mpi/errors/error_text.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi {

void end_with_error(int code, std::string_view where, std::string_view detail) {
  Rank& rank = current_rank();
  std::string report = fmt::format("{}: {}: {}", describe_rank(rank), where, error_text(code));
  if (!detail.empty()) report += fmt::format(" ({})", detail);
  rank.simulation.end_early({.why = EarlyEnd::Why::mpi_error, .exit_status = 1, .report = report});
}

int raise(const Errhandler& handler, void* object, int code, std::string_view detail) {
  if (code == MPI_SUCCESS) return code;
  running_strand->collective_error = MPI_SUCCESS;  // it is told now
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

}  // namespace smpi
