// SPDX-License-Identifier: BSD-3-Clause
//
// The number of the process that a rank is.
//
// Each rank has one of its own, or all would write the same scratch file /tmp/name.<pid>. It is the
// same in each run and beyond those that Linux gives. Libraries that ranks share see the system's:
// some take another number for a fork. Where the program hands such a number to the
// system, that of the simulator takes its place, in file names below /proc as well: there the ranks
// are one process. What is not translated: names of files in commands for a shell, and a rank that
// sends a signal to another one (ESRCH).
#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdarg>
#include <cstdio>
#include <string>
#include <string_view>

#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/copies/instance.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/libc/written_copies.h"
#include "libsmpi/ranks/load/libc/written_files.h"
#include "libsmpi/ranks/load/real_process.h"

namespace smpi::load {
namespace {

// The number that the system knows.
template <class Number>
SMPI_CALLED_EARLY Number real_number(Number process) {
  if (process < Number{first_process_id} || state_in_rank() == nullptr) return process;
  return static_cast<Number>(real_process_id());
}

// A file name that the system knows: "/proc/self/..." for "/proc/<number of a rank>/...".
class RealName {
 public:
  explicit RealName(const char* name) : name_(name) {
    constexpr std::string_view folder = "/proc/";
    const std::string_view text = name == nullptr ? "" : name;
    if (!text.starts_with(folder)) return;
    int number = 0;
    const auto [rest, error] =
        std::from_chars(text.data() + folder.size(), text.data() + text.size(), number);
    if (error != std::errc{} || number < first_process_id || (*rest != '/' && *rest != '\0')) {
      return;
    }
    translated_ = std::string("/proc/self") + rest;
    name_ = translated_.c_str();
  }
  RealName(const RealName&) = delete;
  RealName& operator=(const RealName&) = delete;
  const char* get() const { return name_; }

 private:
  const char* name_;
  std::string translated_;
};

bool has_written = false;

SMPI_CALLED_EARLY mode_t mode_of(int flags, va_list& rest) {
  const bool creates = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  return creates ? va_arg(rest, mode_t) : 0;
}

// Of fopen(3), as far as it matters here.
SMPI_CALLED_EARLY int flags_of(std::string_view mode) {
  const bool reads_too = mode.find('+') != std::string_view::npos;
  const int access = reads_too ? O_RDWR : O_WRONLY;
  if (mode.starts_with('w')) return access | O_CREAT | O_TRUNC;
  if (mode.starts_with('a')) return access | O_CREAT;
  return reads_too ? O_RDWR : O_RDONLY;
}

}  // namespace

void note_opened(int flags) {
  if ((flags & O_ACCMODE) != O_RDONLY) has_written = true;
}

bool has_written_files() {
  return has_written;
}

SMPI_CALLED_EARLY pid_t own_number(pid_t real, const void* caller) {
  const LibcState* state = state_in_rank();
  if (state == nullptr || state->process_id == 0 || !in_simulating_process()) return real;
  if (state->instance != nullptr && !state->instance->contains(caller)) return real;
  return state->process_id;
}

}  // namespace smpi::load

using smpi::load::CopiedName;
using smpi::load::next_function;
using smpi::load::own_number;
using smpi::load::real_number;
using smpi::load::RealName;
using smpi::load::state_in_rank;

SMPI_REPLACES_LIBC pid_t getpid() noexcept {
  return own_number(smpi::load::real_process_id(), __builtin_return_address(0));
}

// As on Linux, where that of the first thread is the process's.
SMPI_REPLACES_LIBC pid_t gettid() noexcept {
  static auto* const next = next_function<pid_t()>("gettid");
  return own_number(next(), __builtin_return_address(0));
}

SMPI_REPLACES_LIBC pid_t getpgid(pid_t process) noexcept {
  static auto* const next = next_function<pid_t(pid_t)>("getpgid");
  return next(real_number(process));
}

SMPI_REPLACES_LIBC pid_t getsid(pid_t process) noexcept {
  static auto* const next = next_function<pid_t(pid_t)>("getsid");
  return next(real_number(process));
}

SMPI_REPLACES_LIBC int getpriority(__priority_which_t which, id_t who) noexcept {
  static auto* const next = next_function<int(__priority_which_t, id_t)>("getpriority");
  return next(which, which == PRIO_PROCESS ? real_number(who) : who);
}

SMPI_REPLACES_LIBC int setpriority(__priority_which_t which, id_t who, int priority) noexcept {
  static auto* const next = next_function<int(__priority_which_t, id_t, int)>("setpriority");
  return next(which, which == PRIO_PROCESS ? real_number(who) : who, priority);
}

SMPI_REPLACES_LIBC int sched_getaffinity(pid_t process, std::size_t size_bytes,
                                         cpu_set_t* processors) noexcept {
  static auto* const next = next_function<int(pid_t, std::size_t, cpu_set_t*)>("sched_getaffinity");
  return next(real_number(process), size_bytes, processors);
}

SMPI_REPLACES_LIBC int sched_setaffinity(pid_t process, std::size_t size_bytes,
                                         const cpu_set_t* processors) noexcept {
  static auto* const next =
      next_function<int(pid_t, std::size_t, const cpu_set_t*)>("sched_setaffinity");
  return next(real_number(process), size_bytes, processors);
}

SMPI_REPLACES_LIBC ssize_t process_vm_readv(pid_t process, const iovec* local,
                                            unsigned long local_count, const iovec* remote,
                                            unsigned long remote_count,
                                            unsigned long flags) noexcept {
  static auto* const next = next_function<decltype(process_vm_readv)>("process_vm_readv");
  return next(real_number(process), local, local_count, remote, remote_count, flags);
}

SMPI_REPLACES_LIBC ssize_t process_vm_writev(pid_t process, const iovec* local,
                                             unsigned long local_count, const iovec* remote,
                                             unsigned long remote_count,
                                             unsigned long flags) noexcept {
  static auto* const next = next_function<decltype(process_vm_writev)>("process_vm_writev");
  return next(real_number(process), local, local_count, remote, remote_count, flags);
}

SMPI_REPLACES_LIBC int open(const char* name, int flags, ...) {
  static auto* const next = next_function<int(const char*, int, ...)>("open");
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = smpi::load::mode_of(flags, rest);
  va_end(rest);
  smpi::load::LibcState* state = state_in_rank();
  if (state == nullptr) return next(name, flags, mode);
  smpi::load::note_opened(flags);
  const RealName real(name);
  const CopiedName copied(real.get(), flags);
  if (copied.error() != 0) {
    errno = copied.error();
    return -1;
  }
  return smpi::load::lowest_descriptor(*state, next(copied.get(), flags, mode));
}

// On this machine file offsets have 64 bits in all calls, as in libc.
SMPI_REPLACES_LIBC int open64(const char* name, int flags, ...) __attribute__((alias("open")));

SMPI_REPLACES_LIBC int creat(const char* name, mode_t mode) {
  return open(name, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

SMPI_REPLACES_LIBC int creat64(const char* name, mode_t mode) __attribute__((alias("creat")));

// Only names from the working folder on are looked at.
SMPI_REPLACES_LIBC int openat(int folder, const char* name, int flags, ...) {
  static auto* const next = next_function<int(int, const char*, int, ...)>("openat");
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = smpi::load::mode_of(flags, rest);
  va_end(rest);
  const bool is_whole = folder == AT_FDCWD || name[0] == '/';
  if (state_in_rank() == nullptr || !is_whole) return next(folder, name, flags, mode);
  return open(name, flags, mode);
}

SMPI_REPLACES_LIBC int openat64(int folder, const char* name, int flags, ...)
    __attribute__((alias("openat")));

SMPI_REPLACES_LIBC FILE* fopen(const char* name, const char* mode) {
  static auto* const next = next_function<FILE*(const char*, const char*)>("fopen");
  if (state_in_rank() == nullptr) return next(name, mode);
  const int flags = smpi::load::flags_of(mode);
  smpi::load::note_opened(flags);
  const RealName real(name);
  const CopiedName copied(real.get(), flags);
  if (copied.error() != 0) {
    errno = copied.error();
    return nullptr;
  }
  return next(copied.get(), mode);
}

SMPI_REPLACES_LIBC FILE* fopen64(const char* name, const char* mode)
    __attribute__((alias("fopen")));

SMPI_REPLACES_LIBC DIR* opendir(const char* name) {
  static auto* const next = next_function<DIR*(const char*)>("opendir");
  if (state_in_rank() == nullptr) return next(name);
  return next(RealName(name).get());
}

SMPI_REPLACES_LIBC ssize_t readlink(const char* name, char* target,
                                    std::size_t size_bytes) noexcept {
  static auto* const next = next_function<ssize_t(const char*, char*, std::size_t)>("readlink");
  if (state_in_rank() == nullptr) return next(name, target, size_bytes);
  return next(RealName(name).get(), target, size_bytes);
}
