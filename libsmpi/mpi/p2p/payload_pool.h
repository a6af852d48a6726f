// SPDX-License-Identifier: BSD-3-Clause
//
// Buffers for the data of detached messages between send and receive, recycled by power of two.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <vector>

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
    if (kind < free_.size() && !free_[kind].empty()) {
      std::byte* buffer = free_[kind].back();
      free_[kind].pop_back();
      return buffer;
    }
    return static_cast<std::byte*>(
        std::malloc(kind < free_.size() ? std::size_t{1} << kind : size_bytes));
  }

  // Takes back what acquire(size_bytes) gave. Large buffers are not kept.
  void release(std::byte* buffer, std::size_t size_bytes) {
    const std::size_t kind = size_class(size_bytes);
    if (kind < free_.size()) {
      free_[kind].push_back(buffer);
    } else {
      std::free(buffer);
    }
  }

 private:
  static std::size_t size_class(std::size_t size_bytes) {
    return static_cast<std::size_t>(std::bit_width((size_bytes < 32 ? 32 : size_bytes) - 1));
  }

  std::array<std::vector<std::byte*>, 18> free_;  // up to 128 KiB
};

}  // namespace smpi::p2p
