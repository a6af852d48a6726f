// SPDX-License-Identifier: BSD-3-Clause
//
// A program that is started without smpirun: it becomes the only rank of a simulation of one host
// (MPI 5.0, 11.8: singleton initialisation), so that configure scripts and --help work.
#pragma once

namespace smpi {

// Makes the calling thread rank 0 of a simulation of its own.
void start_singleton();

}  // namespace smpi
