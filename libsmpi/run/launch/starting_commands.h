// SPDX-License-Identifier: BSD-3-Clause
//
// Commands that only prepare something and then become another program: env, nice, sh -c, the
// scripts of libtool.
//
// A rank cannot become another program, because all ranks are one process. But what such a command
// prepares can be prepared for that process: `smpirun OPTIONS env X=y ./app` is started again as
// `env X=y smpirun OPTIONS ./app`. So the command itself does its work, once.
//
// Alternatives considered: doing its work here. Then LD_LIBRARY_PATH would come too late, and each
// command would need code of its own.
#pragma once

#include "libsmpi/run/launch/arguments.h"

namespace smpi::launch {

// Leaves the MPI program alone in arguments.program, or starts smpirun again under such commands.
// Throws InputError when it cannot see which program a command starts.
void look_through_starting_commands(Arguments& arguments);

}  // namespace smpi::launch
