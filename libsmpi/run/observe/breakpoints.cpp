// SPDX-License-Identifier: BSD-3-Clause
//
// The handler of SIGTRAP. All ranks run in one thread, so one step is under way at a time.
#include "libsmpi/run/observe/breakpoints.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "kernel/error.h"
#include "libsmpi/ranks/load/copies/instance.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::observe {
namespace {

constexpr std::uint8_t breakpoint_opcode = 0xcc;
constexpr std::array<std::uint8_t, 4> endbr64 = {0xf3, 0x0f, 0x1e, 0xfa};
constexpr greg_t trap_flag = 0x100;
// Registers in the order of their numbers in instructions.
constexpr int registers_by_number[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                         REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                         REG_R12, REG_R13, REG_R14, REG_R15};

struct Handler {
  std::span<const WatchedFunction> functions;
  CallListener* listener = nullptr;
  std::uint64_t stepping = 0;  // address whose breakpoint is out for a step
  bool is_removing = false;
};
Handler the_handler;

// By a file that may write to code, opened each time: this process may be a fork of the one that
// set the breakpoint.
void write_code(std::uint64_t address, std::uint8_t byte) {
  const int memory =
      static_cast<int>(syscall(SYS_openat, AT_FDCWD, "/proc/self/mem", O_WRONLY | O_CLOEXEC));
  const ssize_t written = pwrite(memory, &byte, sizeof byte, static_cast<off_t>(address));
  SIM_ASSERT(written == 1, "cannot write to the program's code");
  ::close(memory);
}

modeled::CallFrame frame_of(const ucontext_t& context) {
  modeled::CallFrame frame{};
  const greg_t* registers = context.uc_mcontext.gregs;
  constexpr int arguments[] = {REG_RDI, REG_RSI, REG_RDX, REG_RCX, REG_R8, REG_R9};
  for (std::size_t i = 0; i < frame.integers.size(); i++) {
    frame.integers[i] = static_cast<std::uint64_t>(registers[arguments[i]]);
  }
  for (std::size_t i = 0; i < frame.vectors.size(); i++) {
    std::memcpy(&frame.vectors[i], &context.uc_mcontext.fpregs->_xmm[i], sizeof frame.vectors[i]);
  }
  return frame;
}

// The function whose breakpoint this is.
std::optional<std::size_t> find_function(std::uint64_t address) {
  if (!in_rank() || current_rank().libc == nullptr) return std::nullopt;
  const load::Instance* instance = current_rank().libc->instance;
  if (instance == nullptr) return std::nullopt;
  const auto place = instance->placement().find(reinterpret_cast<const void*>(address));
  if (!place) return std::nullopt;
  const FunctionPlace wanted{.object = place->object,
                             .address = address - reinterpret_cast<std::uint64_t>(place->base)};
  const auto found = std::ranges::find(the_handler.functions, wanted, &WatchedFunction::place);
  if (found == the_handler.functions.end()) return std::nullopt;
  return static_cast<std::size_t>(found - the_handler.functions.begin());
}

void push(greg_t* registers, int number) {
  const greg_t value = registers[registers_by_number[number]];
  registers[REG_RSP] -= 8;
  std::memcpy(reinterpret_cast<void*>(registers[REG_RSP]), &value, sizeof value);
}

// Does the first instruction, which the breakpoint at `address` hides.
void go_on(greg_t* registers, std::uint64_t address, const std::array<std::uint8_t, 4>& code) {
  const auto next = [&](int bytes) { registers[REG_RIP] = static_cast<greg_t>(address) + bytes; };
  if (code == endbr64) return next(4);
  if ((code[0] & 0xf8) == 0x50) {
    push(registers, code[0] & 7);
    return next(1);
  }
  if (code[0] == 0x41 && (code[1] & 0xf8) == 0x50) {
    push(registers, 8 + (code[1] & 7));
    return next(2);
  }
  write_code(address, code[0]);
  the_handler.stepping = address;
  registers[REG_EFL] |= trap_flag;
  next(0);
}

void on_trap(int, siginfo_t*, void* context_address) {
  auto& context = *static_cast<ucontext_t*>(context_address);
  greg_t* registers = context.uc_mcontext.gregs;
  if (the_handler.stepping != 0) {
    write_code(the_handler.stepping, breakpoint_opcode);
    the_handler.stepping = 0;
    registers[REG_EFL] &= ~trap_flag;
    return;
  }
  const std::uint64_t address = static_cast<std::uint64_t>(registers[REG_RIP]) - 1;
  const auto function = find_function(address);
  SIM_ASSERT(function, "a breakpoint that nobody set");
  const std::array<std::uint8_t, 4>& code = the_handler.functions[*function].original;
  if (the_handler.is_removing) {
    write_code(address, code[0]);
    registers[REG_RIP] = static_cast<greg_t>(address);
    return;
  }
  const auto* stack = reinterpret_cast<const std::uint64_t*>(registers[REG_RSP]) + 1;
  the_handler.listener->called(*function, frame_of(context), stack);
  go_on(registers, address, code);
}

}  // namespace

Breakpoints::Breakpoints(std::vector<WatchedFunction> functions, CallListener& listener)
    : functions_(std::move(functions)) {
  SIM_ASSERT(the_handler.listener == nullptr, "one set of breakpoints at a time");
  the_handler = {.functions = functions_, .listener = &listener};
  static auto* const libc_sigaction =
      load::next_function<int(int, const struct sigaction*, struct sigaction*)>("sigaction");
  struct sigaction action {};
  action.sa_sigaction = on_trap;
  sigaddset(&action.sa_mask, SIGPROF);  // samples of the handler are none of the program
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  libc_sigaction(SIGTRAP, &action, nullptr);
}

Breakpoints::~Breakpoints() {
  the_handler = {};
}

void Breakpoints::remove() {
  the_handler.is_removing = true;
}

}  // namespace smpi::observe
