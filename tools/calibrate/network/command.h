// SPDX-License-Identifier: BSD-3-Clause
//
// smpi-calibrate network: program, measure, fit, export.
#pragma once

namespace smpi::calibrate::network {

// `argv[0]` is the word network. Returns the exit status: 1 when a fit is worse than the tolerance.
// Throws InputError.
int run(int argc, char** argv);

}  // namespace smpi::calibrate::network
