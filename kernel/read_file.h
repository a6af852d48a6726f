// SPDX-License-Identifier: BSD-3-Clause
//
// Reading a file that the user named. Streams of C++ take a folder, or a disk that fails, for an
// empty file; here each is an error that says why.
#pragma once

#include <string>
#include <string_view>

#include "kernel/error.h"

namespace smpi::kernel {

// The content of the file. Throws InputError "cannot read WHAT (the reason)" with `where`.
std::string read_file(const std::string& path, std::string_view what,
                      const InputError::Where& where);

}  // namespace smpi::kernel
