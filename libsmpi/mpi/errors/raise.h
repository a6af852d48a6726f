// SPDX-License-Identifier: BSD-3-Clause
//
// What happens to an error: the handler of the object that it belongs to is called (MPI 5.0, 9.3).
// Objects of each kind have their own form of raise(), such as comm/raise.h.
#pragma once

#include <string_view>

namespace smpi {

class Errhandler;

// Calls `handler` with the object's handle and returns the code for the program. `detail` is one
// sentence with the values, for the report of a fatal error, such as "destination 17, but the
// communicator has 4 ranks".
int raise(const Errhandler& handler, void* object, int code, std::string_view detail = {});

// Ends the simulation because of an error that the handler calls fatal, in the MPI function
// `where`.
[[noreturn]] void end_with_error(int code, std::string_view where, std::string_view detail);

}  // namespace smpi
