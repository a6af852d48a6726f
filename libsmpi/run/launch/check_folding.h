// SPDX-License-Identifier: BSD-3-Clause
//
// smpirun --check-folding: does the program do the same with and without what folds it?
//
// Folded memory, overlays, modelled BLAS and devices take content away. A program that uses such
// content to decide something goes another way, and nobody would know. So a small case runs twice,
// each time in a process of its own: without folding, where memory is private, kernels run, BLAS is
// real and devices have content, and with what the command line asks for. The MPI calls of each
// rank are compared in order (observe/call_comparison.h).
//
// Computation takes no simulated time in either run, so messages arrive at the same times, and how
// often a program polls is compared as well. Functions of overlays with `control = true` take part
// in both runs.
#pragma once

#include "libsmpi/run/launch/arguments.h"

namespace smpi::launch {

// Exit status of --check-folding when the runs differ.
inline constexpr int folding_differs_status = 1;

// Prints the result. Returns 0 when the calls are equal and both runs ended alike,
// folding_differs_status when not, input_error_status when a run could not start. Throws InputError
// for options that do not go together.
int check_folding(const Arguments& arguments);

}  // namespace smpi::launch
