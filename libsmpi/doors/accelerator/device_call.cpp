// SPDX-License-Identifier: BSD-3-Clause
//
// Entering a call of HIP or CUDA, and what handles of streams mean.
#include "libsmpi/doors/accelerator/device_call.h"

#include <fmt/format.h>

#include "kernel/print.h"
#include "libsmpi/cost/modeled/injection.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::accelerator {
namespace {

// Handles with a meaning of their own, in HIP and CUDA.
constexpr std::uintptr_t default_stream = 0;
constexpr std::uintptr_t legacy_stream = 1;
constexpr std::uintptr_t thread_stream = 2;

}  // namespace

RankDevices* devices_of_caller() {
  if (!in_rank()) return nullptr;
  Rank& rank = current_rank();
  devices::State* const state = rank.simulation.devices;
  return state == nullptr ? nullptr : &state->of(rank);
}

DeviceCall::DeviceCall(const char* function, const void* return_address)
    : call_(function, return_address), function_(function), devices_(devices_of_caller()) {}

void DeviceCall::charge() const {
  const double call_s = devices_->state.devices.spec.call_s;
  Rank& caller = rank();
  if (call_s > 0) modeled::compute(caller, call_s * modeled::nominal_speed_flops(caller));
}

void DeviceCall::report(const std::string& problem) const {
  kernel::print_message("smpirun: {}: {}\n", describe_rank(rank()), problem);
}

StreamChoice choose_stream(RankDevices& mine, const void* handle) {
  const auto value = reinterpret_cast<std::uintptr_t>(handle);
  Context& current = mine.current();
  if (value == default_stream || value == legacy_stream) return {nullptr, &current};
  if (value == thread_stream) return {&current.thread_stream, &current};
  Stream* const stream = mine.find_stream(value);
  return {stream, stream == nullptr ? nullptr : stream->context};
}

}  // namespace smpi::accelerator
