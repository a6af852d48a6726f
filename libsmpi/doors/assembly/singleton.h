// SPDX-License-Identifier: BSD-3-Clause
//
// A program that is started without smpirun: it becomes the only rank of a simulation of one host
// (MPI 5.0, 11.8: singleton initialisation), so that configure scripts and --help work.
#pragma once

namespace smpi {

// Makes the calling thread, which calls `function` first, rank 0 of a simulation of its own. In a
// process that a rank made by fork(2) that is not possible: prints it, and ends the process.
void start_singleton(const char* function);

}  // namespace smpi
