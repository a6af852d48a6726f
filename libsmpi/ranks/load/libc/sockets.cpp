// SPDX-License-Identifier: BSD-3-Clause
//
// Waiting at sockets. The other end may be another rank, which runs only when this one gives way; a
// wait in the system would be one for ever. So a rank that would wait lets simulated time pass
// until there is something. The other end may be outside the simulation too: a rank that waits long
// also waits in the real world, a millisecond at a time.
//
// read() of a socket is not replaced: it would cost every read of a file.
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>

#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/libc/next_function.h"

namespace smpi::load {
namespace {

constexpr double first_sleep_s = 1e-6;
constexpr double longest_sleep_s = 1;
constexpr int impatient_rounds = 1000;

int real_poll(pollfd* file, int timeout_ms) {
  static auto* const next = next_function<int(pollfd*, nfds_t, int)>("poll");
  return next(file, 1, timeout_ms);
}

// Returns at once where the call itself would not wait: outside ranks, and where the program wants
// to be told so.
void wait_until_readable(int descriptor, int flags) {
  const Callbacks* simulation = callbacks_in_rank();
  if (simulation == nullptr || (flags & MSG_DONTWAIT) != 0) return;
  if ((fcntl(descriptor, F_GETFL) & O_NONBLOCK) != 0) return;
  double waited_s = 0;
  for (int round = 0;; round++) {
    pollfd file{.fd = descriptor, .events = POLLIN, .revents = 0};
    if (real_poll(&file, round < impatient_rounds ? 0 : 1) != 0) return;
    const double sleep_s = std::clamp(waited_s / 10, first_sleep_s, longest_sleep_s);
    simulation->sleep(sleep_s);
    waited_s += sleep_s;
  }
}

}  // namespace
}  // namespace smpi::load

using smpi::load::next_function;
using smpi::load::wait_until_readable;

SMPI_REPLACES_LIBC int accept(int descriptor, sockaddr* address, socklen_t* length) {
  static auto* const next = next_function<int(int, sockaddr*, socklen_t*)>("accept");
  wait_until_readable(descriptor, 0);
  return next(descriptor, address, length);
}

SMPI_REPLACES_LIBC int accept4(int descriptor, sockaddr* address, socklen_t* length, int flags) {
  static auto* const next = next_function<int(int, sockaddr*, socklen_t*, int)>("accept4");
  wait_until_readable(descriptor, 0);
  return next(descriptor, address, length, flags);
}

SMPI_REPLACES_LIBC ssize_t recv(int descriptor, void* buffer, size_t bytes, int flags) {
  static auto* const next = next_function<ssize_t(int, void*, size_t, int)>("recv");
  wait_until_readable(descriptor, flags);
  return next(descriptor, buffer, bytes, flags);
}

SMPI_REPLACES_LIBC ssize_t recvfrom(int descriptor, void* buffer, size_t bytes, int flags,
                                    sockaddr* address, socklen_t* length) {
  static auto* const next =
      next_function<ssize_t(int, void*, size_t, int, sockaddr*, socklen_t*)>("recvfrom");
  wait_until_readable(descriptor, flags);
  return next(descriptor, buffer, bytes, flags, address, length);
}
