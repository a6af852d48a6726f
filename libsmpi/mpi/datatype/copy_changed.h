// SPDX-License-Identifier: BSD-3-Clause
//
// Copies long runs, but writes only the pages that change. Parallel programs send the same bytes
// again and again (constant boundaries, benchmarks, memory that nobody has written), and thousands
// of ranks share this machine's caches: a page that already holds the data is neither made dirty
// nor, when it was never touched, given memory. Where the data differ the comparison ends at the
// first cache lines. Where neither side was ever touched nothing is looked at.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "libsmpi/mpi/datatype/untouched_memory.h"

namespace smpi::datatype {

inline constexpr std::size_t page_bytes = 4096;

// `size` bytes that do not overlap, page by page of the target.
inline void copy_changed_pages(std::byte* to, const std::byte* from, std::size_t size) {
  const std::size_t in_page = reinterpret_cast<std::uintptr_t>(to) % page_bytes;
  std::size_t part = page_bytes - in_page;
  while (size > 0) {
    part = std::min(part, size);
    if (std::memcmp(to, from, part) != 0) std::memcpy(to, from, part);
    to += part;
    from += part;
    size -= part;
    part = page_bytes;
  }
}

inline bool is_zero(const std::byte* bytes, std::size_t size) {
  return size == 0 || (bytes[0] == std::byte{0} && std::memcmp(bytes, bytes + 1, size - 1) == 0);
}

// An end of a range of which the other pages are untouched: stays so if it is.
inline void copy_end(std::byte* to, const std::byte* from, std::size_t size) {
  if (is_known_untouched(from, size)) {
    if (!is_known_untouched(to, size) && !is_zero(to, size)) std::memset(to, 0, size);
  } else if (!is_known_untouched(to, size) || !is_zero(from, size)) {
    copy_changed_pages(to, from, size);
  }
}

// `size` bytes that do not overlap.
inline void copy_changed(std::byte* to, const std::byte* from, std::size_t size) {
  if (size < page_bytes) {
    std::memcpy(to, from, size);
    return;
  }
  if (size >= untouched_bytes_min) {
    // The pages at the ends hold other data too, which may have been touched.
    const std::size_t head = (page_bytes - reinterpret_cast<std::uintptr_t>(to)) % page_bytes;
    const std::size_t body = (size - head) / page_bytes * page_bytes;
    if (are_untouched(to + head, from + head, body)) {
      copy_end(to, from, head);
      copy_end(to + head + body, from + head + body, size - head - body);
      return;
    }
  }
  copy_changed_pages(to, from, size);
}

}  // namespace smpi::datatype
