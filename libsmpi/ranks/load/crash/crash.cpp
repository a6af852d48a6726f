// SPDX-License-Identifier: BSD-3-Clause
//
// The signal handler and the collection of frames.
#include "libsmpi/ranks/load/crash/crash.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include <cstdio>
#include <cstring>
#include <string_view>

#include "kernel/print.h"
#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/libc/tagged_output.h"

namespace smpi::load {
namespace {

constexpr std::array caught_signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
// Debug information is read on this stack.
constexpr std::size_t handler_stack_bytes = 1U << 20;

// The crash whose handler of the program is running: it may end with raise(signal).
constinit Crash handled_crash{};
constinit bool describing = false;
constinit bool reporting = false;
constinit int reported_signal = 0;

[[noreturn]] void end_process(int status) {
  static auto* const libc_exit = next_function<void(int)>("_exit");
  libc_exit(status);
  __builtin_unreachable();
}

// Unwinds from inside the handler; keeps the frames from the interrupted instruction on.
void collect_frames(Crash& crash, const void* crash_address) {
  struct Walk {
    Crash& crash;
    const void* start;
    bool started;
  } walk{crash, crash_address, false};
  _Unwind_Backtrace(
      [](_Unwind_Context* context, void* argument) {
        auto& state = *static_cast<Walk*>(argument);
        const auto* address = reinterpret_cast<const void*>(_Unwind_GetIP(context));
        state.started = state.started || address == state.start;
        if (!state.started) return _URC_NO_REASON;
        // A return address may belong to the next line: the call is before it.
        const bool is_return = state.crash.frame_count > 0;
        if (is_return && address == nullptr) return _URC_END_OF_STACK;
        state.crash.frames[state.crash.frame_count++] =
            is_return ? static_cast<const char*>(address) - 1 : address;
        return state.crash.frame_count < Crash::frames_max ? _URC_NO_REASON : _URC_END_OF_STACK;
      },
      &walk);
}

Crash describe(int signal, const siginfo_t* info, const ucontext_t* context) {
  Crash crash;
  crash.signal = signal;
  const greg_t* registers = context->uc_mcontext.gregs;
  const auto* address = reinterpret_cast<const void*>(registers[REG_RIP]);
  const Callbacks* simulation = callbacks_in_rank();
  crash.in_rank = simulation != nullptr;
  const bool memory = signal == SIGSEGV || signal == SIGBUS;
  if (memory) crash.fault_address = info->si_addr;
  crash.stack_overflow = memory && crash.in_rank && simulation->is_stack_guard(info->si_addr);
  collect_frames(crash, address);
  if (crash.frame_count <= 1 && memory && address == info->si_addr) {
    // A jump to nowhere: nothing describes that code, but its caller left a return address.
    const auto* stack = reinterpret_cast<char* const*>(registers[REG_RSP]);
    crash.frames = {address, *stack - 1};
    crash.frame_count = 2;
  }
  return crash;
}

// The crash may have left a lock of malloc or stdio taken, which the report then waits for.
constexpr unsigned report_limit_s = 20;

void on_report_timeout(int) {
  constexpr std::string_view text =
      "libsmpi: a rank crashed and left the memory so damaged that no report is possible\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  end_process(128 + reported_signal);
}

void limit_report_time(int signal) {
  static auto* const libc_signal = next_function<sighandler_t(int, sighandler_t)>("signal");
  static auto* const libc_alarm = next_function<unsigned(unsigned)>("alarm");
  reported_signal = signal;
  libc_signal(SIGALRM, on_report_timeout);
  libc_alarm(report_limit_s);
}

[[noreturn]] void report(const Crash& crash) {
  if (!reporting) {
    reporting = true;
    limit_report_time(crash.signal);
    take_attributes_of(nullptr);  // the report is the launcher's, not for the rank's own stderr
    stop_tagging();
    if (const Callbacks* simulation = callbacks_in_run(); simulation != nullptr) {
      simulation->crashed(crash);
    } else {
      kernel::print_message("libsmpi: internal error: {}\n", crash.what());
    }
    std::fflush(nullptr);
  }
  end_process(128 + crash.signal);
}

const struct sigaction* action_of(const LibcState* state, int signal) {
  if (state == nullptr) return nullptr;
  for (const LibcState::SignalAction& entry : state->signal_actions) {
    if (entry.signal == signal && entry.action.sa_handler != SIG_DFL) return &entry.action;
  }
  return nullptr;
}

void on_signal(int signal, siginfo_t* info, void* context) {
  // The report or the reading of the stack crashed in turn.
  if (reporting || describing) end_process(128 + signal);
  describing = true;
  const Crash crash = describe(signal, info, static_cast<const ucontext_t*>(context));
  const struct sigaction* own = action_of(state_in_rank(), signal);
  if (own == nullptr || own->sa_handler == SIG_IGN) {
    report(handled_crash.signal == signal ? handled_crash : crash);
  }
  handled_crash = crash;
  describing = false;
  if ((own->sa_flags & SA_SIGINFO) != 0) {
    own->sa_sigaction(signal, info, context);
  } else {
    own->sa_handler(signal);
  }
}

}  // namespace

std::string Crash::what() const {
  const char* name = sigabbrev_np(signal);
  std::string text =
      name == nullptr ? fmt::format("signal {}", signal) : fmt::format("SIG{}", name);
  if (stack_overflow) {
    return text + ": the stack overflowed; raise it with --cfg=contexts/stack-size:KiB";
  }
  if (signal == SIGSEGV || signal == SIGBUS) {
    return text + fmt::format(": invalid access to address {}", fmt::ptr(fault_address));
  }
  const char* meaning = sigdescr_np(signal);
  return meaning == nullptr ? text : fmt::format("{}: {}", text, meaning);
}

void install_crash_handlers() {
  void* stack = mmap(nullptr, handler_stack_bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stack != MAP_FAILED) {
    const stack_t alternate{.ss_sp = stack, .ss_flags = 0, .ss_size = handler_stack_bytes};
    sigaltstack(&alternate, nullptr);
  }
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  // Nested: the report itself may crash. Deferred signals would end the process without a word.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  static auto* const libc_sigaction =
      next_function<int(int, const struct sigaction*, struct sigaction*)>("sigaction");
  for (const int signal : caught_signals) libc_sigaction(signal, &action, nullptr);
}

void die_of_signal(int signal) {
  Crash crash;
  crash.signal = signal;
  crash.in_rank = callbacks_in_rank() != nullptr;
  collect_frames(crash, __builtin_return_address(0));
  report(handled_crash.signal == signal ? handled_crash : crash);
}

}  // namespace smpi::load
