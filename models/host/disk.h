// SPDX-License-Identifier: BSD-3-Clause
//
// Disks of hosts: what reading and writing costs.
//
// Reads share the read bandwidth R of their disk, writes its write bandwidth W, and both together
// max(R, W), equally as far as they can use it (the equations of SimGrid 3.32's disks). With r
// reads and w writes each gets max(R, W) / (r + w), but no more than R / r or W / w: what one side
// leaves goes to the other. A disk has no latency.
#pragma once

#include <cstdint>
#include <memory>

#include "kernel/engine.h"
#include "models/platform/platform.h"

namespace smpi::models {

// Index in Platform::disks.
using DiskId = std::uint32_t;

enum class DiskUse : std::uint8_t { read, write };

class Disks {
 public:
  // `engine` and `platform` must outlive the disks.
  Disks(kernel::Engine& engine, const Platform& platform);
  ~Disks();

  // Starts reading or writing `size_bytes`; done(owner, argument) is called at the end.
  struct Access {
    DiskId disk;
    DiskUse use;
    double size_bytes;
    kernel::EventHandler done;
    void* owner;
    std::uint32_t argument;
  };
  void start(const Access& access);
  // Bytes per second that each read or write of `disk` gets now.
  double rate_bytes_per_s(DiskId disk, DiskUse use) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace smpi::models
