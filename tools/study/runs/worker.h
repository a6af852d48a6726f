// SPDX-License-Identifier: BSD-3-Clause
//
// `smpi-study worker`, which users do not type: a process that executes the jobs that it is given,
// one after the other, and appends what became of them to its file (parts.h).
//
// It gets jobs from standard input and says on standard output what it does, in lines:
// "start RUN GROUP", "end RUN" or "trouble TEXT". It ends with its coordinator.
#pragma once

#include <string>

namespace smpi::study {

// Returns the exit status.
int work(const std::string& part);
// The jobs of a file instead, for a worker that nobody watches: a task of Slurm. Those of which
// `part` tells already are left out: the task was started again.
int work_through(const std::string& jobs, const std::string& part);

}  // namespace smpi::study
