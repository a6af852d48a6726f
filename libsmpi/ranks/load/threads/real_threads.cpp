// SPDX-License-Identifier: BSD-3-Clause
//
// Looking at the system's list of threads: each has a file that names the system call it is in.
#include "libsmpi/ranks/load/threads/real_threads.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace smpi::load {
namespace {

constexpr int looks_max = 10000;
constexpr std::chrono::milliseconds between_looks{1};

// The file says "running", or the number of the call. A thread in any other call waits for
// somebody; one that ended meanwhile has no file.
bool goes_on(const std::filesystem::path& thread) {
  std::ifstream file(thread / "syscall");
  std::string call;
  file >> call;
  return call == "running" || call == std::to_string(SYS_nanosleep) ||
         call == std::to_string(SYS_clock_nanosleep) || call == std::to_string(SYS_sched_yield);
}

bool does_any_go_on() {
  const std::string self = std::to_string(syscall(SYS_gettid));
  std::error_code error;  // no such folder: nothing is known
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", error)) {
    if (thread.path().filename() != self && goes_on(thread.path())) return true;
  }
  return false;
}

}  // namespace

void wait_for_real_threads() {
  // Twice in a row: while the list is read one thread may wake another that was looked at.
  int quiet_looks = 0;
  for (int looks = 0; looks < looks_max && quiet_looks < 2; looks++) {
    quiet_looks = does_any_go_on() ? 0 : quiet_looks + 1;
    std::this_thread::sleep_for(between_looks);
  }
}

}  // namespace smpi::load
