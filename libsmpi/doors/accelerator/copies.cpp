// SPDX-License-Identifier: BSD-3-Clause
//
// Which way a copy takes, what it costs, and what becomes of its content.
#include "libsmpi/doors/accelerator/copies.h"

#include <cstring>
#include <memory>

#include "libsmpi/cost/modeled/state.h"
#include "libsmpi/doors/accelerator/devices.h"
#include "libsmpi/ranks/memory/content_marks.h"
#include "libsmpi/ranks/memory/folding.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/waiting.h"

namespace smpi::accelerator {
namespace {

using devices::DeviceMemory;
using devices::Residence;
using memory::Address;
using memory::address_of;

// Numbers of hipMemcpyKind and cudaMemcpyKind.
enum CopyKind : int {
  host_to_host = 0,
  host_to_device = 1,
  device_to_host = 2,
  device_to_device = 3,
  by_pointers = 4
};

// A copy to the host of less than this is taken for control data, which the program looks at and
// changes itself: it keeps what it had. A larger one makes its target phantom, so that pages nobody
// looks at are never written.
constexpr std::size_t least_phantom_bytes = 64 << 10;

// One side of a copy.
struct Side {
  bool is_valid = false;
  bool is_pageable = false;
  bool has_content = true;
  bool is_on_device = false;
  std::uint32_t device = 0;
};

// Of `rows` rows of `width` bytes, `pitch` apart.
Side side_of(RankDevices& mine, const void* pointer, std::size_t pitch, std::size_t width,
             std::size_t rows) {
  DeviceMemory& memory = mine.memory;
  const Address begin = address_of(pointer);
  const auto block = memory.find(begin);
  if (block == memory.end()) {
    const bool is_wrong = pointer == nullptr || memory.is_device_address(begin);
    return {.is_valid = !is_wrong, .is_pageable = true};
  }
  const std::size_t extent_bytes = (rows - 1) * pitch + width;
  return {.is_valid = begin + extent_bytes <= block->first + block->second.size_bytes,
          .has_content = block->second.has_content,
          .is_on_device = block->second.residence == Residence::device,
          .device = block->second.device};
}

bool fits_kind(int kind, const Side& to, const Side& from) {
  switch (kind) {
    case host_to_host:
      return !to.is_on_device && !from.is_on_device;
    case host_to_device:
      return to.is_on_device && !from.is_on_device;
    case device_to_host:
      return !to.is_on_device && from.is_on_device;
    case device_to_device:
      return to.is_on_device && from.is_on_device;
    default:
      return true;
  }
}

void move_bytes(const Rectangle& what) {
  auto* to = static_cast<std::byte*>(what.to);
  const auto* from = static_cast<const std::byte*>(what.from);
  for (std::size_t row = 0; row < what.height; row++) {
    std::memmove(to + row * what.to_pitch, from + row * what.from_pitch, what.width_bytes);
  }
}

struct Filling {
  Rectangle what;
  int value;
};

void fill_bytes(const Filling& filling) {
  auto* to = static_cast<std::byte*>(filling.what.to);
  for (std::size_t row = 0; row < filling.what.height; row++) {
    std::memset(to + row * filling.what.to_pitch, filling.value, filling.what.width_bytes);
  }
}

// What happens to content when the operation is done. `work` is taken over.
template <class Work, void (*act)(const Work&)>
models::OperationEnd at_end(const Work& work) {
  return {.done =
              [](void* self, std::uint32_t) {
                const std::unique_ptr<Work> mine(static_cast<Work*>(self));
                act(*mine);
              },
          .owner = new Work(work)};
}

void take_content_away(const Rank& rank, const Rectangle& what) {
  if (what.width_bytes * what.height < least_phantom_bytes) return;
  memory::mark_written(rank.memory,
                       {.begin = address_of(what.to),
                        .piece_bytes = what.width_bytes,
                        .count = what.height,
                        .stride_bytes = static_cast<std::ptrdiff_t>(what.to_pitch)},
                       rank.simulation.modeled->stack_bytes);
}

models::OperationCost cost_of(RankDevices& mine, const Side& to, const Side& from,
                              double size_bytes) {
  const models::DeviceSpec& spec = mine.state.devices.spec;
  const bool is_from_host = !from.is_on_device;
  models::Device& device = *mine.context(is_from_host ? to.device : from.device).device;
  if (to.is_on_device && from.is_on_device) {
    if (to.device == from.device) {
      return {.engine = &device.copies_inside,
              .duration_s = 2 * size_bytes / spec.memory_bytes_per_s,  // read and written
              .size_bytes = size_bytes,
              .name = "copy inside"};
    }
    return {.engine = &device.copies_to_peers,
            .duration_s = spec.peer.latency_s + size_bytes / spec.peer.bandwidth_bytes_per_s,
            .size_bytes = size_bytes,
            .name = "copy to peer"};
  }
  const auto way = is_from_host ? models::CopyWay::to_device : models::CopyWay::to_host;
  return mine.state.devices.host_copy(device, way, size_bytes, to.is_pageable || from.is_pageable);
}

void wait_for(const DeviceCall& call, models::OperationRef operation) {
  const WaitingReason reason("a device");
  call.mine().state.devices.operations.wait(operation);
}

// A copy that no device takes part in: the host does it, in order with its default stream.
void copy_on_host(const DeviceCall& call, const Rectangle& what, const StreamChoice& choice) {
  const WaitingReason reason("a device");
  call.mine().synchronize(*choice.context, choice.stream);
  move_bytes(what);
}

}  // namespace

int copy(const DeviceCall& call, const Rectangle& what, int kind, void* stream, Wait wait) {
  if (!call.can_go_on()) return call.error();
  if (kind < host_to_host || kind > by_pointers) return invalid_copy_direction;
  RankDevices& mine = call.mine();
  const StreamChoice choice = choose_stream(mine, stream);
  if (choice.context == nullptr) return invalid_handle;
  if (what.width_bytes == 0 || what.height == 0) return success;
  if (what.height > 1 && (what.to_pitch < what.width_bytes || what.from_pitch < what.width_bytes)) {
    return invalid_pitch;
  }
  const Side to = side_of(mine, what.to, what.to_pitch, what.width_bytes, what.height);
  const Side from = side_of(mine, what.from, what.from_pitch, what.width_bytes, what.height);
  if (!to.is_valid || !from.is_valid || !fits_kind(kind, to, from)) return invalid_value;
  call.charge();
  if (!to.is_on_device && !from.is_on_device) {
    copy_on_host(call, what, choice);
    return success;
  }
  models::OperationEnd end;
  if (to.has_content && from.has_content) {
    end = at_end<Rectangle, move_bytes>(what);
  } else if (!to.is_on_device) {
    take_content_away(call.rank(), what);
  }
  const double size_bytes =
      static_cast<double>(what.width_bytes) * static_cast<double>(what.height);
  const models::OperationRef operation =
      mine.submit(*choice.context, choice.stream, cost_of(mine, to, from, size_bytes), end);
  const bool is_inside = to.is_on_device && from.is_on_device;
  if (!is_inside && (wait == Wait::yes || to.is_pageable || from.is_pageable)) {
    wait_for(call, operation);
  }
  return success;
}

int copy_between(const DeviceCall& call, const Rectangle& what, const DevicePair& devices,
                 void* stream) {
  if (const int error = check_device(call, devices.to)) return error;
  if (const int error = check_device(call, devices.from)) return error;
  RankDevices& mine = call.mine();
  const Side to = side_of(mine, what.to, 0, what.width_bytes, 1);
  const Side from = side_of(mine, what.from, 0, what.width_bytes, 1);
  const bool is_right = to.is_on_device && static_cast<int>(to.device) == devices.to &&
                        from.is_on_device && static_cast<int>(from.device) == devices.from;
  if (what.width_bytes > 0 && !is_right) return invalid_value;
  return copy(call, what, device_to_device, stream, Wait::no);
}

int fill(const DeviceCall& call, const Rectangle& what, int value, void* stream) {
  if (!call.can_go_on()) return call.error();
  RankDevices& mine = call.mine();
  const StreamChoice choice = choose_stream(mine, stream);
  if (choice.context == nullptr) return invalid_handle;
  if (what.width_bytes == 0 || what.height == 0) return success;
  if (what.height > 1 && what.to_pitch < what.width_bytes) return invalid_pitch;
  const Side to = side_of(mine, what.to, what.to_pitch, what.width_bytes, what.height);
  if (!to.is_valid || to.is_pageable) return invalid_value;
  call.charge();
  const Filling filling{.what = what, .value = value};
  models::OperationEnd end;
  if (to.has_content) end = at_end<Filling, fill_bytes>(filling);
  const double size_bytes =
      static_cast<double>(what.width_bytes) * static_cast<double>(what.height);
  mine.submit(*choice.context, choice.stream,
              {.engine = &mine.context(to.device).device->copies_inside,
               .duration_s = size_bytes / mine.state.devices.spec.memory_bytes_per_s,
               .size_bytes = size_bytes,
               .name = "fill"},
              end);
  return success;
}

}  // namespace smpi::accelerator
