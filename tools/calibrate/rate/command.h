// SPDX-License-Identifier: BSD-3-Clause
//
// smpi-calibrate rate: how fast the processor of a recorded run worked, for replays.
#pragma once

namespace smpi::calibrate::rate {

// `argv[0]` is the word rate. Returns the exit status. Throws kernel::InputError.
int run(int argc, char** argv);

}  // namespace smpi::calibrate::rate
