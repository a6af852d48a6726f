// SPDX-License-Identifier: BSD-3-Clause
//
// The door of every MPI call. Each function of the API opens with
//
//     const Call call;
//
// or one of the other kinds below. That turns the computation since the last call into simulated
// time (MODELS 6), notes the call for reports and observers, and checks that MPI is initialised.
// Name and caller come from the compiler. Arguments are checked by api/check.h; a wrong one ends in
// raise(), which calls the error handler and returns the code for the program.
#pragma once

#include <utility>

#include "include/mpi.h"
#include "libsmpi/mpi/comm/raise.h"
#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::api {

using smpi::raise;  // files and sessions add theirs

enum class CallKind : std::uint8_t {
  normal,
  // Only looks something up: reading the clock twice would take longer than the call, so it counts
  // as computation of the program.
  local,
  // A poll that finds nothing belongs to a streak of polls; any other call ends it (MODELS 10.3).
  poll,
  // May be called before MPI_Init and after MPI_Finalize.
  any_time,
  // The same, and not a function of MPI: the rank does not wait inside MPI, so it does not poll.
  extension
};

// Enters a function for as long as it lives. Only the outermost one of a strand counts.
class Door {
 public:
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

 protected:
  Door(const char* function, const void* return_address, CallKind kind);
  ~Door();
  void keep_frame(const void* frame) const {
    const void* const outer = std::exchange(frame_of_poller, nullptr);
    if (strand_->call_depth == 1) strand_->rank->poll_frame = outer != nullptr ? outer : frame;
  }

 private:
  Strand* strand_;
  CallRecord previous_;
  bool is_in_burst_ = false;     // the computation goes on
  bool counts_polling_ = false;  // the rank keeps a core busy meanwhile
};

// "MPI_Send" for the function PMPI_Send.
constexpr const char* name_of_call(const char* function) {
  return function[0] == 'P' ? function + 1 : function;
}

// The default arguments are those of the function in which the object is defined.
template <CallKind kind>
class CallOf : public Door {
 public:
  explicit CallOf(const char* function = __builtin_FUNCTION(),
                  const void* return_address = __builtin_return_address(0))
      : Door(name_of_call(function), return_address, kind) {}
};

// Keeps where the program's stack begins. Below it are the registers that calls preserve: their
// function is told to save all of them there.
class PollCall : public CallOf<CallKind::poll> {
 public:
  explicit PollCall(const char* function = __builtin_FUNCTION(),
                    const void* return_address = __builtin_return_address(0),
                    const void* frame = (__builtin_unwind_init(), __builtin_dwarf_cfa()))
      : CallOf(function, return_address) {
    keep_frame(frame);
  }
};

using Call = CallOf<CallKind::normal>;
using LocalCall = CallOf<CallKind::local>;
using AnyTimeCall = CallOf<CallKind::any_time>;
using ExtensionCall = CallOf<CallKind::extension>;

// For stubs of functions that do not exist yet.
[[noreturn]] void unimplemented(const char* function);

}  // namespace smpi::api
