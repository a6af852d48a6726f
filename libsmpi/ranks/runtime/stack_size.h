// SPDX-License-Identifier: BSD-3-Clause
//
// `contexts/stack-size`: how large the stack of a rank is. A bare number is in KiB, as in SimGrid,
// whose own actors get along with less than a rank that runs C code needs.
#pragma once

#include <string>
#include <string_view>

#include "kernel/error.h"
#include "kernel/options.h"

namespace smpi {

inline constexpr const char* stack_size_key = "contexts/stack-size";
inline constexpr double stack_bytes_min = 65536;

// Throws kernel::InputError, completing `where`, for what is not a size.
double parse_stack_bytes(std::string_view text, const kernel::InputError::Where& where);

// A setting of a platform file: the size of a stack becomes `stack_bytes_min` where it is less, and
// the result is a warning. Other settings stay as they are. Throws kernel::InputError.
std::string raise_stack_size(std::string_view key, std::string& value,
                             const kernel::Options::Origin& origin);

}  // namespace smpi
