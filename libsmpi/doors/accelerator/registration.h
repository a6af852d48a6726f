// SPDX-License-Identifier: BSD-3-Clause
//
// What programs that clang compiled call besides the functions of HIP and CUDA.
#pragma once

#include "libsmpi/doors/accelerator/launches.h"

namespace smpi::accelerator {

void register_kernel(const void* host_function, const char* mangled_name);

// Between <<< and >>>: the stub of the kernel takes back what was pushed last.
void push_configuration(const Launch& launch);
void pop_configuration(Dimensions& grid, Dimensions& block, std::size_t& shared_bytes,
                       void*& stream);

}  // namespace smpi::accelerator
