// SPDX-License-Identifier: BSD-3-Clause
//
// Forking: smpirun has no thread and no simulation yet, so the child is as good as a new process.
#include "libsmpi/launch/child_run.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "kernel/error.h"
#include "libsmpi/launch/run.h"

namespace smpi::launch {
namespace {

int run_and_report(const std::function<int()>& body) {
  try {
    return body();
  } catch (const std::exception& error) {
    std::fflush(stdout);
    fmt::print(stderr, "smpirun: {}\n", error.what());
    return input_error_status;
  }
}

}  // namespace

int run_in_child(const std::function<int()>& body) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) {
    throw kernel::InputError("cannot start a process",
                             {.file = "", .line = 0, .text = "fork", .hint = ""});
  }
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    const int exit_status = run_and_report(body);
    std::fflush(nullptr);
    ::_exit(exit_status);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void refuse_options_of_one_run(const Arguments& arguments, const std::string& command) {
  const auto refuse = [&](const std::string& option) {
    throw kernel::InputError(
        fmt::format("{} runs the program several times, which does not go with this option",
                    command),
        {.file = "", .line = 0, .text = option, .hint = ""});
  };
  if (!arguments.tool.empty()) refuse("--tool");
  if (!arguments.summary_file.empty()) refuse("--summary");
  if (!arguments.wrapper.empty()) refuse("--wrapper");
  if (arguments.describe_platform) refuse("--describe-platform");
}

std::string temporary_folder(const Arguments& arguments) {
  if (!arguments.temporary_folder.empty()) return arguments.temporary_folder;
  const char* wanted = std::getenv("TMPDIR");
  return wanted == nullptr ? "/tmp" : wanted;
}

}  // namespace smpi::launch
