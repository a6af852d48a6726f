// SPDX-License-Identifier: BSD-3-Clause
//
// What the system says of processes.
#pragma once

#include <sys/types.h>

#include <string>

namespace smpi::study {

// Resident memory of a process and all that it started; 0 when it has ended.
double resident_bytes(pid_t process);
// What the machine could give to programs now.
double available_bytes();
// That this process may use: fewer than the machine has in a job of a batch system or under
// taskset(1). At least 1.
unsigned usable_cores();

// Names a process group so that a later one with the same number is not taken for it.
std::string group_identity(pid_t leader);
// Ends the group of such an identity, if it is still there.
void end_group(const std::string& identity);

}  // namespace smpi::study
