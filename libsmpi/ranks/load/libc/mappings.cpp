// SPDX-License-Identifier: BSD-3-Clause
//
// Calls that map or move memory. They do what libc does; mapping_changes.h counts them.
#include <sys/mman.h>
#include <sys/shm.h>

#include <cstdarg>
#include <cstdlib>

#include "libsmpi/ranks/load/copies/mapping_changes.h"
#include "libsmpi/ranks/load/libc/next_function.h"

using smpi::load::mapping_change_count;
using smpi::load::next_function;

SMPI_REPLACES_LIBC void* mmap(void* address, std::size_t size, int protection, int flags, int file,
                              off_t offset) noexcept {
  static auto* const next = next_function<void*(void*, std::size_t, int, int, int, off_t)>("mmap");
  mapping_change_count++;
  return next(address, size, protection, flags, file, offset);
}

SMPI_REPLACES_LIBC void* mmap64(void* address, std::size_t size, int protection, int flags,
                                int file, off64_t offset) noexcept {
  return mmap(address, size, protection, flags, file, offset);
}

SMPI_REPLACES_LIBC void* mremap(void* old_address, std::size_t old_size, std::size_t new_size,
                                int flags, ...) noexcept {
  static auto* const next =
      next_function<void*(void*, std::size_t, std::size_t, int, ...)>("mremap");
  mapping_change_count++;
  if ((flags & (MREMAP_FIXED | MREMAP_DONTUNMAP)) == 0)
    return next(old_address, old_size, new_size, flags);
  std::va_list rest;
  va_start(rest, flags);
  void* new_address = va_arg(rest, void*);
  va_end(rest);
  return next(old_address, old_size, new_size, flags, new_address);
}

SMPI_REPLACES_LIBC void* shmat(int segment, const void* address, int flags) noexcept {
  static auto* const next = next_function<void*(int, const void*, int)>("shmat");
  mapping_change_count++;
  return next(segment, address, flags);
}

// Large blocks are mappings, which libc moves.
SMPI_REPLACES_LIBC void* realloc(void* block, std::size_t size) noexcept {
  static auto* const next = next_function<void*(void*, std::size_t)>("realloc");
  mapping_change_count++;
  return next(block, size);
}

SMPI_REPLACES_LIBC void* reallocarray(void* block, std::size_t count, std::size_t size) noexcept {
  static auto* const next = next_function<void*(void*, std::size_t, std::size_t)>("reallocarray");
  mapping_change_count++;
  return next(block, count, size);
}
