// SPDX-License-Identifier: BSD-3-Clause
//
// What a user can do where a command, or a rank, would become another program.
#pragma once

namespace smpi::load {

inline constexpr const char* exec_advice =
    "give smpirun the MPI program itself; set variables and the working folder before it (cd "
    "FOLDER; VARIABLE=value smpirun -np N ./program), and run debuggers and tracers with -wrapper";

}  // namespace smpi::load
