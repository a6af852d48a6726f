// SPDX-License-Identifier: BSD-3-Clause
//
// A run is a process group of its own, so that a signal for the terminal does not reach it and all
// of it can be ended. Its first process dies with its worker (PR_SET_PDEATHSIG); the group is named
// in the folder, for whoever cleans up after a worker that was killed (leftover_runs.h).
#include "tools/study/runs/execute.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "kernel/end_with_parent.h"
#include "tools/study/runs/future_results.h"
#include "tools/study/runs/processes.h"
#include "tools/study/runs/run_folder.h"

namespace smpi::study {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int not_started_status = 127;

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void write_file(const fs::path& path, const std::string& content) {
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  if (!file) fail(path);
}

void prepare_folder(const Job& job) {
  fs::remove_all(job.folder);
  fs::create_directories(job.folder);
  for (const auto& [name, content] : job.files) write_file(fs::path(job.folder) / name, content);
  for (const std::string& input : job.inputs) {
    fs::create_symlink(input, fs::path(job.folder) / fs::path(input).filename());
  }
}

// In the child: nothing here may allocate.
[[noreturn]] void become(const Job& job, char* const* words, pid_t worker) {
  setpgid(0, 0);
  kernel::end_with_parent(worker, SIGKILL, not_started_status);
  if (chdir(job.folder.c_str()) != 0) _exit(not_started_status);
  constexpr mode_t mode = 0644;
  const int in = open("/dev/null", O_RDONLY);
  const int out = open("stdout", O_WRONLY | O_CREAT | O_TRUNC, mode);
  const int err = open("stderr", O_WRONLY | O_CREAT | O_TRUNC, mode);
  if (in < 0 || out < 0 || err < 0) _exit(not_started_status);
  dup2(in, 0);
  dup2(out, 1);
  dup2(err, 2);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGINT, SIG_DFL);
  execv(words[0], words);
  dprintf(2, "%s: %s\n", words[0], std::strerror(errno));
  _exit(not_started_status);
}

pid_t start(const Job& job) {
  std::vector<char*> words;
  for (const std::string& word : job.command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const pid_t worker = getpid();
  const pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) become(job, words.data(), worker);
  setpgid(child, child);  // whichever of the two comes first
  return child;
}

enum class End { by_itself, wall, memory, given_up };

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Until the process ends, or a limit is passed. It is still to be waited for.
End wait_for_end(pid_t child, const Job& job, const Watch& watch) {
  const int descriptor = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  if (descriptor < 0) fail("pidfd_open");
  const auto begin = Clock::now();
  End end = End::by_itself;
  while (true) {
    constexpr int look_ms = 100;
    pollfd waited{.fd = descriptor, .events = POLLIN, .revents = 0};
    if (poll(&waited, 1, look_ms) > 0) break;
    if (watch.is_given_up()) end = End::given_up;
    if (job.wall_s > 0 && seconds_since(begin) > job.wall_s) end = End::wall;
    if (job.memory_bytes > 0 && resident_bytes(child) > job.memory_bytes) end = End::memory;
    if (end != End::by_itself) break;
  }
  close(descriptor);
  return end;
}

std::string reason_of(const Job& job, const Outcome& outcome, End end, int signal_number) {
  if (end == End::wall) return fmt::format("it took more than {} s", job.wall_s);
  if (end == End::memory) {
    return fmt::format("it took more than {:.0f} MB of memory", job.memory_bytes / 1e6);
  }
  if (signal_number != 0)
    return fmt::format("signal {}: {}", signal_number, last_words(job.folder));
  return failure_of(job, job.folder, outcome.exit);
}

// A run that failed there says nothing about the run.
void refuse_full_disk(const Job& job) {
  constexpr std::uintmax_t needed_bytes = 64 * 1024;
  std::error_code unknown;
  const fs::space_info space = fs::space(job.folder, unknown);
  if (unknown || space.available >= needed_bytes) return;
  throw std::system_error(ENOSPC, std::generic_category(), job.folder);
}

}  // namespace

std::optional<std::vector<Outcome>> execute(const Job& job, const Watch& watch) {
  prepare_folder(job);
  const auto begin = Clock::now();
  const pid_t child = start(job);
  write_file(job.folder + ".pid", group_identity(child));
  watch.started(child);
  const End end = wait_for_end(child, job, watch);
  // Also after its end: it may have left processes behind.
  kill(-child, SIGKILL);
  int status = 0;
  rusage used{};
  while (wait4(child, &status, 0, &used) < 0 && errno == EINTR) {
  }
  // The coordinator cleans up: another one may be preparing the same run already.
  if (end == End::given_up) return std::nullopt;
  fs::remove(job.folder + ".pid");
  constexpr double kibibyte = 1024;
  constexpr int signal_base = 128;
  const int signal_number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  Outcome outcome{.run = job.run, .attempt = job.attempt, .key = job.key};
  outcome.exit = signal_number != 0 ? signal_base + signal_number : WEXITSTATUS(status);
  outcome.peak_bytes = static_cast<double>(used.ru_maxrss) * kibibyte;
  outcome.wall_s = seconds_since(begin);
  outcome.reason = reason_of(job, outcome, end, signal_number);
  if (!outcome.reason.empty()) refuse_full_disk(job);
  // The kernel ends what takes too much by SIGKILL; nobody else sends that.
  outcome.is_short_of_memory =
      end == End::memory || (end == End::by_itself && signal_number == SIGKILL);
  std::vector<Outcome> outcomes;
  if (job.shared.empty()) {
    read_what_it_wrote(job, job.folder, outcome);
    outcomes.push_back(std::move(outcome));
  } else {
    outcomes = future_outcomes(job, outcome);
  }
  const auto has_failed = [](const Outcome& one) { return !one.reason.empty(); };
  if (std::ranges::none_of(outcomes, has_failed)) fs::remove_all(job.folder);
  return outcomes;
}

}  // namespace smpi::study
