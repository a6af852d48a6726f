// SPDX-License-Identifier: BSD-3-Clause
//
// The switch itself, with the annotations AddressSanitizer needs to follow it.
#include "kernel/context.h"

#include <cxxabi.h>

#include <boost/context/detail/fcontext.hpp>
#include <cerrno>

#if defined(SMPI_SANITIZE)
#include <sanitizer/common_interface_defs.h>
#endif

namespace smpi::kernel {
namespace {

// Layout fixed by the Itanium C++ ABI, section 2.2.2 of its exception handling part.
struct ExceptionGlobals {
  void* caught;
  unsigned uncaught;
};

// Of the thread that switches contexts, which is nearly always the same one.
ExceptionGlobals& exception_globals() {
  static constinit const void* thread = nullptr;
  static constinit ExceptionGlobals* globals = nullptr;
  if (thread != __builtin_thread_pointer()) {
    thread = __builtin_thread_pointer();
    globals = reinterpret_cast<ExceptionGlobals*>(abi::__cxa_get_globals());
  }
  return *globals;
}

}  // namespace

// What the two sides of a jump tell each other.
struct ContextSwitch {
  Context* from;
  Context* to;

  static void arrive(boost::context::detail::transfer_t transfer) {
    auto* message = static_cast<ContextSwitch*>(transfer.data);
    message->from->jump_ = transfer.fctx;
#if defined(SMPI_SANITIZE)
    Context* from = message->from;
    __sanitizer_finish_switch_fiber(message->to->fake_stack_, &from->stack_bottom_,
                                    &from->stack_bytes_);
#endif
  }

  [[noreturn]] static void first_entry(boost::context::detail::transfer_t transfer) {
    Context* self = static_cast<ContextSwitch*>(transfer.data)->to;
    arrive(transfer);
    self->entry_(self->argument_);
    __builtin_unreachable();
  }
};

Context::Context(std::byte* stack, std::size_t stack_bytes, Entry entry, void* argument)
    : jump_(boost::context::detail::make_fcontext(stack + stack_bytes, stack_bytes,
                                                  ContextSwitch::first_entry)),
      entry_(entry),
      argument_(argument),
      stack_bottom_(stack),
      stack_bytes_(stack_bytes) {}

void Context::switch_from(Context& from) {
  from.errno_ = errno;
  ExceptionGlobals& globals = exception_globals();
  from.exceptions_ = globals.caught;
  from.uncaught_ = globals.uncaught;
  globals.caught = exceptions_;
  globals.uncaught = uncaught_;
  errno = errno_;
  ContextSwitch message{&from, this};
#if defined(SMPI_SANITIZE)
  __sanitizer_start_switch_fiber(&from.fake_stack_, stack_bottom_, stack_bytes_);
#endif
  ContextSwitch::arrive(boost::context::detail::jump_fcontext(jump_, &message));
}

}  // namespace smpi::kernel
