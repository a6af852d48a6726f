// SPDX-License-Identifier: BSD-3-Clause
//
// The commands of Slurm that a study uses: sbatch, squeue, scancel (their manual pages, 22.05).
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace smpi::study {

// The controller does not answer: it may do so later.
class SlurmSilence : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// What became of a task of an array, as squeue prints it.
enum class TaskState {
  active,     // waits or runs
  completed,  // or failed, without saying why
  out_of_memory,
  out_of_time,
  cancelled,
  lost  // by its node, or to a job that matters more; or no longer known
};
TaskState task_state(const std::string& word);

// The tasks of an array that Slurm still knows.
struct ArrayTasks {
  std::map<unsigned, TaskState> by_number;
  // Of those that never began, once they have ended: Slurm keeps one record for all of them.
  std::optional<TaskState> others;

  TaskState of(unsigned task) const;
  bool any_is_active() const;
};

// "ID_TASK STATE REASON" per line; "ID STATE REASON" for tasks that share a record.
ArrayTasks read_tasks(const std::string& text, const std::string& job);

// Submits; returns the number of the job. Throws InputError with what sbatch says, and
// SlurmSilence.
std::string submit_array(const std::vector<std::string>& options, const std::string& script);
// Throws SlurmSilence.
ArrayTasks tasks_of(const std::string& job);
// The number of the job with this name, if Slurm still knows it. Throws SlurmSilence.
std::optional<std::string> job_named(const std::string& name);
void cancel(const std::string& job);

}  // namespace smpi::study
