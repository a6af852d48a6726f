// SPDX-License-Identifier: BSD-3-Clause
//
// What `smpirun -replay FILE` does in the place of opening a program.
#pragma once

#include <memory>

#include "kernel/options.h"
#include "libsmpi/launch/arguments.h"
#include "libsmpi/trace/trace.h"

namespace smpi::launch {

// Opens and checks the trace, prints what is odd about it, and sets the number of ranks if the user
// did not. Throws kernel::InputError, also for options that only programs have.
std::unique_ptr<trace::Trace> open_replay(Arguments& arguments);

}  // namespace smpi::launch
