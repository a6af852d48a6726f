// SPDX-License-Identifier: BSD-3-Clause
//
// The timer, its signal, and unwinding from inside the handler.
#include "libsmpi/run/observe/stack_sampler.h"

#include <signal.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>

#include "kernel/error.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/real_clock.h"
#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::observe {
namespace {

constexpr std::size_t frames_max = 64;
constexpr long period_ns = 1'000'000;

StackListener* the_listener = nullptr;
volatile std::uint64_t interruption_count = 0;
volatile std::sig_atomic_t is_paused = 0;

void on_timer(int, siginfo_t*, void* context) {
  interruption_count = interruption_count + 1;
  if (the_listener == nullptr || running_strand == nullptr || is_paused != 0) return;
  if (running_strand->call_depth > 0) return;
  const auto* interrupted = static_cast<const ucontext_t*>(context);
  std::array<const void*, frames_max> stack;
  const auto* start = reinterpret_cast<const void*>(interrupted->uc_mcontext.gregs[REG_RIP]);
  const std::size_t count = collect_stack(stack, start);
  if (count > 0) the_listener->sample(std::span(stack).first(count));
}

}  // namespace

SamplingPause::SamplingPause() {
  is_paused = 1;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

SamplingPause::~SamplingPause() {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  is_paused = 0;
}

std::size_t collect_stack(std::span<const void*> stack, const void* start) {
  struct Walk {
    std::span<const void*> stack;
    const void* start;
    std::size_t count;
  } walk{stack, start, 0};
  _Unwind_Backtrace(
      [](_Unwind_Context* context, void* argument) {
        auto& state = *static_cast<Walk*>(argument);
        const auto* address = reinterpret_cast<const char*>(_Unwind_GetIP(context));
        if (state.start != nullptr && state.count == 0 && address != state.start) {
          return _URC_NO_REASON;
        }
        // A return address may belong to the next function: the call is before it.
        const bool is_interrupted = state.start != nullptr && state.count == 0;
        state.stack[state.count++] = is_interrupted ? address : address - 1;
        return state.count < state.stack.size() ? _URC_NO_REASON : _URC_END_OF_STACK;
      },
      &walk);
  return walk.count;
}

StackSampler::StackSampler(StackListener& listener) : start_s_(load::real_processor_time_s()) {
  SIM_ASSERT(the_listener == nullptr, "one sampler at a time");
  the_listener = &listener;
  interruption_count = 0;
  static auto* const libc_sigaction =
      load::next_function<int(int, const struct sigaction*, struct sigaction*)>("sigaction");
  struct sigaction action {};
  action.sa_sigaction = on_timer;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  libc_sigaction(SIGPROF, &action, nullptr);
  struct sigevent event {};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGPROF;
  event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
  const itimerspec period{.it_interval = {.tv_sec = 0, .tv_nsec = period_ns},
                          .it_value = {.tv_sec = 0, .tv_nsec = period_ns}};
  const bool started = timer_create(CLOCK_MONOTONIC, &event, &timer_) == 0 &&
                       timer_settime(timer_, 0, &period, nullptr) == 0;
  SIM_ASSERT(started, "no timer to take samples with");
}

double StackSampler::seconds_per_sample() const {
  const double count = static_cast<double>(interruption_count);
  return count == 0 ? 0 : (load::real_processor_time_s() - start_s_) / count;
}

StackSampler::~StackSampler() {
  timer_delete(timer_);
  the_listener = nullptr;
}

}  // namespace smpi::observe
