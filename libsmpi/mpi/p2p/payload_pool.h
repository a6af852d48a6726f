// SPDX-License-Identifier: BSD-3-Clause
//
// Buffers for the data of detached messages between send and receive, and of collectives: recycled
// by power of two, the large ones as large_buffers.h has it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <vector>

#include "libsmpi/mpi/p2p/large_buffers.h"

namespace smpi::p2p {

class PayloadPool {
 public:
  PayloadPool() = default;
  PayloadPool(const PayloadPool&) = delete;
  PayloadPool& operator=(const PayloadPool&) = delete;
  ~PayloadPool() {
    for (auto& buffers : free_) {
      for (std::byte* buffer : buffers) std::free(buffer);
    }
  }

  // At least `size_bytes` bytes.
  std::byte* acquire(std::size_t size_bytes) {
    const std::size_t kind = size_class(size_bytes);
    if (kind >= free_.size()) [[unlikely]]
      return large_.acquire(size_bytes);
    if (free_[kind].empty()) return static_cast<std::byte*>(std::malloc(std::size_t{1} << kind));
    std::byte* buffer = free_[kind].back();
    free_[kind].pop_back();
    return buffer;
  }

  // Takes back what acquire(size_bytes) gave.
  void release(std::byte* buffer, std::size_t size_bytes) {
    const std::size_t kind = size_class(size_bytes);
    if (kind < free_.size()) {
      free_[kind].push_back(buffer);
    } else {
      large_.release(buffer, size_bytes);
    }
  }

 private:
  static std::size_t size_class(std::size_t size_bytes) {
    return static_cast<std::size_t>(std::bit_width((size_bytes < 32 ? 32 : size_bytes) - 1));
  }

  std::array<std::vector<std::byte*>, 18> free_;  // up to 128 KiB
  LargeBuffers large_;
};

}  // namespace smpi::p2p
