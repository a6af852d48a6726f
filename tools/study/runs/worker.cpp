// SPDX-License-Identifier: BSD-3-Clause
//
// The loop of a worker.
#include "tools/study/runs/worker.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <fstream>
#include <set>

#include "kernel/print.h"
#include "tools/study/runs/execute.h"
#include "tools/study/store/parts.h"

namespace smpi::study {
namespace {

constexpr int trouble_status = 1;

// Lines of standard input, and whether it has ended.
class Input {
 public:
  // Waits for a line; false when there will be none.
  bool next(std::string& line) {
    while (!take(line)) {
      if (!read_more()) return false;
    }
    return true;
  }

  // Has the other side closed it? Looks without waiting.
  bool has_ended() {
    pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    while (!is_over_ && poll(&input, 1, 0) > 0) read_more();
    return is_over_;
  }

 private:
  bool take(std::string& line) {
    const std::size_t end = text_.find('\n');
    if (end == std::string::npos) return false;
    line = text_.substr(0, end);
    text_.erase(0, end + 1);
    return true;
  }
  bool read_more() {
    std::array<char, 65536> block{};
    const ssize_t count = read(STDIN_FILENO, block.data(), block.size());
    if (count < 0 && errno == EINTR) return true;
    if (count <= 0) {
      is_over_ = true;
      return false;
    }
    text_.append(block.data(), static_cast<std::size_t>(count));
    return true;
  }

  std::string text_;
  bool is_over_ = false;
};

// Holds SIGTERM back while a run is under way and its outcome is written; then it ends this process
// as usual. A batch system that ends a job sends it to the run and to its worker, in any order. A
// run that it ended did not fail, so nothing is told of it.
class HeldTermination {
 public:
  HeldTermination() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals_, &before_);
  }
  ~HeldTermination() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  HeldTermination(const HeldTermination&) = delete;
  HeldTermination& operator=(const HeldTermination&) = delete;

  bool came() const {
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGTERM) == 1;
  }
  bool explains(const std::vector<Outcome>& outcomes) const {
    return std::ranges::any_of(outcomes, [this](const Outcome& one) { return explains(one); });
  }

 private:
  // A run that SIGTERM ended may be so a moment before this process gets its own.
  bool explains(const Outcome& outcome) const {
    constexpr int terminated_status = 128 + SIGTERM;  // as a shell counts
    constexpr timespec moment{.tv_sec = 1, .tv_nsec = 0};
    if (outcome.reason.empty()) return false;
    if (outcome.exit != terminated_status) return came();
    if (sigtimedwait(&signals_, nullptr, &moment) != SIGTERM) return false;
    raise(SIGTERM);  // pending again
    return true;
  }

  sigset_t signals_{};
  sigset_t before_{};
};

void say(const std::string& line) {
  // A coordinator that is gone is seen at standard input.
  if (write(STDOUT_FILENO, line.data(), line.size()) < 0) return;
}

}  // namespace

int work(const std::string& part) {
  signal(SIGPIPE, SIG_IGN);
  signal(SIGINT, SIG_IGN);  // the coordinator decides
  Input input;
  try {
    PartWriter writer(part);
    for (std::string line; input.next(line);) {
      const Job job = read_job(line);
      const HeldTermination termination;
      const Watch watch{
          .started = [&](int group) { say(fmt::format("start {} {}\n", job.run, group)); },
          .is_given_up = [&] { return input.has_ended() || termination.came(); }};
      const auto outcomes = execute(job, watch);
      if (!outcomes || termination.explains(*outcomes)) return 0;
      for (const Outcome& outcome : *outcomes) writer.append(outcome);
      say(fmt::format("end {}\n", job.run));
    }
    return 0;
  } catch (const std::exception& error) {
    say(fmt::format("trouble {}\n", error.what()));
    return trouble_status;
  }
}

int work_through(const std::string& jobs, const std::string& part) {
  try {
    std::set<std::pair<std::int64_t, unsigned>> done;
    for (const Outcome& outcome : read_part(part)) done.emplace(outcome.run, outcome.attempt);
    PartWriter writer(part);
    std::ifstream file(jobs);
    if (!file) throw std::runtime_error(jobs + ": cannot be read");
    for (std::string line; std::getline(file, line);) {
      const Job job = read_job(line);
      const auto is_done = [&](const Job::Shared& one) {
        return done.contains({one.run, one.attempt});
      };
      if (std::ranges::all_of(runs_of(job), is_done)) continue;
      const HeldTermination termination;
      const Watch watch{.started = [](int) {}, .is_given_up = [&] { return termination.came(); }};
      const auto outcomes = execute(job, watch);
      if (!outcomes || termination.explains(*outcomes)) return 0;
      for (const Outcome& outcome : *outcomes) writer.append(outcome);
    }
    return 0;
  } catch (const std::exception& error) {
    kernel::print_message("smpi-study: {}\n", error.what());
    return trouble_status;
  }
}

}  // namespace smpi::study
