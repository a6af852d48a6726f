// SPDX-License-Identifier: BSD-3-Clause
//
// Buffers of more than 128 KiB that come and go, as those of reductions do on each rank.
//
// malloc() looks for the smallest hole that fits, which takes the longer the more ranks hold such
// buffers, and writes beside each. Often nobody writes into a buffer at all: its data has no
// content (docs/memory.md). So these are kept by size, in address space that is reserved for many
// at a time, and cost no memory but the pages that somebody wrote to.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace smpi::p2p {

class LargeBuffers {
 public:
  // Buffers that are free may hold so many bytes of pages; those of others go back to the system.
  static constexpr std::size_t kept_bytes_max = std::size_t{256} << 20;

  LargeBuffers() = default;
  LargeBuffers(const LargeBuffers&) = delete;
  LargeBuffers& operator=(const LargeBuffers&) = delete;
  ~LargeBuffers();

  // At least `size_bytes` bytes, at the beginning of a page; throws bad_alloc.
  // REQUIRES: more than 128 KiB.
  std::byte* acquire(std::size_t size_bytes);
  // Takes back what acquire(size_bytes) gave.
  void release(std::byte* buffer, std::size_t size_bytes);

 private:
  // Sizes between two powers of two are rounded up to quarters of the lower one.
  struct Size {
    std::size_t number;
    std::size_t bytes;
  };
  static Size rounded_up(std::size_t size_bytes);

  struct Free {
    std::byte* buffer;
    bool has_pages;  // perhaps
  };
  struct OfOneSize {
    std::vector<Free> free;
    std::byte* unused = nullptr;  // of the last reservation
    std::byte* end = nullptr;
    std::size_t next_bytes = 0;  // of the next one
  };
  struct Reservation {
    std::byte* begin;
    std::size_t size_bytes;
  };
  void reserve(OfOneSize& of_size, std::size_t buffer_bytes);

  std::array<OfOneSize, 4 * 48> sizes_;
  std::vector<Reservation> reservations_;
  std::size_t kept_bytes_ = 0;
};

}  // namespace smpi::p2p
