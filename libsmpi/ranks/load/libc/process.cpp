// SPDX-License-Identifier: BSD-3-Clause
//
// What a rank says about its machine, and what it may start.
//
// fork, system, popen and posix_spawn work: the child is a real process outside the simulation and
// costs no simulated time. exec in a rank would replace the whole simulator, so it fails with
// ENOTSUP and a message; after fork or vfork it works. The child gets the rank's environment: after
// fork that is libc's, system and popen start processes inside libc and borrow it, and what runs
// after vfork must not touch libc's, which is still the simulator's, so it names the rank's.
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/exec_advice.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/real_process.h"

namespace smpi::load {
namespace {

bool refuses_exec(const char* path) {
  if (callbacks_in_rank() == nullptr || !in_simulating_process()) return false;
  std::fprintf(stderr,
               "libsmpi: a rank tried to replace itself by '%s': all ranks share one process, so "
               "exec is only possible after fork\n  hint: %s\n",
               path, exec_advice);
  errno = ENOTSUP;
  return true;
}

// The environment of whatever the caller starts.
char** environment_of_caller() {
  const LibcState* state = state_in_rank();
  return state == nullptr ? environ : *state->variables.environ;
}

// While one lives, libc's environment is that of the running rank.
class BorrowedEnvironment {
 public:
  BorrowedEnvironment() : launchers_(std::exchange(environ, environment_of_caller())) {}
  ~BorrowedEnvironment() { environ = launchers_; }
  BorrowedEnvironment(const BorrowedEnvironment&) = delete;
  BorrowedEnvironment& operator=(const BorrowedEnvironment&) = delete;

 private:
  char** launchers_;
};

// The arguments of execl and the like, up to and with the final null pointer.
std::vector<char*> collect_arguments(const char* first, va_list& rest) {
  std::vector<char*> arguments = {const_cast<char*>(first)};
  while (arguments.back() != nullptr) arguments.push_back(va_arg(rest, char*));
  return arguments;
}

}  // namespace
}  // namespace smpi::load

using smpi::load::BorrowedEnvironment;
using smpi::load::Callbacks;
using smpi::load::callbacks_in_rank;
using smpi::load::collect_arguments;
using smpi::load::environment_of_caller;
using smpi::load::LibcState;
using smpi::load::next_function;
using smpi::load::refuses_exec;
using smpi::load::state_in_rank;

SMPI_REPLACES_LIBC int gethostname(char* name, size_t size) noexcept {
  static auto* const next = next_function<int(char*, size_t)>("gethostname");
  const Callbacks* simulation = callbacks_in_rank();
  if (simulation == nullptr) return next(name, size);
  const char* host = simulation->host_name();
  std::strncpy(name, host, size);
  if (std::strlen(host) < size) return 0;
  errno = ENAMETOOLONG;
  return -1;
}

SMPI_REPLACES_LIBC int uname(utsname* system) noexcept {
  static auto* const next = next_function<int(utsname*)>("uname");
  const int result = next(system);
  const Callbacks* simulation = callbacks_in_rank();
  if (simulation != nullptr && result == 0) {
    std::snprintf(system->nodename, sizeof system->nodename, "%s", simulation->host_name());
  }
  return result;
}

SMPI_REPLACES_LIBC int execve(const char* path, char* const* argv, char* const* envp) noexcept {
  static auto* const next = next_function<int(const char*, char* const*, char* const*)>("execve");
  return refuses_exec(path) ? -1 : next(path, argv, envp);
}

SMPI_REPLACES_LIBC int execv(const char* path, char* const* argv) noexcept {
  return execve(path, argv, environment_of_caller());
}

SMPI_REPLACES_LIBC int execvpe(const char* file, char* const* argv, char* const* envp) noexcept {
  static auto* const next = next_function<int(const char*, char* const*, char* const*)>("execvpe");
  return refuses_exec(file) ? -1 : next(file, argv, envp);
}

SMPI_REPLACES_LIBC int execvp(const char* file, char* const* argv) noexcept {
  return execvpe(file, argv, environment_of_caller());
}

SMPI_REPLACES_LIBC int execl(const char* path, const char* first, ...) noexcept {
  va_list rest;
  va_start(rest, first);
  const std::vector<char*> arguments = collect_arguments(first, rest);
  va_end(rest);
  return execve(path, arguments.data(), environment_of_caller());
}

SMPI_REPLACES_LIBC int execlp(const char* file, const char* first, ...) noexcept {
  va_list rest;
  va_start(rest, first);
  const std::vector<char*> arguments = collect_arguments(first, rest);
  va_end(rest);
  return execvpe(file, arguments.data(), environment_of_caller());
}

SMPI_REPLACES_LIBC int execle(const char* path, const char* first, ...) noexcept {
  va_list rest;
  va_start(rest, first);
  const std::vector<char*> arguments = collect_arguments(first, rest);
  char* const* envp = va_arg(rest, char* const*);
  va_end(rest);
  return execve(path, arguments.data(), envp);
}

SMPI_REPLACES_LIBC int system(const char* command) {
  static auto* const next = next_function<int(const char*)>("system");
  if (state_in_rank() == nullptr) return next(command);
  const BorrowedEnvironment borrowed;
  return next(command);
}

SMPI_REPLACES_LIBC FILE* popen(const char* command, const char* mode) {
  static auto* const next = next_function<FILE*(const char*, const char*)>("popen");
  if (state_in_rank() == nullptr) return next(command, mode);
  const BorrowedEnvironment borrowed;
  return next(command, mode);
}
