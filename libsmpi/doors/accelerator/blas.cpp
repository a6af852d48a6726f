// SPDX-License-Identifier: BSD-3-Clause
//
// Handles of BLAS libraries, and what their calls cost.
#include "libsmpi/doors/accelerator/blas.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "libsmpi/ranks/memory/range_set.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/waiting.h"

namespace smpi::accelerator {

struct BlasHandle {
  static constexpr std::uint64_t living = 0x626c61732d6f6b21;
  std::uint64_t mark = living;
  void* stream = nullptr;
  std::array<int, 2> modes = {};

  int& mode(BlasMode which) { return modes[static_cast<std::size_t>(which)]; }
};

namespace {

BlasHandle* find(void* handle) {
  auto* const found = static_cast<BlasHandle*>(handle);
  return found != nullptr && found->mark == BlasHandle::living ? found : nullptr;
}

models::OperationCost cost_of(const DeviceCall& call, models::Device& device,
                              const BlasWork& work) {
  const devices::State& state = call.mine().state;
  const models::DeviceSpec& spec = state.devices.spec;
  const double peak_flops = (work.is_of_matrices ? spec.matrix_peak_flops : spec.peak_flops) *
                            static_cast<double>(sizeof(double)) /
                            static_cast<double>(work.word_bytes);
  double duration_s = 0;
  if (const devices::LibraryEntry* entry = state.library(work.routine)) {
    const BlasSizes& sizes = work.sizes;
    const double values[] = {sizes.m, sizes.n, sizes.k, sizes.t, sizes.r};
    static_assert(std::size(values) == std::size(devices::library_names));
    duration_s = std::max(0.0, state.seconds(entry->cost, values, call.rank()));
  } else {
    const double bytes = work.words * static_cast<double>(work.word_bytes);
    duration_s =
        spec.kernel_latency_s + std::max(work.flops / peak_flops, bytes / spec.memory_bytes_per_s);
  }
  return state.kernel_cost(device, {.name = work.routine,
                                    .kind = models::WorkKind::library,
                                    .duration_s = duration_s,
                                    .flops = work.flops,
                                    .peak_flops = peak_flops});
}

bool reaches(const DeviceCall& call, const BlasWork& work, const void* operand) {
  if (operand == nullptr) return true;
  RankDevices& mine = call.mine();
  const memory::Address address = memory::address_of(operand);
  if (mine.memory.find(address) != mine.memory.end()) return true;
  const bool is_of_device = mine.memory.is_device_address(address);
  if (!is_of_device && mine.state.settings.allows_pageable) return true;
  call.report(fmt::format("an operand of {} is {}", work.routine,
                          is_of_device ? "device memory that is not allocated (any more)"
                                       : "memory of the host that is not pinned"));
  return false;
}

bool is_negative(const BlasSizes& sizes) {
  return std::min({sizes.m, sizes.n, sizes.k, sizes.t, sizes.r}) < 0;
}

}  // namespace

BlasStatus make_handle(const DeviceCall& call, void** handle) {
  if (!call.can_go_on()) return BlasStatus::failed;
  if (handle == nullptr) return BlasStatus::bad_value;
  *handle = new BlasHandle;
  return BlasStatus::success;
}

BlasStatus free_handle(void* handle) {
  BlasHandle* const found = find(handle);
  if (found == nullptr) return BlasStatus::bad_handle;
  found->mark = 0;
  delete found;
  return BlasStatus::success;
}

BlasStatus set_stream(void* handle, void* stream) {
  BlasHandle* const found = find(handle);
  if (found == nullptr) return BlasStatus::bad_handle;
  found->stream = stream;
  return BlasStatus::success;
}

BlasStatus get_stream(void* handle, void** stream) {
  const BlasHandle* const found = find(handle);
  if (found == nullptr) return BlasStatus::bad_handle;
  if (stream == nullptr) return BlasStatus::bad_value;
  *stream = found->stream;
  return BlasStatus::success;
}

BlasStatus set_mode(void* handle, BlasMode which, int mode) {
  BlasHandle* const found = find(handle);
  if (found == nullptr) return BlasStatus::bad_handle;
  if (mode != 0 && mode != 1) return BlasStatus::bad_value;
  found->mode(which) = mode;
  return BlasStatus::success;
}

BlasStatus get_mode(void* handle, BlasMode which, int* mode) {
  BlasHandle* const found = find(handle);
  if (found == nullptr) return BlasStatus::bad_handle;
  if (mode == nullptr) return BlasStatus::bad_value;
  *mode = found->mode(which);
  return BlasStatus::success;
}

BlasStatus submit(const DeviceCall& call, void* handle, const BlasWork& work,
                  std::initializer_list<const void*> operands) {
  BlasHandle* const found = find(handle);
  if (found == nullptr) return BlasStatus::bad_handle;
  if (!call.can_go_on()) return BlasStatus::failed;
  if (is_negative(work.sizes)) return BlasStatus::bad_value;
  RankDevices& mine = call.mine();
  const StreamChoice choice = choose_stream(mine, found->stream);
  if (choice.context == nullptr) return BlasStatus::bad_value;
  call.charge();
  const bool returns_to_host = work.result != nullptr && found->mode(BlasMode::pointer) == 0;
  if (returns_to_host && work.returns_index) {
    *static_cast<int*>(work.result) = work.sizes.n > 0 ? 1 : 0;
  }
  if (work.words == 0) return BlasStatus::success;
  for (const void* operand : operands) {
    if (!reaches(call, work, operand)) return BlasStatus::failed;
  }
  const models::OperationRef operation =
      mine.submit(*choice.context, choice.stream, cost_of(call, *choice.context->device, work));
  if (!returns_to_host) return BlasStatus::success;
  const WaitingReason reason("a device");
  mine.state.devices.operations.wait(operation);
  return BlasStatus::success;
}

}  // namespace smpi::accelerator
