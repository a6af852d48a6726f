// SPDX-License-Identifier: BSD-3-Clause
//
// Forking: smpirun has no thread and no simulation yet, so the child is as good as a new process.
//
// A signal that would end smpirun ends the child first: it is forwarded, the child is waited for,
// and only then smpirun ends by it. What the terminal sends (Ctrl-C) has reached the child already.
#include "libsmpi/run/launch/child_run.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "kernel/end_with_parent.h"
#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/run/launch/run.h"

namespace smpi::launch {
namespace {

int run_and_report(const std::function<int()>& body) {
  try {
    return body();
  } catch (const std::exception& error) {
    std::fflush(stdout);
    kernel::print_message("smpirun: {}\n", error.what());
    return input_error_status;
  }
}

// Blocks the signals that end a process, and SIGCHLD, while it exists.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigemptyset(&waited_for_);
    for (const int signal : {SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM}) {
      sigaddset(&waited_for_, signal);
    }
    sigprocmask(SIG_BLOCK, &waited_for_, &before_);
  }
  ~BlockedSignals() { restore(); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

  void restore() const { sigprocmask(SIG_SETMASK, &before_, nullptr); }

  // Waits for the child. Returns its status, and in `ended_by` the last signal that was to end us.
  int wait_for(pid_t child, int& ended_by) const {
    int status = 0;
    while (waitpid(child, &status, WNOHANG) != child) {
      siginfo_t what;
      const int signal = sigwaitinfo(&waited_for_, &what);
      if (signal <= 0 || signal == SIGCHLD) continue;
      ended_by = signal;
      if (what.si_code != SI_KERNEL) kill(child, signal);
    }
    return status;
  }

 private:
  sigset_t waited_for_;
  sigset_t before_;
};

}  // namespace

int run_in_child(const std::function<int()>& body) {
  std::fflush(nullptr);
  int status = 0;
  int ended_by = 0;
  {
    const BlockedSignals blocked;
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child < 0) {
      throw kernel::InputError("cannot start a process", {.text = "fork"});
    }
    if (child == 0) {
      blocked.restore();
      kernel::end_with_parent(parent, SIGTERM, 128 + SIGTERM);
      const int exit_status = run_and_report(body);
      std::fflush(nullptr);
      ::_exit(exit_status);
    }
    status = blocked.wait_for(child, ended_by);
  }
  if (ended_by != 0) raise(ended_by);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void refuse_options_of_one_run(const Arguments& arguments, const std::string& command) {
  const auto refuse = [&](const std::string& option) {
    throw kernel::InputError(
        fmt::format("{} runs the program several times, which does not go with this option",
                    command),
        {.text = option});
  };
  if (!arguments.tool.empty()) refuse("--tool");
  if (!arguments.wrapper.empty()) refuse("--wrapper");
  if (!arguments.comm_matrix_file.empty()) refuse("--comm-matrix");
  if (arguments.alone) refuse("--alone");
  const bool profiles = !arguments.profile_file.empty();
  if (arguments.check_folding && profiles) refuse("--profile-functions");
  if ((arguments.check_folding || profiles) && !arguments.summary_file.empty()) refuse("--summary");
  if (!arguments.call_statistics_file.empty()) refuse("--call-statistics");
  if ((arguments.check_folding || profiles) && arguments.replica_count) refuse("--replicas");
  if (!arguments.statistics_file.empty()) refuse("--stats");
  if (!arguments.exports.empty()) refuse("--export");
  if (arguments.trace.is_wanted) refuse("--trace");
  for (const std::string& text : arguments.configuration) {
    if (text.starts_with("tracing:")) refuse("--cfg=" + text);
  }
  if (!arguments.report_file.empty() && !arguments.wants_pop) refuse("--report");
  if (arguments.explore_count) refuse("--explore");
  if (arguments.trace.is_time_independent) refuse("--trace-ti");
  if (arguments.wants_pop && (arguments.check_folding || profiles || arguments.replica_count)) {
    refuse("--pop");
  }
  if (arguments.wants_what_if &&
      (arguments.check_folding || profiles || arguments.replica_count || arguments.wants_pop)) {
    refuse("--what-if");
  }
  if (arguments.compares_models &&
      (arguments.check_folding || profiles || arguments.replica_count || arguments.wants_pop ||
       arguments.wants_what_if)) {
    refuse("--compare-models");
  }
  if (arguments.describe_platform) refuse("--describe-platform");
}

std::string temporary_folder(const Arguments& arguments) {
  if (!arguments.temporary_folder.empty()) return arguments.temporary_folder;
  const char* wanted = std::getenv("TMPDIR");
  return wanted == nullptr ? "/tmp" : wanted;
}

}  // namespace smpi::launch
