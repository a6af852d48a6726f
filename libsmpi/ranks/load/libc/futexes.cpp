// SPDX-License-Identifier: BSD-3-Clause
//
// Waiting on a word of memory: the system call of that name, and what is too small for a queue of
// its own: pthread_once, spin locks and barriers.
//
// std::future, std::atomic::wait, std::counting_semaphore and the guards of static variables make
// the system call themselves; so syscall(2) is replaced for it. Programs ask for their number in
// this way, too, as older C libraries have no gettid.
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <mutex>

#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/threads/spinning.h"
#include "libsmpi/ranks/load/threads/thread_calls.h"
#include "libsmpi/ranks/load/threads/wait_queue.h"

namespace smpi::load {
namespace {

// All who wait on a word, of all ranks: few at a time, so one list does.
constinit WaitQueue waiting{};

constexpr int not_run = 0;  // as libc's PTHREAD_ONCE_INIT
constexpr int running = 0x534d5049;
constexpr int has_run = 2;  // as libc's

bool wait_on_word(const ThreadCallbacks& threads, const void* word, const char* reason,
                  double deadline_s) {
  WaitEntry entry;
  entry.address = word;
  return wait_in(threads, waiting, entry, reason, deadline_s);
}

int wake_word(const ThreadCallbacks& threads, const void* word, int count) {
  int woken = 0;
  for (WaitEntry* entry = waiting.first; entry != nullptr && woken < count;) {
    WaitEntry* following = entry->next;
    if (entry->address == word) {
      waiting.remove(*entry);
      grant(threads, *entry);
      woken++;
    }
    entry = following;
  }
  return woken;
}

// The simulated time at which a wait of futex(2) ends: FUTEX_WAIT counts from now, the others name
// a time.
double futex_deadline_s(const ThreadCallbacks& threads, int operation, const timespec* time) {
  if (time == nullptr) return never_s;
  if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT) {
    return threads.time_s() + static_cast<double>(time->tv_sec) +
           static_cast<double>(time->tv_nsec) * 1e-9;
  }
  const bool real = (operation & FUTEX_CLOCK_REALTIME) != 0;
  return simulated_time_s(real ? CLOCK_REALTIME : CLOCK_MONOTONIC, *time);
}

// std::call_once hands its function over in thread-local variables of the C++ run-time library,
// which simulated threads share: they are put back after a wait.
class OnceCall {
 public:
  OnceCall() : callable_(std::__once_callable), call_(std::__once_call) {}
  ~OnceCall() {
    std::__once_callable = callable_;
    std::__once_call = call_;
  }
  OnceCall(const OnceCall&) = delete;
  OnceCall& operator=(const OnceCall&) = delete;

 private:
  void* callable_;
  void (*call_)();
};

// The result of the system call: -1 with errno, or a count.
long as_system_call(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

}  // namespace

int wait_on_futex(const ThreadCallbacks& threads, const int* word, int value,
                  const void* return_address, double deadline_s) {
  const BlockingCall call(threads, "futex", return_address);
  if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != value) return EAGAIN;
  return wait_on_word(threads, word, "another thread to change a variable", deadline_s) ? 0
                                                                                        : ETIMEDOUT;
}

int wake_futex(const ThreadCallbacks& threads, const int* word, int count,
               const void* return_address) {
  if (waiting.empty()) return 0;
  const BlockingCall call(threads, "futex", return_address);
  return wake_word(threads, word, count);
}

// The function may end by an exception (std::call_once); then the next caller tries.
int run_once(const ThreadCallbacks& threads, int& state, void (*function)(),
             const void* return_address) {
  while (state == running) {
    const BlockingCall call(threads, "pthread_once", return_address);
    if (state != running) break;
    const OnceCall call_of_this_thread;
    wait_on_word(threads, &state, "the first call of a pthread_once", never_s);
  }
  if (state == has_run) return 0;
  struct Turn {
    const ThreadCallbacks& threads;
    int& state;
    int next = not_run;
    ~Turn() {
      state = next;
      wake_word(threads, &state, INT_MAX);
    }
  } turn{threads, state};
  state = running;
  function();
  turn.next = has_run;
  return 0;
}

}  // namespace smpi::load

using smpi::load::next_function;
using smpi::load::ThreadCallbacks;
using smpi::load::threads_of_caller;

SMPI_REPLACES_LIBC long syscall(long number, ...) noexcept {
  static auto* const next = next_function<long(long, ...)>("syscall");
  std::array<long, 6> arguments{};
  std::va_list list;
  va_start(list, number);
  for (long& argument : arguments) argument = va_arg(list, long);
  va_end(list);
  const void* caller = __builtin_return_address(0);
  const bool asks_number = number == SYS_getpid || number == SYS_gettid;
  const ThreadCallbacks* threads =
      number == SYS_futex || asks_number ? threads_of_caller(caller) : nullptr;
  const auto [word, operation, value, time, other, bits] = arguments;
  if (threads != nullptr && asks_number) {
    return smpi::load::own_number(static_cast<pid_t>(next(number)), caller);
  }
  if (threads != nullptr) {
    const auto* address = reinterpret_cast<const int*>(word);
    const auto kind = static_cast<int>(operation);
    switch (kind & FUTEX_CMD_MASK) {
      case FUTEX_WAIT:
      case FUTEX_WAIT_BITSET:
        return smpi::load::as_system_call(smpi::load::wait_on_futex(
            *threads, address, static_cast<int>(value), caller,
            smpi::load::futex_deadline_s(*threads, kind, reinterpret_cast<const timespec*>(time))));
      case FUTEX_WAKE:
      case FUTEX_WAKE_BITSET:
        return smpi::load::wake_futex(*threads, address, static_cast<int>(value), caller);
      default:
        break;
    }
  }
  return next(number, word, operation, value, time, other, bits);
}

SMPI_REPLACES_LIBC int pthread_once(pthread_once_t* state, void (*function)()) {
  static auto* const next = next_function<int(pthread_once_t*, void (*)())>("pthread_once");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(state, function);
  return smpi::load::run_once(*threads, *state, function, caller);
}

// libc's value of a free spin lock on x86-64 is 1, of a held one 0.
SMPI_REPLACES_LIBC int pthread_spin_trylock(pthread_spinlock_t* lock) noexcept {
  static auto* const next = next_function<int(pthread_spinlock_t*)>("pthread_spin_trylock");
  if (threads_of_caller(__builtin_return_address(0)) == nullptr) return next(lock);
  if (*lock != 1) return smpi::load::after_failed_try(EBUSY);
  *lock = 0;
  return 0;
}

SMPI_REPLACES_LIBC int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
  static auto* const next = next_function<int(pthread_spinlock_t*)>("pthread_spin_lock");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(lock);
  while (*lock != 1) {
    const smpi::load::BlockingCall call(*threads, "pthread_spin_lock", caller);
    if (*lock == 1) break;
    smpi::load::wait_on_word(*threads, const_cast<int*>(lock),
                             "a spin lock that another thread holds", smpi::load::never_s);
  }
  *lock = 0;
  return 0;
}

SMPI_REPLACES_LIBC int pthread_spin_unlock(pthread_spinlock_t* lock) noexcept {
  static auto* const next = next_function<int(pthread_spinlock_t*)>("pthread_spin_unlock");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(lock);
  if (!smpi::load::waiting.empty()) {
    const smpi::load::BlockingCall call(*threads, "pthread_spin_unlock", caller);
    smpi::load::wake_word(*threads, const_cast<int*>(lock), 1);
  }
  *lock = 1;
  return 0;
}

// libc's fields: how many have come, the round, how many are expected.
SMPI_REPLACES_LIBC int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept {
  static auto* const next = next_function<int(pthread_barrier_t*)>("pthread_barrier_wait");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(barrier);
  auto* fields = reinterpret_cast<unsigned*>(barrier);
  unsigned& arrived = fields[0];
  const unsigned expected = fields[2];
  const smpi::load::BlockingCall call(*threads, "pthread_barrier_wait", caller);
  if (++arrived == expected) {
    arrived = 0;
    smpi::load::wake_word(*threads, barrier, INT_MAX);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  smpi::load::wait_on_word(*threads, barrier, "the other threads at a barrier",
                           smpi::load::never_s);
  return 0;
}
