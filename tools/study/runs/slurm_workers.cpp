// SPDX-License-Identifier: BSD-3-Clause
//
// A task that left the queue may have written results that this machine does not see yet: its runs
// are lost only after a while (SlurmOptions::grace_s), in which the parts folder is listed again
// and again.
#include "tools/study/runs/slurm_workers.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <thread>

#include "kernel/error.h"
#include "kernel/print.h"

namespace smpi::study {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t tasks_most = 1000;    // below Slurm's usual MaxArraySize of 1,001
constexpr std::size_t tasks_unknown = 100;  // of a batch while nobody knows what a run takes
constexpr double megabyte = 1e6;
constexpr double worker_bytes = 64e6;

std::string batches_of(const StudyFolder& folder) {
  return folder.path() + "/slurm";
}

std::vector<std::string> batch_folders(const StudyFolder& folder) {
  std::vector<std::string> folders;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(batches_of(folder), missing)) {
    folders.push_back(entry.path());
  }
  std::ranges::sort(folders);
  return folders;
}

std::string line_of(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

void write_text(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::system_error(errno, std::generic_category(), path);
}

// As a shell takes it.
std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

// The number that Slurm gave the array of a folder; looks for its name where the coordinator ended
// between the submission and writing the number. Empty: it was never submitted.
std::string job_of(const std::string& folder) {
  const std::string known = line_of(folder + "/id");
  return known.empty() ? job_named(line_of(folder + "/name")).value_or("") : known;
}

// Whole minutes, as --time takes them.
std::string minutes(double time_s) {
  return fmt::format("{}", static_cast<long>(std::ceil(time_s / 60)) + 1);
}

std::string state_text(TaskState state) {
  switch (state) {
    case TaskState::out_of_memory:
      return "Slurm ended its task: out of memory";
    case TaskState::out_of_time:
      return "Slurm ended its task: it passed the time limit";
    default:
      return "its Slurm task ended without a result";
  }
}

}  // namespace

SlurmWorkers::SlurmWorkers(const SlurmOptions& options, std::string program,
                           const StudyFolder& folder, std::string study)
    : options_(options),
      program_(std::move(program)),
      folder_(folder),
      study_(std::move(study)),
      pause_s_(options.poll_s) {
  fs::create_directories(batches_of(folder_));
}

std::optional<SlurmWorkers::Batch> SlurmWorkers::read_batch(const std::string& folder,
                                                            std::vector<Job>& jobs) {
  Batch batch{.folder = folder, .job = job_of(folder), .tasks = {}};
  if (batch.job.empty() || !tasks_of(batch.job).any_is_active()) return std::nullopt;
  for (std::size_t task = 0;; ++task) {
    std::ifstream file(fmt::format("{}/jobs-{}.jsonl", folder, task));
    if (!file) break;
    batch.tasks.emplace_back();
    for (std::string line; std::getline(file, line);) {
      Job job = read_job(line);
      batch.tasks.back().left.push_back(runs_to_lose(job));
      jobs.push_back(std::move(job));
    }
  }
  return batch;
}

std::vector<Job> SlurmWorkers::adopt() {
  std::vector<Job> jobs;
  for (const std::string& folder : batch_folders(folder_)) {
    last_batch_ =
        std::max(last_batch_, static_cast<unsigned>(std::stoul(fs::path(folder).filename())));
    std::optional<Batch> batch = read_batch(folder, jobs);
    if (!batch) {
      fs::remove_all(folder);
      continue;
    }
    kernel::print_message("smpi-study: goes on with array {} of Slurm\n", batch->job);
    batches_.push_back(std::move(*batch));
  }
  return jobs;
}

std::size_t SlurmWorkers::room() const {
  const auto is_under_way = [](const Batch& batch) {
    return std::ranges::any_of(batch.tasks, [](const Task& task) { return !task.left.empty(); });
  };
  if (std::ranges::any_of(batches_, is_under_way)) return 0;
  constexpr std::size_t chunk_most = 1000;
  return tasks_most * chunk_most - waiting_.size();
}

std::vector<std::int64_t> SlurmWorkers::runs() const {
  std::vector<std::int64_t> runs;
  for (const Job& job : waiting_) {
    for (const Job::Shared& run : runs_of(job)) runs.push_back(run.run);
  }
  for (const Batch& batch : batches_) {
    for (const Task& task : batch.tasks) {
      for (const auto& process : task.left) {
        for (const LostRun& run : process) runs.push_back(run.run);
      }
    }
  }
  return runs;
}

// One array asks for one amount of memory, so runs that need as much go together.
void SlurmWorkers::submit(double expected_s) {
  if (waiting_.empty()) return;
  std::map<long, std::vector<Job>> by_megabytes;
  for (Job& job : waiting_) {
    by_megabytes[std::lround(std::ceil(job.memory_bytes / megabyte))].push_back(std::move(job));
  }
  waiting_.clear();
  for (const auto& [megabytes, jobs] : by_megabytes) make_batch(jobs, expected_s);
  pause_s_ = options_.poll_s;
  next_look_ = Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(pause_s_));
}

void SlurmWorkers::make_batch(const std::vector<Job>& jobs, double expected_s) {
  std::size_t count = 0;
  for (const Job& job : jobs) count += runs_of(job).size();
  std::size_t chunk = (count + tasks_unknown - 1) / tasks_unknown;
  if (expected_s > 0) {
    chunk = static_cast<std::size_t>(std::max(1.0, std::floor(options_.chunk_s / expected_s)));
  }
  chunk = std::max(chunk, (count + tasks_most - 1) / tasks_most);
  Batch batch{
      .folder = fmt::format("{}/{}", batches_of(folder_), ++last_batch_), .job = {}, .tasks = {}};
  fs::create_directories(batch.folder);
  double wall_s = 0;  // of the longest task
  for (auto job = jobs.begin(); job != jobs.end();) {
    std::string lines;
    Task task;
    double task_s = 0;
    for (std::size_t runs = 0; runs < chunk && job != jobs.end(); ++job) {
      lines += job_line(*job) + "\n";
      task.left.push_back(runs_to_lose(*job));
      runs += task.left.back().size();
      task_s += job->wall_s;
    }
    wall_s = std::max(wall_s, task_s);
    write_text(fmt::format("{}/jobs-{}.jsonl", batch.folder, batch.tasks.size()), lines);
    batch.tasks.push_back(std::move(task));
  }
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  write_text(batch.folder + "/name", fmt::format("smpi-{}-{}-{:x}\n", study_, last_batch_, now));
  write_text(batch.folder + "/worker.sh",
             fmt::format("#!/bin/sh\nexec {} worker --list {}/jobs-\"$SLURM_ARRAY_TASK_ID\".jsonl "
                         "--part {}/slurm-{}-\"$SLURM_ARRAY_TASK_ID\".jsonl\n",
                         shell_word(program_), shell_word(batch.folder),
                         shell_word(folder_.parts()), last_batch_));
  commands_[batch.folder] = array_options(batch, jobs.front().memory_bytes, wall_s);
  batches_.push_back(std::move(batch));
  try_to_submit(batches_.back());
}

std::vector<std::string> SlurmWorkers::array_options(const Batch& batch, double memory_bytes,
                                                     double wall_s) const {
  std::vector<std::string> words = {
      fmt::format("--array=0-{}{}", batch.tasks.size() - 1,
                  options_.limit > 0 ? fmt::format("%{}", options_.limit) : ""),
      "--job-name=" + line_of(batch.folder + "/name"), "--cpus-per-task=1", "--requeue",
      fmt::format("--output={}/%a.log", batch.folder)};
  if (memory_bytes > 0) {
    words.push_back(
        fmt::format("--mem={}M", std::lround(std::ceil((memory_bytes + worker_bytes) / 1048576))));
  }
  if (wall_s > 0) words.push_back("--time=" + minutes(wall_s));
  if (!options_.partition.empty()) words.push_back("--partition=" + options_.partition);
  if (!options_.account.empty()) words.push_back("--account=" + options_.account);
  if (!options_.qos.empty()) words.push_back("--qos=" + options_.qos);
  words.insert(words.end(), options_.options.begin(), options_.options.end());
  return words;
}

void SlurmWorkers::try_to_submit(Batch& batch) {
  try {
    batch.job = submit_array(commands_.at(batch.folder), batch.folder + "/worker.sh");
  } catch (const SlurmSilence& silence) {
    constexpr unsigned silences_most = 30;
    if (++silences_ > silences_most) throw std::runtime_error(silence.what());
    kernel::print_message("smpi-study: Slurm does not answer, tried again later: {}\n",
                          silence.what());
    return;
  } catch (...) {
    fs::remove_all(batch.folder);
    throw;
  }
  silences_ = 0;
  write_text(batch.folder + "/id", batch.job + "\n");
  kernel::print_message("smpi-study: array {} of {} tasks is in Slurm\n", batch.job,
                        batch.tasks.size());
}

void SlurmWorkers::was_read(std::int64_t run) {
  for (Batch& batch : batches_) {
    for (Task& task : batch.tasks) {
      for (auto& process : task.left) {
        std::erase_if(process, [&](const LostRun& one) { return one.run == run; });
      }
      std::erase_if(task.left, [](const auto& process) { return process.empty(); });
    }
  }
}

Workers::News SlurmWorkers::wait(int wake, int timeout_ms) {
  pollfd waited{.fd = wake, .events = POLLIN, .revents = 0};
  poll(&waited, 1, timeout_ms);
  News news;
  if (Clock::now() >= next_look_) {
    look(news);
    constexpr double most = 6;
    pause_s_ = std::min(2 * pause_s_, most * options_.poll_s);
    next_look_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                    std::chrono::duration<double>(pause_s_));
  }
  remove_ended();
  return news;
}

void SlurmWorkers::look(News& news) {
  for (Batch& batch : batches_) {
    if (batch.job.empty()) {
      try_to_submit(batch);
      continue;
    }
    try {
      look_at(batch, news);
      silences_ = 0;
    } catch (const SlurmSilence& silence) {
      // Its tasks go on without it.
      if (silences_++ == 0) {
        kernel::print_message("smpi-study: Slurm does not answer: {}\n", silence.what());
      }
    }
  }
}

void SlurmWorkers::look_at(Batch& batch, News& news) {
  const ArrayTasks states = tasks_of(batch.job);
  const auto now = Clock::now();
  for (std::size_t place = 0; place < batch.tasks.size(); ++place) {
    Task& task = batch.tasks[place];
    if (task.left.empty()) continue;
    const TaskState state = states.of(static_cast<unsigned>(place));
    if (state == TaskState::active) {
      task.is_gone = false;
      continue;
    }
    if (!task.is_gone) task.gone_since = now;
    task.is_gone = true;
    // What was killed in the middle of a run will not tell more, but may have told it just now.
    if (std::chrono::duration<double>(now - task.gone_since).count() < options_.grace_s) continue;
    lose(batch, task, state, news);
  }
}

void SlurmWorkers::lose(Batch& batch, Task& task, TaskState state, News& news) {
  constexpr unsigned vanished_most = 3;
  if (state == TaskState::cancelled) {
    news.is_cancelled = true;
  } else {
    for (LostRun& at_work : task.left.front()) {
      if (state == TaskState::lost && ++vanished_[at_work.run] < vanished_most) continue;
      at_work.reason = state_text(state);
      at_work.is_short_of_memory = state == TaskState::out_of_memory;
      if (state == TaskState::completed) {
        batch.has_log_worth_reading = true;
        at_work.reason += fmt::format(" ({}/*.log)", batch.folder);
      }
    }
  }
  for (const auto& process : task.left) {
    news.lost.insert(news.lost.end(), process.begin(), process.end());
  }
  task.left.clear();
}

void SlurmWorkers::remove_ended() {
  std::erase_if(batches_, [&](const Batch& batch) {
    const auto has_runs = [](const Task& task) { return !task.left.empty(); };
    if (std::ranges::any_of(batch.tasks, has_runs)) return false;
    if (!batch.has_log_worth_reading) fs::remove_all(batch.folder);
    commands_.erase(batch.folder);
    return true;
  });
}

void SlurmWorkers::stop() {
  remove_ended();
  for (const Batch& batch : batches_) {
    if (batch.job.empty()) continue;
    kernel::print_message("smpi-study: cancels array {} of Slurm\n", batch.job);
    cancel(batch.job);
  }
  // Nothing may run any more when the caller takes its last results.
  constexpr int tries = 120;
  for (const Batch& batch : batches_) {
    try {
      for (int i = 0; i < tries && !batch.job.empty() && tasks_of(batch.job).any_is_active(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(250));
      }
    } catch (const SlurmSilence& silence) {
      kernel::print_message("smpi-study: Slurm does not answer: {}\n", silence.what());
      continue;
    }
    fs::remove_all(batch.folder);
  }
  batches_.clear();
}

std::string slurm_jobs_of(const StudyFolder& folder) {
  std::string jobs;
  for (const std::string& batch : batch_folders(folder)) {
    const std::string job = job_of(batch);
    if (job.empty() || !tasks_of(job).any_is_active()) continue;
    jobs += jobs.empty() ? job : " " + job;
  }
  return jobs;
}

}  // namespace smpi::study
