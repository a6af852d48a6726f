// SPDX-License-Identifier: BSD-3-Clause
//
// malloc and its relatives as the program sees them when memory may be without content.
//
// What a block held matters no more once it is freed: the marks of its content go with it, or the
// next owner of the addresses would send nothing. And blocks that the user wants folded come from
// libsmpi/ranks/memory. Only calls of the program and its private libraries arrive here; those of
// shared libraries and of libsmpi itself go to the C library as ever.
#pragma once

#include <vector>

#include "libsmpi/ranks/load/elf/function_replacement.h"

namespace smpi::modeled {

// Adds replacements for the functions that allocate and free.
void add_memory_functions(std::vector<load::Replacement>& replacements);
// Adds one for memset, for overlays with functions that clear memory without content.
void add_clearing_function(std::vector<load::Replacement>& replacements);

}  // namespace smpi::modeled
