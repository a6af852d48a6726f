// SPDX-License-Identifier: BSD-3-Clause
//
// The door names PMPI_Send as MPI_Send, so a tool's calls count once. A function of the program may
// have several bodies, in its libraries, and a body several names.
#include "libsmpi/run/futures/calls.h"

#include <algorithm>

#include "kernel/error.h"
#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::futures {

void CallCounter::enter_call(const Rank&, const CallRecord& call) {
  if (left_ == 0 || function_ != call.function) return;
  if (--left_ == 0) engine_.pause_after_instant();
}

namespace {

observe::FunctionPlace place_of(const load::Breakpoint& one) {
  return {.object = one.object, .address = one.address};
}

std::vector<observe::WatchedFunction> watched(std::span<const load::Breakpoint> breakpoints) {
  std::vector<observe::WatchedFunction> functions;
  for (const load::Breakpoint& one : breakpoints) {
    functions.push_back({.place = place_of(one), .original = one.original});
  }
  return functions;
}

}  // namespace

ProgramCallCounter::ProgramCallCounter(kernel::Engine& engine,
                                       std::span<const load::Breakpoint> breakpoints)
    : engine_(engine),
      all_(breakpoints.begin(), breakpoints.end()),
      breakpoints_(watched(breakpoints), *this) {}

void ProgramCallCounter::pause_at(const std::string& function, std::uint64_t count) {
  is_counted_.assign(all_.size(), false);
  for (const load::Breakpoint& named : all_) {
    if (named.name != function) continue;
    // Of several at one place the first one is told.
    const auto told = std::ranges::find(all_, place_of(named), place_of);
    is_counted_[static_cast<std::size_t>(told - all_.begin())] = true;
  }
  SIM_ASSERT(std::ranges::find(is_counted_, true) != is_counted_.end(), "a known function");
  left_ = count;
}

void ProgramCallCounter::called(std::size_t index, const modeled::CallFrame&,
                                const std::uint64_t*) {
  if (left_ == 0 || !is_counted_[index]) return;
  if (--left_ == 0) engine_.pause_after_instant();
}

}  // namespace smpi::futures
