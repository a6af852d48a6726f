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

void nvtxInitialize(const void*) {}
void nvtxMarkA(const char*) {}
void nvtxMarkEx(const nvtxEventAttributes_t*) {}
int nvtxRangePushA(const char*) {
  return smpi::accelerator::push_range();
}
int nvtxRangePushEx(const nvtxEventAttributes_t*) {
  return smpi::accelerator::push_range();
}
int nvtxRangePop(void) {
  return smpi::accelerator::pop_range();
}
nvtxRangeId_t nvtxRangeStartA(const char*) {
  return smpi::accelerator::start_range();
}
nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t*) {
  return smpi::accelerator::start_range();
}
void nvtxRangeEnd(nvtxRangeId_t) {}
void nvtxNameOsThreadA(uint32_t, const char*) {}
void nvtxNameCategoryA(uint32_t, const char*) {}

// Domains are not kept apart, and names are not registered: programs see handles of nothing.
nvtxDomainHandle_t nvtxDomainCreateA(const char*) {
  return nullptr;
}
void nvtxDomainDestroy(nvtxDomainHandle_t) {}
nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t, const char*) {
  return nullptr;
}
void nvtxDomainNameCategoryA(nvtxDomainHandle_t, uint32_t, const char*) {}
void nvtxDomainMarkEx(nvtxDomainHandle_t, const nvtxEventAttributes_t*) {}
int nvtxDomainRangePushEx(nvtxDomainHandle_t, const nvtxEventAttributes_t*) {
  return smpi::accelerator::push_range();
}
int nvtxDomainRangePop(nvtxDomainHandle_t) {
  return smpi::accelerator::pop_range();
}
nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t, const nvtxEventAttributes_t*) {
  return smpi::accelerator::start_range();
}
void nvtxDomainRangeEnd(nvtxDomainHandle_t, nvtxRangeId_t) {}

}  // extern "C"
#pragma GCC visibility pop
