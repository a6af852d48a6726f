// SPDX-License-Identifier: BSD-3-Clause
//
// The commands go through a shell, as the user would type them.
#include "tools/calibrate/network/launch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "kernel/error.h"
#include "kernel/print.h"

namespace smpi::calibrate::network {
namespace {

[[noreturn]] void become_shell(const std::string& folder, const std::string& command,
                               bool is_quiet) {
  if (is_quiet) {
    const int nothing = open("/dev/null", O_WRONLY);
    if (nothing >= 0) dup2(nothing, STDOUT_FILENO);
  }
  constexpr int cannot_start = 127;
  if (chdir(folder.c_str()) != 0) _exit(cannot_start);
  execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
  _exit(cannot_start);
}

void type(const std::string& folder, const std::string& command, bool is_quiet) {
  if (!is_quiet) kernel::print_result("$ {}\n", command);
  const pid_t shell = fork();
  if (shell == 0) become_shell(folder, command, is_quiet);
  int status = 0;
  while (shell > 0 && waitpid(shell, &status, 0) < 0 && errno == EINTR) {
  }
  if (shell < 0) throw std::runtime_error(std::strerror(errno));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  throw kernel::InputError(
      WIFEXITED(status) ? fmt::format("the command ended with status {}", WEXITSTATUS(status))
                        : std::string("the command was killed"),
      {.text = command, .hint = fmt::format("it ran in {}", folder)});
}

}  // namespace

void measure(const FolderSettings& settings, bool is_quiet) {
  write_folder(settings);
  type(settings.folder, compile_command(settings), is_quiet);
  type(settings.folder, "rm -f thresholds.csv; " + search_command(settings), is_quiet);
  write_folder(settings);
  type(settings.folder, run_command(settings), is_quiet);
}

}  // namespace smpi::calibrate::network
