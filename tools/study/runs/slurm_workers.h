// SPDX-License-Identifier: BSD-3-Clause
//
// Runs as tasks of Slurm.
//
// A batch is one array job. Each of its tasks works through a chunk of runs that takes some
// minutes: a job per run would keep the scheduler busy with nothing else; runs that share their
// past are in one task, as one process. Tasks append to files of their own in the parts folder, as
// workers of this machine do. All questions to Slurm are about whole arrays.
//
// slurm/N/ in the study's folder is batch N: jobs-K.jsonl the runs of task K, K.log what the task
// says, `name` the name of the array, `id` its number once Slurm has given one. It is removed when
// the batch is over; what a coordinator finds there belongs to an earlier life and goes on.
#pragma once

#include <chrono>
#include <string>
#include <unordered_map>
#include <vector>

#include "tools/study/plan/slurm_options.h"
#include "tools/study/runs/slurm_queue.h"
#include "tools/study/runs/workers.h"
#include "tools/study/store/study_folder.h"

namespace smpi::study {

class SlurmWorkers : public Workers {
 public:
  // `program` is smpi-study itself, `study` the name of the study.
  SlurmWorkers(const SlurmOptions& options, std::string program, const StudyFolder& folder,
               std::string study);

  // The runs of batches that an earlier life submitted and that are not over.
  std::vector<Job> adopt();

  std::size_t room() const override;
  std::vector<std::int64_t> runs() const override;
  bool are_local() const override { return false; }
  void give(const Job& job) override { waiting_.push_back(job); }
  void submit(double expected_s) override;
  void was_read(std::int64_t run) override;
  News wait(int wake, int timeout_ms) override;
  void stop() override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Task {
    // Of its chunk, in order: the runs of each process, of which the first one is at work.
    std::vector<std::vector<LostRun>> left;
    bool is_gone = false;
    Clock::time_point gone_since;
  };
  struct Batch {
    std::string folder;
    std::string job;  // its number; empty: not submitted yet
    std::vector<Task> tasks;
    bool has_log_worth_reading = false;
  };

  void make_batch(const std::vector<Job>& jobs, double expected_s);
  // `wall_s` is the limit of its longest task; 0: none.
  std::vector<std::string> array_options(const Batch& batch, double memory_bytes,
                                         double wall_s) const;
  void try_to_submit(Batch& batch);
  std::optional<Batch> read_batch(const std::string& folder, std::vector<Job>& jobs);
  void look(News& news);
  void look_at(Batch& batch, News& news);
  void lose(Batch& batch, Task& task, TaskState state, News& news);
  void remove_ended();

  SlurmOptions options_;
  std::string program_;
  StudyFolder folder_;
  std::string study_;
  unsigned last_batch_ = 0;
  std::vector<Batch> batches_;
  std::vector<Job> waiting_;
  std::unordered_map<std::int64_t, unsigned> vanished_;                 // how often a run did
  std::unordered_map<std::string, std::vector<std::string>> commands_;  // of sbatch, by folder
  double pause_s_;
  Clock::time_point next_look_ = Clock::now();
  unsigned silences_ = 0;
};

// Arrays of this study that an earlier life submitted and that may still be at work, as text;
// empty: none.
std::string slurm_jobs_of(const StudyFolder& folder);

}  // namespace smpi::study
