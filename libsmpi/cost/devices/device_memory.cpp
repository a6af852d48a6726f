// SPDX-License-Identifier: BSD-3-Clause
//
// Behind all blocks of a device, so that pointers to freed ones stay wrong for long; where that is
// the end of its addresses, in the first gap that is large enough.
#include "libsmpi/cost/devices/device_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "kernel/error.h"

namespace smpi::devices {
namespace {

constexpr Address device_bytes = Address{1} << 40;
constexpr std::size_t alignment = 256;

std::size_t rounded_up(std::size_t size_bytes) {
  return (size_bytes + alignment - 1) / alignment * alignment;
}

}  // namespace

AddressRange reserve_device_addresses(std::uint32_t device_count) {
  static AddressRange range{0, 0};
  if (range.begin != range.end) return range;
  const std::size_t size_bytes = device_count * device_bytes;
  void* const begin = ::mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (begin == MAP_FAILED) {
    throw kernel::InputError(
        "the system has no addresses for the memory of devices",
        {.text = std::strerror(errno), .hint = "is the address space limited (ulimit -v)?"});
  }
  range = {memory::address_of(begin), memory::address_of(begin) + size_bytes};
  return range;
}

DeviceMemory::~DeviceMemory() {
  for (const auto& [begin, block] : blocks_) {
    if (block.is_ours && !is_device_address(begin)) std::free(reinterpret_cast<void*>(begin));
  }
}

std::optional<Address> DeviceMemory::allocate(std::uint32_t device, std::size_t size_bytes,
                                              double content_bytes) {
  if (static_cast<double>(size_bytes) <= content_bytes) {
    return allocate_host(size_bytes, Residence::device, device);
  }
  const Address first = addresses_.begin + device * device_bytes;
  const Address last = first + device_bytes;
  const std::size_t wanted_bytes = rounded_up(std::max<std::size_t>(size_bytes, 1));
  if (used_end_.size() <= device) used_end_.resize(device + 1, 0);
  if (used_end_[device] == 0) used_end_[device] = first + alignment;
  Address begin = used_end_[device];
  if (last - begin < wanted_bytes) begin = first_gap(first + alignment, last, wanted_bytes);
  if (last - begin < wanted_bytes) return std::nullopt;
  used_end_[device] = std::max(used_end_[device], begin + wanted_bytes);
  blocks_.emplace(begin, Block{.size_bytes = size_bytes, .device = device});
  return begin;
}

Address DeviceMemory::first_gap(Address begin, Address last, std::size_t wanted_bytes) const {
  for (auto next = blocks_.lower_bound(begin); next != blocks_.end() && next->first < last;
       ++next) {
    if (next->first - begin >= wanted_bytes) break;
    begin = next->first + rounded_up(next->second.size_bytes);
  }
  return begin;
}

Address DeviceMemory::allocate_host(std::size_t size_bytes, Residence residence,
                                    std::uint32_t device) {
  const Address begin = memory::address_of(std::aligned_alloc(alignment, rounded_up(size_bytes)));
  if (begin == 0) return 0;
  blocks_.emplace(
      begin,
      Block{
          .size_bytes = size_bytes, .residence = residence, .device = device, .has_content = true});
  return begin;
}

bool DeviceMemory::register_host(Address begin, std::size_t size_bytes, std::uint32_t device) {
  const auto next = blocks_.lower_bound(begin);
  if (find(begin) != blocks_.end() || (next != blocks_.end() && next->first < begin + size_bytes)) {
    return false;
  }
  blocks_.emplace(begin, Block{.size_bytes = size_bytes,
                               .residence = Residence::pinned,
                               .device = device,
                               .has_content = true,
                               .is_ours = false});
  return true;
}

void DeviceMemory::release(Blocks::iterator block) {
  const Address begin = block->first;
  const bool is_of_host = block->second.is_ours && !is_device_address(begin);
  blocks_.erase(block);
  if (is_of_host) std::free(reinterpret_cast<void*>(begin));
}

DeviceMemory::Blocks::iterator DeviceMemory::find(Address address) {
  const auto next = blocks_.upper_bound(address);
  if (next == blocks_.begin()) return blocks_.end();
  const auto found = std::prev(next);
  return address - found->first < found->second.size_bytes ? found : blocks_.end();
}

}  // namespace smpi::devices
