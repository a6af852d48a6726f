// SPDX-License-Identifier: BSD-3-Clause
//
// What programs that clang compiled call besides the functions of HIP and CUDA.
#pragma once

#include "libsmpi/doors/accelerator/launches.h"

namespace smpi::accelerator {

void register_kernel(const void* host_function, const char* mangled_name);

// A variable of devices; the host has a copy of it, which nobody uses.
void register_symbol(const void* host_variable, std::size_t size_bytes);

// Between <<< and >>>: the stub of the kernel takes back what was pushed last.
void push_configuration(const Launch& launch);
void pop_configuration(Dimensions& grid, Dimensions& block, std::size_t& shared_bytes,
                       void*& stream);

}  // namespace smpi::accelerator
