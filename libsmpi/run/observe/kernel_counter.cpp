// SPDX-License-Identifier: BSD-3-Clause
//
// Calls come from breakpoints, samples from the timer; a sample belongs to the rank's last call.
#include "libsmpi/run/observe/kernel_counter.h"

#include <unwind.h>

#include <algorithm>

#include "kernel/error.h"
#include "libsmpi/ranks/load/copies/instance.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::observe {
namespace {

bool is_integer(const modeled::Argument& scalar) {
  return scalar.type != modeled::ScalarType::float32 && scalar.type != modeled::ScalarType::float64;
}

// Is a call with this return address at this place of the stack under way?
bool is_under_way(std::uint64_t stack, std::uint64_t return_address) {
  struct Walk {
    std::uint64_t stack;
    std::uint64_t return_address;
    bool found;
  } walk{stack, return_address, false};
  _Unwind_Backtrace(
      [](_Unwind_Context* context, void* argument) {
        auto& state = *static_cast<Walk*>(argument);
        state.found = _Unwind_GetIP(context) == state.return_address &&
                      _Unwind_GetCFA(context) == state.stack + sizeof(std::uint64_t);
        return state.found ? _URC_END_OF_STACK : _URC_NO_REASON;
      },
      &walk);
  return walk.found;
}

std::vector<std::size_t> integers_of(const modeled::Signature& signature) {
  std::vector<std::size_t> integers;
  for (std::size_t i = 0; i < signature.scalars.size(); i++) {
    if (is_integer(signature.scalars[i])) integers.push_back(i);
  }
  if (integers.size() > CostTerms::arguments_max) integers.resize(CostTerms::arguments_max);
  return integers;
}

std::vector<std::string> names_of(const modeled::Signature& signature,
                                  std::span<const std::size_t> scalars) {
  std::vector<std::string> names;
  for (const std::size_t scalar : scalars) names.push_back(signature.scalars[scalar].name);
  return names;
}

}  // namespace

KernelCounter::KernelCounter(std::vector<CountedFunction> functions)
    : last_calls_(static_cast<LastCall*>(std::calloc(
          std::max<std::size_t>(functions.size(), 1) * processes_max, sizeof(LastCall)))) {
  SIM_ASSERT(last_calls_ != nullptr, "no memory for the calls of kernels");
  for (CountedFunction& function : functions) {
    const std::vector<std::size_t> integers = integers_of(function.signature);
    CostTerms terms(names_of(function.signature, integers));
    CountedCalls calls;
    for (const modeled::Argument& scalar : function.signature.scalars) {
      calls.ranges.push_back({.name = scalar.name});
    }
    counted_.push_back({.function = std::move(function),
                        .terms = std::move(terms),
                        .integers = integers,
                        .calls = std::move(calls)});
  }
}

void KernelCounter::learn(const load::Instance& instance) {
  if (functions_.is_known()) return;
  functions_.learn(instance);
  counted_of_function_.assign(functions_.count(), -1);
  for (std::size_t number = 0; number < functions_.count(); number++) {
    const FunctionPlace& place = functions_[static_cast<FunctionNumber>(number)].place;
    for (std::size_t i = 0; i < counted_.size(); i++) {
      if (counted_[i].function.code.place != place) continue;
      counted_of_function_[number] = static_cast<std::int16_t>(i);
    }
  }
}

void KernelCounter::see(const SeenCall& call) {
  const Rank& rank = current_rank();
  if (rank.libc == nullptr || rank.libc->instance == nullptr) return;
  learn(*rank.libc->instance);
  if (rank.process < processes_max) find_tail_callers(call);
}

// A kernel was entered with a return address at a place of the stack. If both are still those of a
// call under way, the kernel has not returned.
void KernelCounter::find_tail_callers(const SeenCall& call) {
  const std::uint32_t process = current_rank().process;
  const auto here = reinterpret_cast<std::uint64_t>(call.stack);
  for (std::size_t i = 0; i < counted_.size(); i++) {
    const LastCall& last = last_call(i, process);
    if (counted_[i].calls.is_tail_caller || last.stack + sizeof last.stack < here) continue;
    const auto* slot = reinterpret_cast<const std::uint64_t*>(last.stack);
    if (slot == nullptr || *slot != last.return_address) continue;
    counted_[i].calls.is_tail_caller = is_under_way(last.stack, last.return_address);
  }
}

void KernelCounter::called(std::size_t index, const modeled::CallFrame& frame,
                           const std::uint64_t* stack) {
  Counted& counted = counted_[index];
  const std::vector<modeled::Argument>& scalars = counted.function.signature.scalars;
  std::array<double, scalars_max> values{};
  const std::size_t count = std::min(scalars.size(), values.size());
  for (std::size_t i = 0; i < count; i++) {
    values[i] = scalars[i].value(frame, stack);
    CountedCalls::Range& range = counted.calls.ranges[i];
    const bool is_first = counted.calls.call_count == 0;
    range.least = is_first ? values[i] : std::min(range.least, values[i]);
    range.most = is_first ? values[i] : std::max(range.most, values[i]);
  }
  counted.calls.call_count++;
  std::array<double, CostTerms::arguments_max> chosen{};
  for (std::size_t i = 0; i < counted.integers.size(); i++) {
    if (counted.integers[i] < values.size()) chosen[i] = values[counted.integers[i]];
  }
  counted.terms.add_call(chosen);
  const std::uint32_t process = current_rank().process;
  if (process >= processes_max) return;
  last_call(index, process) = {.values = chosen,
                               .stack = reinterpret_cast<std::uint64_t>(stack - 1),
                               .return_address = stack[-1]};
}

void KernelCounter::sample(std::span<const void* const> stack) {
  const Rank& rank = current_rank();
  const load::Instance* instance = rank.libc == nullptr ? nullptr : rank.libc->instance;
  // A rank that is about to start has no program yet.
  if (!functions_.is_known() || instance == nullptr || rank.process >= processes_max) return;
  for (auto address = stack.rbegin(); address != stack.rend(); ++address) {
    const auto function = functions_.at(*instance, *address);
    if (!function || counted_of_function_[*function] < 0) continue;
    const auto index = static_cast<std::size_t>(counted_of_function_[*function]);
    if (counted_[index].calls.call_count == 0) return;
    // Interruptions during a breakpoint arrive when it is left: they say nothing of the call.
    if (functions_.is_at_entry(*function, *instance, stack.front())) return;
    counted_[index].terms.add_sample(last_call(index, rank.process).values);
    return;
  }
}

std::vector<CountedCalls> KernelCounter::results() const {
  std::vector<CountedCalls> results;
  for (const Counted& counted : counted_) {
    results.push_back(counted.calls);
    results.back().term = counted.terms.likeliest();
  }
  return results;
}

}  // namespace smpi::observe
