// SPDX-License-Identifier: BSD-3-Clause
//
// Pipes to and from each worker. Workers are sessions of their own, so that Ctrl-C reaches the
// coordinator only; they see its end at their standard input.
#include "tools/study/runs/local_workers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <system_error>

namespace smpi::study {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

LocalWorkers::LocalWorkers(std::string program, std::string parts, unsigned count)
    : program_(std::move(program)), parts_(std::move(parts)), workers_(count) {
  signal(SIGPIPE, SIG_IGN);
  for (Worker& worker : workers_) start(worker);
}

LocalWorkers::~LocalWorkers() {
  stop();
}

void LocalWorkers::stop() {
  if (are_stopped_) return;
  are_stopped_ = true;
  for (Worker& worker : workers_) close(worker.jobs);
  for (Worker& worker : workers_) {
    while (waitpid(worker.process, nullptr, 0) < 0 && errno == EINTR) {
    }
    close(worker.reports);
  }
}

void LocalWorkers::start(Worker& worker) {
  std::array<int, 2> jobs{};
  std::array<int, 2> reports{};
  if (pipe2(jobs.data(), O_CLOEXEC) != 0 || pipe2(reports.data(), O_CLOEXEC) != 0) fail("pipe");
  const std::string part = fmt::format("{}/local-{}-{}.jsonl", parts_, getpid(), ++started_count_);
  const std::array<const char*, 5> words = {program_.c_str(), "worker", "--part", part.c_str(),
                                            nullptr};
  const pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    setsid();
    dup2(jobs[0], STDIN_FILENO);
    dup2(reports[1], STDOUT_FILENO);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    execv(words[0], const_cast<char* const*>(words.data()));
    _exit(EXIT_FAILURE);
  }
  close(jobs[0]);
  close(reports[1]);
  worker = {.process = child, .jobs = jobs[1], .reports = reports[0], .text = {}, .runs = {}};
}

std::size_t LocalWorkers::room() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(workers_, [](const Worker& worker) { return worker.runs.empty(); }));
}

std::vector<std::int64_t> LocalWorkers::runs() const {
  std::vector<std::int64_t> runs;
  for (const Worker& worker : workers_) {
    for (const LostRun& run : worker.runs) runs.push_back(run.run);
  }
  return runs;
}

void LocalWorkers::give(const Job& job) {
  const auto worker =
      std::ranges::find_if(workers_, [](const Worker& one) { return one.runs.empty(); });
  worker->runs = runs_to_lose(job);
  worker->group = 0;
  const std::string line = job_line(job) + "\n";
  for (std::size_t written = 0; written < line.size();) {
    const ssize_t count = write(worker->jobs, line.data() + written, line.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return;  // it has ended, which its reports will show
    written += static_cast<std::size_t>(count);
  }
}

LocalWorkers::News LocalWorkers::wait(int wake, int timeout_ms) {
  std::vector<pollfd> waited = {{.fd = wake, .events = POLLIN, .revents = 0}};
  for (const Worker& worker : workers_) {
    waited.push_back({.fd = worker.reports, .events = POLLIN, .revents = 0});
  }
  News news;
  if (poll(waited.data(), waited.size(), timeout_ms) <= 0) return news;
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    if (waited[i + 1].revents != 0) read_reports(workers_[i], news);
  }
  return news;
}

void LocalWorkers::read_reports(Worker& worker, News& news) {
  std::array<char, 4096> block{};
  const ssize_t count = read(worker.reports, block.data(), block.size());
  if (count < 0 && errno == EINTR) return;
  if (count <= 0) return bury(worker, news);
  worker.text.append(block.data(), static_cast<std::size_t>(count));
  for (std::size_t end = 0; (end = worker.text.find('\n')) != std::string::npos;) {
    std::istringstream line(worker.text.substr(0, end));
    worker.text.erase(0, end + 1);
    std::string word;
    std::int64_t run = 0;
    line >> word;
    if (word == "start") {
      line >> run >> worker.group;
    } else if (word == "end") {
      worker.runs.clear();
      worker.group = 0;
    } else {
      std::getline(line >> std::ws, news.trouble);
    }
  }
}

void LocalWorkers::bury(Worker& worker, News& news) {
  if (worker.group > 0) kill(-worker.group, SIGKILL);
  close(worker.jobs);
  close(worker.reports);
  while (waitpid(worker.process, nullptr, 0) < 0 && errno == EINTR) {
  }
  news.lost.insert(news.lost.end(), worker.runs.begin(), worker.runs.end());
  start(worker);
}

}  // namespace smpi::study
