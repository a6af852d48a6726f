// SPDX-License-Identifier: BSD-3-Clause
//
// Memory of devices: addresses without pages.
//
// Addresses of all devices lie in one range that the process reserves. It is the same range for all
// ranks, as a rank never sees another one's pointers; device d of a rank has the (d + 1)-th
// tebibyte of it. To messages this range is memory without content (memory/folding.h), so nothing
// on their path asks for devices. Pages come only to where a collective combines or moves parts of
// such buffers itself; what is in them is garbage, as in folded memory.
//
// Alternatives considered: no access at all, so that a host that looks at device memory crashes as
// on a real machine; every collective would have to ask before it touches a buffer.
//
// Where content is wanted (accel/content), small blocks are ordinary memory of the process, and
// copies copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "libsmpi/ranks/memory/range_set.h"

namespace smpi::devices {

using memory::Address;
using memory::AddressRange;

// Reserves the range for that many devices of a host, once. Throws InputError when the system
// refuses.
AddressRange reserve_device_addresses(std::uint32_t device_count);

enum class Residence : std::uint8_t {
  pageable,  // memory of the host that nobody registered
  pinned,    // memory of the host that devices reach: registered, or allocated for that
  managed,   // memory that host and devices share
  device,
};

// What a rank has allocated or registered, on all its devices.
class DeviceMemory {
 public:
  struct Block {
    std::size_t size_bytes = 0;
    Residence residence = Residence::device;
    std::uint32_t device = 0;  // that it is on, or that was current
    bool has_content = false;  // may be read and written
    bool is_ours = true;       // allocated by us, not only registered
  };
  using Blocks = std::map<Address, Block>;

  // `addresses` are those of all devices of the rank.
  explicit DeviceMemory(AddressRange addresses) : addresses_(addresses) {}
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  // The address of a new block on a device, aligned to 256 bytes. Blocks up to `content_bytes` have
  // content. Nothing when no gap is large enough.
  std::optional<Address> allocate(std::uint32_t device, std::size_t size_bytes,
                                  double content_bytes);
  // Memory of the host that devices reach.
  Address allocate_host(std::size_t size_bytes, Residence residence, std::uint32_t device);
  // False when a part of it is known already.
  bool register_host(Address begin, std::size_t size_bytes, std::uint32_t device);
  // REQUIRES: `block` is one of them.
  void release(Blocks::iterator block);

  // The block that holds an address, or end().
  Blocks::iterator find(Address address);
  Blocks::iterator end() { return blocks_.end(); }
  // Is it an address of a device, whether or not a block has it?
  bool is_device_address(Address address) const {
    return address >= addresses_.begin && address < addresses_.end;
  }

 private:
  // The first address from `begin` on with so many free bytes behind it.
  Address first_gap(Address begin, Address last, std::size_t wanted_bytes) const;

  AddressRange addresses_;
  Blocks blocks_;
  std::vector<Address> used_end_;  // by device: behind all its blocks
};

}  // namespace smpi::devices
