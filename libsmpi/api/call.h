// SPDX-License-Identifier: BSD-3-Clause
//
// The door of every MPI call. Each PMPI_ function of the API opens with
//
//     api::Call call("MPI_Send", __builtin_return_address(0));
//
// which turns the computation since the last call into simulated time (MODELS 6), notes the call
// for reports, and checks that MPI is initialised. Arguments are checked by api/check.h; a wrong
// one ends in raise(), which calls the error handler and returns the code for the program.
#pragma once

#include <string>
#include <string_view>

#include "include/mpi.h"
#include "libsmpi/rank/rank.h"

namespace smpi {

class Communicator;
class Errhandler;

namespace api {

// When a function may be called.
enum class Allowed : std::uint8_t { while_running, any_time };

// A poll that finds nothing belongs to a streak of polls; any other call ends it (MODELS 10.3). A
// local call only looks something up: reading the clock twice would take longer than the call, so
// it counts as computation of the program.
enum class CallKind : std::uint8_t { normal, poll, local };

// The program's line when a Fortran name stands between it and the next door; the door takes it.
extern constinit const void* fortran_caller;

class Call {
 public:
  Call(const char* function, const void* return_address, Allowed allowed = Allowed::while_running,
       CallKind kind = CallKind::normal);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

 private:
  Strand* strand_;
  CallRecord previous_;
  bool is_in_burst_ = false;  // the computation goes on
};

// The door of a call that only looks something up.
class LocalCall : public Call {
 public:
  LocalCall(const char* function, const void* return_address)
      : Call(function, return_address, Allowed::while_running, CallKind::local) {}
};

// Reports a wrong call through the error handler of `communicator` and returns `code`. `detail` is
// one sentence with the values, for the report of a fatal error, such as "destination 17, but the
// communicator has 4 ranks". Errors that belong to no object (nullptr) go to MPI_COMM_SELF
// (MPI 5.0, 9.3), or to MPI_COMM_WORLD, as before MPI 4.0, while the program has not set a handler
// on SELF.
int raise(const Communicator* communicator, int code, std::string_view detail = {});

// The same for any other object: calls `handler` with the object's handle.
int raise(const Errhandler& handler, void* object, int code, std::string_view detail = {});

// Ends the simulation because of an error that the handler calls fatal.
[[noreturn]] void end_with_error(int code, std::string_view where, std::string_view detail);

// For stubs of functions that do not exist yet.
[[noreturn]] void unimplemented(const char* function);

}  // namespace api
}  // namespace smpi
