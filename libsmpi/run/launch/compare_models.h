// SPDX-License-Identifier: BSD-3-Clause
//
// smpirun --compare-models: does the model of flows lie here?
//
// The program runs twice, each run in a process of its own: as asked for, and with
// network/model:packet. Where the simulated times differ by more than 10 %, the second run says
// which messages and links make the difference (observe/transfer_times.h).
#pragma once

#include "libsmpi/run/launch/arguments.h"

namespace smpi::launch {

// Returns the exit status of the first run that fails. Throws InputError.
int compare_models(const Arguments& arguments);

}  // namespace smpi::launch
