// SPDX-License-Identifier: BSD-3-Clause
//
// Ranges that a program names for profilers, rocTX and NVTX: they are counted, because the calls
// return how deep they nest, and nothing else is made of them.
#include <cstdint>

#include "include/accelerator/nvToolsExt.h"
#include "include/accelerator/roctx.h"
#include "libsmpi/doors/accelerator/device_call.h"

namespace smpi::accelerator {
namespace {

constexpr int no_range = -1;

int push_range() {
  RankDevices* const mine = devices_of_caller();
  return mine == nullptr ? no_range : mine->range_depth++;
}

int pop_range() {
  RankDevices* const mine = devices_of_caller();
  return mine == nullptr || mine->range_depth == 0 ? no_range : --mine->range_depth;
}

std::uint64_t start_range() {
  RankDevices* const mine = devices_of_caller();
  return mine == nullptr ? 0 : ++mine->last_range;
}

}  // namespace
}  // namespace smpi::accelerator

#pragma GCC visibility push(default)
extern "C" {

void roctxMarkA(const char*) {}
int roctxRangePushA(const char*) {
  return smpi::accelerator::push_range();
}
int roctxRangePop(void) {
  return smpi::accelerator::pop_range();
}
roctx_range_id_t roctxRangeStartA(const char*) {
  return smpi::accelerator::start_range();
}
void roctxRangeStop(roctx_range_id_t) {}

void nvtxMarkA(const char*) {}
int nvtxRangePushA(const char*) {
  return smpi::accelerator::push_range();
}
int nvtxRangePop(void) {
  return smpi::accelerator::pop_range();
}
nvtxRangeId_t nvtxRangeStartA(const char*) {
  return smpi::accelerator::start_range();
}
void nvtxRangeEnd(nvtxRangeId_t) {}

}  // extern "C"
#pragma GCC visibility pop
