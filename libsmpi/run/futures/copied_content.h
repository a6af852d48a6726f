// SPDX-License-Identifier: BSD-3-Clause
//
// Copies of what files and shared memory hold, with their holes: a folded file of a terabyte has a
// few pages.
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace smpi::futures {

// Copies all of a regular file into an empty one: as a reference where the file system can, else
// its data without its holes. False, with errno, when the system refuses.
bool copy_content(int source, int target);

// Copies memory to that place of a file, but for pages that are all zero. The same result.
bool copy_memory_into(int target, off_t offset, const void* begin, std::size_t size_bytes);

}  // namespace smpi::futures
