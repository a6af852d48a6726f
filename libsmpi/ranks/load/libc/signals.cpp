// SPDX-License-Identifier: BSD-3-Clause
//
// Signals: each rank has its own handlers.
//
// A handler of one rank must not be called on behalf of another, nor may a rank take Ctrl-C away
// from smpirun. So what a rank installs is kept in its state. It is called for a signal that the
// rank itself causes: an invalid access, a division by zero, raise, kill(getpid()). Whoever asks by
// kill(number, 0) is told that a rank lives, or it would take the lock files of others. Timers that
// would send a signal (alarm, setitimer) count real time and are refused.
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/crash/crash.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/real_process.h"

namespace smpi::load {
namespace {

struct sigaction* find_action(LibcState& state, int signal) {
  const auto found =
      std::ranges::find(state.signal_actions, signal, &LibcState::SignalAction::signal);
  return found == state.signal_actions.end() ? nullptr : &found->action;
}

int change_action(LibcState& state, int signal, const struct sigaction* action,
                  struct sigaction* previous) {
  if (signal < 1 || signal >= NSIG || signal == SIGKILL || signal == SIGSTOP) {
    errno = EINVAL;
    return -1;
  }
  struct sigaction* kept = find_action(state, signal);
  if (previous != nullptr) {
    if (kept != nullptr) {
      *previous = *kept;
    } else {
      *previous = {};
      previous->sa_handler = SIG_DFL;
    }
  }
  if (action == nullptr) return 0;
  if (kept != nullptr) {
    *kept = *action;
  } else {
    state.signal_actions.push_back({signal, *action});
  }
  return 0;
}

sighandler_t change_handler(LibcState& state, int signal, sighandler_t handler, int flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  struct sigaction previous {};
  return change_action(state, signal, &action, &previous) == 0 ? previous.sa_handler : SIG_ERR;
}

bool ignored_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH;
}

// Delivers a signal that the running rank sends to itself.
int deliver(LibcState& state, int signal) {
  struct sigaction* kept = find_action(state, signal);
  const struct sigaction action = kept == nullptr ? (struct sigaction){} : *kept;
  if (action.sa_handler == SIG_IGN) return 0;
  if (action.sa_handler == SIG_DFL) {
    if (ignored_by_default(signal)) return 0;
    die_of_signal(signal);
  }
  if ((action.sa_flags & static_cast<int>(SA_RESETHAND)) != 0) kept->sa_handler = SIG_DFL;
  if ((action.sa_flags & SA_SIGINFO) != 0) {
    siginfo_t info{};
    info.si_signo = signal;
    info.si_code = SI_USER;
    info.si_pid = state.process_id;
    action.sa_sigaction(signal, &info, nullptr);
  } else {
    action.sa_handler(signal);
  }
  return 0;
}

void warn_of_timer(const char* function) {
  static bool warned = false;
  if (warned) return;
  warned = true;
  std::fprintf(stderr, "libsmpi: %s() of a rank has no effect: its timer would run in real time\n",
               function);
}

}  // namespace
}  // namespace smpi::load

using smpi::load::LibcState;
using smpi::load::next_function;
using smpi::load::state_in_rank;

SMPI_REPLACES_LIBC int sigaction(int signal, const struct sigaction* action,
                                 struct sigaction* previous) noexcept {
  static auto* const next =
      next_function<int(int, const struct sigaction*, struct sigaction*)>("sigaction");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(signal, action, previous);
  return smpi::load::change_action(*state, signal, action, previous);
}

SMPI_REPLACES_LIBC sighandler_t signal(int number, sighandler_t handler) noexcept {
  static auto* const next = next_function<sighandler_t(int, sighandler_t)>("signal");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(number, handler);
  return smpi::load::change_handler(*state, number, handler, SA_RESTART);
}

// The meaning of signal() in strict ISO C programs: the handler is used once.
SMPI_REPLACES_LIBC sighandler_t __sysv_signal(int number, sighandler_t handler) noexcept {
  static auto* const next = next_function<sighandler_t(int, sighandler_t)>("__sysv_signal");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(number, handler);
  return smpi::load::change_handler(*state, number, handler,
                                    static_cast<int>(SA_RESETHAND) | SA_NODEFER);
}

SMPI_REPLACES_LIBC int raise(int number) noexcept {
  static auto* const next = next_function<int(int)>("raise");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(number);
  return smpi::load::deliver(*state, number);
}

SMPI_REPLACES_LIBC int kill(pid_t process, int number) noexcept {
  static auto* const next = next_function<int(pid_t, int)>("kill");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(process, number);
  if (number == 0) return process >= smpi::load::first_process_id ? 0 : next(process, 0);
  const bool is_own = process == state->process_id || process == smpi::load::real_process_id();
  return is_own ? smpi::load::deliver(*state, number) : next(process, number);
}

SMPI_REPLACES_LIBC unsigned alarm(unsigned seconds) noexcept {
  static auto* const next = next_function<unsigned(unsigned)>("alarm");
  if (state_in_rank() == nullptr) return next(seconds);
  if (seconds > 0) smpi::load::warn_of_timer("alarm");
  return 0;
}

SMPI_REPLACES_LIBC int setitimer(__itimer_which_t which, const itimerval* value,
                                 itimerval* previous) noexcept {
  static auto* const next =
      next_function<int(__itimer_which_t, const itimerval*, itimerval*)>("setitimer");
  if (state_in_rank() == nullptr) return next(which, value, previous);
  smpi::load::warn_of_timer("setitimer");
  if (previous != nullptr) *previous = {};
  return 0;
}
