// SPDX-License-Identifier: BSD-3-Clause
//
// Names of MPI functions, and where their observed calls arrive.
#include "libsmpi/run/observe/mpi_calls.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cctype>

#include "kernel/error.h"
#include "libsmpi/doors/api/functions.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/run/observe/stack_sampler.h"

extern "C" void smpi_observe_entry();

namespace smpi::observe {
namespace {

const MpiCalls* the_calls = nullptr;

// See fortran/names.h.
constexpr const char* fortran_suffixes[] = {"_", "__", "_f08_", "_cptr_"};

std::string lower_case(std::string text) {
  for (char& letter : text) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return text;
}

}  // namespace

std::uint64_t SeenCall::word(std::size_t index) const {
  const std::size_t registers = frame.integers.size();
  return index < registers ? frame.integers[index] : stack[index - registers];
}

MpiCalls::MpiCalls(MpiObserver& observer) : observer_(observer) {
  SIM_ASSERT(the_calls == nullptr, "one observer of MPI calls at a time");
  const auto functions = api::functions();
  for (std::size_t i = 0; i < functions.size(); i++) add_names(i);
  stubs_.make(targets_.size(), reinterpret_cast<const void*>(&smpi_observe_entry));
  for (std::size_t i = 0; i < targets_.size(); i++) replacements_[i].code = stubs_.address(i);
  the_calls = this;
}

MpiCalls::~MpiCalls() {
  the_calls = nullptr;
}

void MpiCalls::add_names(std::size_t function) {
  const std::string name = api::functions()[function].name;
  add(function, false, name);
  add(function, false, fmt::format("P{}", name));
  for (const char* suffix : fortran_suffixes) {
    add(function, true, lower_case(name) + suffix);
    add(function, true, fmt::format("p{}{}", lower_case(name), suffix));
  }
}

void MpiCalls::add(std::size_t function, bool is_fortran, const std::string& name) {
  const void* code = dlsym(RTLD_DEFAULT, name.c_str());
  if (code == nullptr) return;
  targets_.push_back({.function = function, .is_fortran = is_fortran, .code = code});
  replacements_.push_back(
      {.name = name, .code = nullptr, .where = {.text = name}, .optional = true});
}

const void* MpiCalls::arrived(std::uint64_t number, const modeled::CallFrame& frame,
                              const std::uint64_t* stack, const void* return_address) const {
  const Target& target = targets_[number];
  if (in_rank()) {
    // This is before the door, so a sampler takes it for the program's own work.
    const SamplingPause pause;
    observer_.see({.function = target.function,
                   .is_fortran = target.is_fortran,
                   .frame = frame,
                   .stack = stack,
                   .return_address = return_address});
  }
  return target.code;
}

}  // namespace smpi::observe

// Of modeled/overlay/entry.S.
extern "C" __attribute__((visibility("hidden"))) const void* smpi_observe_call(
    const smpi::modeled::CallFrame* frame, std::uint64_t number, const std::uint64_t* stack,
    const void* return_address) {
  return smpi::observe::the_calls->arrived(number, *frame, stack, return_address);
}
