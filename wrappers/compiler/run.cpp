// SPDX-License-Identifier: BSD-3-Clause
//
// Processes and the pipe that catches the messages of a link that may be done again.
#include "wrappers/compiler/run.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace smpi::wrappers {
namespace {

constexpr int cannot_start_status = 127;

}  // namespace

int replace_process(const std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
  std::fprintf(stderr, "cannot run the compiler %s: %s\n", argv[0], std::strerror(errno));
  return cannot_start_status;
}

Outcome run_and_capture(const std::vector<std::string>& words) {
  Outcome outcome;
  std::array<int, 2> pipe_ends{};
  const bool has_pipe = pipe(pipe_ends.data()) == 0;
  const pid_t child = has_pipe ? fork() : -1;
  if (child < 0) {
    outcome.exit_status = cannot_start_status;
    outcome.messages = std::string("cannot start the compiler: ") + std::strerror(errno) + "\n";
    return outcome;
  }
  if (child == 0) {
    dup2(pipe_ends[1], STDERR_FILENO);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    _exit(replace_process(words));
  }
  close(pipe_ends[1]);
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t count = read(pipe_ends[0], buffer.data(), buffer.size());
    if (count > 0) outcome.messages.append(buffer.data(), static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) break;
  }
  close(pipe_ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  outcome.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

}  // namespace smpi::wrappers
