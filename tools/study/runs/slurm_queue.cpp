// SPDX-License-Identifier: BSD-3-Clause
//
// Asks for all states: squeue leaves out ended tasks unless told, and an ended one is what a study
// waits for. Slurm forgets a job some minutes after its end (MinJobAge).
#include "tools/study/runs/slurm_queue.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <sstream>
#include <system_error>

#include "kernel/error.h"

namespace smpi::study {
namespace {

// What a command writes, however much it is.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(memfd_create("answer", MFD_CLOEXEC)) {
    if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }
  std::string text() const {
    std::string text(static_cast<std::size_t>(lseek(descriptor_, 0, SEEK_END)), '\0');
    const ssize_t count = pread(descriptor_, text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return text;
  }

 private:
  int descriptor_;
};

struct Answer {
  int status = 0;
  std::string output;
  std::string errors;
};

Answer ask(const std::string& name, const std::vector<std::string>& words) {
  std::vector<char*> arguments = {const_cast<char*>(name.c_str())};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const MemoryFile output;
  const MemoryFile errors;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output.descriptor(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors.descriptor(), STDERR_FILENO);
  pid_t child = 0;
  const int failure =
      posix_spawnp(&child, name.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure == ENOENT) {
    throw kernel::InputError(
        fmt::format("there is no {} here", name),
        {.text = "--slurm", .hint = "type this where Slurm's commands are, or leave out --slurm"});
  }
  if (failure != 0) throw std::system_error(failure, std::generic_category(), name);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          .output = output.text(),
          .errors = errors.text()};
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

bool is_silence(const std::string& errors) {
  static constexpr std::array<const char*, 4> signs = {
      "Unable to contact", "Socket timed out", "temporarily", "Zero Bytes were transmitted"};
  return std::ranges::any_of(
      signs, [&](const char* sign) { return errors.find(sign) != std::string::npos; });
}

}  // namespace

TaskState task_state(const std::string& word) {
  static const std::map<std::string, TaskState> states = {
      {"BOOT_FAIL", TaskState::lost},
      {"CANCELLED", TaskState::cancelled},
      {"COMPLETED", TaskState::completed},
      {"DEADLINE", TaskState::out_of_time},
      {"FAILED", TaskState::completed},
      {"NODE_FAIL", TaskState::lost},
      {"OUT_OF_MEMORY", TaskState::out_of_memory},
      {"PREEMPTED", TaskState::lost},
      {"REVOKED", TaskState::lost},
      {"TIMEOUT", TaskState::out_of_time},
  };
  const auto found = states.find(word);
  return found == states.end() ? TaskState::active : found->second;
}

TaskState ArrayTasks::of(unsigned task) const {
  const auto found = by_number.find(task);
  return found == by_number.end() ? others.value_or(TaskState::lost) : found->second;
}

bool ArrayTasks::any_is_active() const {
  const auto is_active = [](const auto& task) { return task.second == TaskState::active; };
  return others == TaskState::active || std::ranges::any_of(by_number, is_active);
}

ArrayTasks read_tasks(const std::string& text, const std::string& job) {
  ArrayTasks tasks;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    std::string state;
    words >> name >> state;
    if (name == job) tasks.others = task_state(state);
    if (!name.starts_with(job + "_")) continue;
    std::istringstream number(name.substr(job.size() + 1));
    unsigned task = 0;
    if (number >> task) tasks.by_number[task] = task_state(state);
  }
  return tasks;
}

std::string submit_array(const std::vector<std::string>& options, const std::string& script) {
  std::vector<std::string> words = {"--parsable"};
  words.insert(words.end(), options.begin(), options.end());
  words.push_back(script);
  const Answer answer = ask("sbatch", words);
  if (answer.status != 0 && is_silence(answer.errors)) throw SlurmSilence(answer.errors);
  if (answer.status != 0) {
    throw kernel::InputError(fmt::format("Slurm refuses the array: {}", first_line(answer.errors)),
                             {.text = fmt::format("sbatch {}", fmt::join(words, " ")),
                              .hint = "[slurm] and [limits] of the plan say what is asked for"});
  }
  // "123", or "123;cluster".
  return first_line(answer.output).substr(0, answer.output.find_first_of(";\n"));
}

ArrayTasks tasks_of(const std::string& job) {
  const Answer answer = ask("squeue", {"-h", "-r", "-t", "all", "-j", job, "-o", "%i %T %r"});
  if (answer.status == 0) return read_tasks(answer.output, job);
  // It ended long ago.
  if (answer.errors.find("Invalid job id") != std::string::npos) return {};
  throw SlurmSilence(first_line(answer.errors));
}

std::optional<std::string> job_named(const std::string& name) {
  const Answer answer = ask("squeue", {"-h", "-t", "all", "-n", name, "-o", "%F"});
  if (answer.status != 0) throw SlurmSilence(first_line(answer.errors));
  const std::string job = first_line(answer.output);
  return job.empty() ? std::nullopt : std::optional(job);
}

void cancel(const std::string& job) {
  ask("scancel", {job});
}

}  // namespace smpi::study
