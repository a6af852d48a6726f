// SPDX-License-Identifier: BSD-3-Clause
//
// Programs with kernels: smpicxx --hip and --cuda, also called smpihipcc and smpinvcc.
//
// clang compiles the host's half of such a program alone, without ROCm or CUDA: each kernel becomes
// a stub that calls the launch function of the run-time library, which is in libsmpi. It generates
// calls that register the kernels where it has code of a device to embed; an empty file serves.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace smpi::wrappers {

enum class Accelerator { none, hip, cuda };

// Words of hipcc and nvcc as clang takes them: options about code of devices and libraries that
// libsmpi stands for go, sources get their language.
std::vector<std::string> translate_words(Accelerator accelerator,
                                         const std::vector<std::string>& words);

// Does the word name a file of C++, HIP or CUDA?
bool is_source(std::string_view word);

// What compiles the host's half; `include_directory` has our headers in its folder accelerator,
// `object_directory` the empty file.
std::vector<std::string> accelerator_flags(Accelerator accelerator,
                                           const std::string& include_directory,
                                           const std::string& object_directory);

// clang++ under one of its names; empty when there is none.
std::string find_clang();

}  // namespace smpi::wrappers
