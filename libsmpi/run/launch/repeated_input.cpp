// SPDX-License-Identifier: BSD-3-Clause
//
// A feeder is stopped with its run. Then it may have taken more out of the pipe than the run read,
// so it is stopped only where everything it took is kept.
#include "libsmpi/run/launch/repeated_input.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <span>

#include "kernel/end_with_parent.h"
#include "kernel/error.h"

namespace smpi::launch {
namespace {

using Buffer = std::array<char, 65536>;

bool is_pipe(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

void allow_stopping(bool is_allowed) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigprocmask(is_allowed ? SIG_UNBLOCK : SIG_BLOCK, &signals, nullptr);
}

bool write_all(int descriptor, std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

// Waits for what comes next and keeps it. Returns false at the end of the pipe.
bool keep_more(int pipe, int kept, Buffer& buffer) {
  pollfd arrival{.fd = pipe, .events = POLLIN, .revents = 0};
  if (poll(&arrival, 1, -1) <= 0) return true;
  allow_stopping(false);
  const ssize_t count = read(pipe, buffer.data(), buffer.size());
  const bool is_kept =
      count > 0 && write_all(kept, {buffer.data(), static_cast<std::size_t>(count)});
  allow_stopping(true);
  return is_kept;
}

[[noreturn]] void feed(pid_t parent, int pipe, int kept, int run) {
  signal(SIGTERM, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  kernel::end_with_parent(parent, SIGTERM, 0);
  allow_stopping(true);
  Buffer buffer;
  for (off_t place = 0;;) {
    const ssize_t count = pread(kept, buffer.data(), buffer.size(), place);
    if (count < 0) ::_exit(1);
    place += count;
    if (count == 0 && !keep_more(pipe, kept, buffer)) ::_exit(0);
    if (!write_all(run, {buffer.data(), static_cast<std::size_t>(count)})) ::_exit(0);
  }
}

}  // namespace

RepeatedInput::RepeatedInput() : start_(lseek(STDIN_FILENO, 0, SEEK_CUR)) {
  if (!is_pipe(STDIN_FILENO)) return;
  pipe_ = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  kept_ = memfd_create("smpi-input", MFD_CLOEXEC);
  SIM_ASSERT(pipe_ >= 0 && kept_ >= 0, "memfd_create failed");
}

RepeatedInput::~RepeatedInput() {
  if (pipe_ < 0) return;
  stop_feeder();
  close(pipe_);
  close(kept_);
}

void RepeatedInput::rewind() {
  if (start_ >= 0) lseek(STDIN_FILENO, start_, SEEK_SET);
  if (pipe_ < 0) return;
  stop_feeder();
  start_feeder();
}

void RepeatedInput::start_feeder() {
  int ends[2];
  const bool is_made = pipe2(ends, O_CLOEXEC) == 0;
  const pid_t parent = getpid();
  feeder_ = is_made ? fork() : -1;
  if (feeder_ < 0) {
    throw kernel::InputError("cannot start a process", {.text = "fork"});
  }
  if (feeder_ == 0) {
    close(ends[0]);
    close(STDIN_FILENO);
    feed(parent, pipe_, kept_, ends[1]);
  }
  dup2(ends[0], STDIN_FILENO);
  close(ends[0]);
  close(ends[1]);
}

void RepeatedInput::stop_feeder() {
  if (feeder_ < 0) return;
  kill(feeder_, SIGTERM);
  waitpid(feeder_, nullptr, 0);
  feeder_ = -1;
}

}  // namespace smpi::launch
