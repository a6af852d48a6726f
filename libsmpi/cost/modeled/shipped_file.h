// SPDX-License-Identifier: BSD-3-Clause
//
// Files that ship with libsmpi, found from where the library is, installed or in the build tree.
#pragma once

#include <filesystem>
#include <string>

namespace smpi::modeled {

// The folder of libsmpi.so.
std::filesystem::path library_folder();

// The path of share/libsmpi/NAME; throws InputError when it is missing, with `otherwise`, what to
// do without it.
std::string shipped_file(const std::string& name, const std::string& otherwise);

}  // namespace smpi::modeled
