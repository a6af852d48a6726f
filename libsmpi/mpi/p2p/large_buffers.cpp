// SPDX-License-Identifier: BSD-3-Clause
//
// Reservations double, so that their number stays far below the mappings that a process may have.
#include "libsmpi/mpi/p2p/large_buffers.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <new>

#include "kernel/error.h"

namespace smpi::p2p {
namespace {

constexpr std::size_t first_reservation_buffers = 4;
constexpr std::size_t reservation_bytes_max = std::size_t{64} << 30;

// Address space without memory; nullptr: there is none.
std::byte* reserve_bytes(std::size_t size_bytes) {
  void* const begin = mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (begin == MAP_FAILED) return nullptr;
  // A huge page for the few bytes with content that many buffers have would be all of it.
  madvise(begin, size_bytes, MADV_NOHUGEPAGE);
  return static_cast<std::byte*>(begin);
}

}  // namespace

LargeBuffers::~LargeBuffers() {
  for (const Reservation& reservation : reservations_) {
    munmap(reservation.begin, reservation.size_bytes);
  }
}

LargeBuffers::Size LargeBuffers::rounded_up(std::size_t size_bytes) {
  const auto octave = static_cast<std::size_t>(std::bit_width(size_bytes - 1));
  SIM_ASSERT(octave > 17 && octave < 48, "the size of a large buffer");
  const std::size_t step = std::size_t{1} << (octave - 3);
  const std::size_t steps = (size_bytes + step - 1) / step;  // 5 to 8
  return {.number = 4 * octave + steps - 5, .bytes = steps * step};
}

std::byte* LargeBuffers::acquire(std::size_t size_bytes) {
  const Size size = rounded_up(size_bytes);
  OfOneSize& of_size = sizes_[size.number];
  if (!of_size.free.empty()) {
    const Free taken = of_size.free.back();
    of_size.free.pop_back();
    if (taken.has_pages) kept_bytes_ -= size.bytes;
    return taken.buffer;
  }
  if (of_size.unused == of_size.end) reserve(of_size, size.bytes);
  std::byte* const buffer = of_size.unused;
  of_size.unused += size.bytes;
  return buffer;
}

void LargeBuffers::reserve(OfOneSize& of_size, std::size_t buffer_bytes) {
  std::size_t count = std::max(of_size.next_bytes / buffer_bytes, first_reservation_buffers);
  std::byte* begin = nullptr;
  while ((begin = reserve_bytes(count * buffer_bytes)) == nullptr) {
    if (count == 1) throw std::bad_alloc();
    count /= 2;  // where the system counts what is reserved as used
  }
  of_size.unused = begin;
  of_size.end = begin + count * buffer_bytes;
  of_size.next_bytes = std::min(2 * count * buffer_bytes, reservation_bytes_max);
  reservations_.push_back({begin, count * buffer_bytes});
}

void LargeBuffers::release(std::byte* buffer, std::size_t size_bytes) {
  const Size size = rounded_up(size_bytes);
  const bool has_pages = kept_bytes_ + size.bytes <= kept_bytes_max;
  if (has_pages) {
    kept_bytes_ += size.bytes;
  } else {
    madvise(buffer, size.bytes, MADV_DONTNEED);
  }
  sizes_[size.number].free.push_back({buffer, has_pages});
}

}  // namespace smpi::p2p
