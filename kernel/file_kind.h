// SPDX-License-Identifier: BSD-3-Clause
//
// What is at a path that a user wrote. Unlike those of std::filesystem these never throw: a name
// that is too long, or a folder that nobody may look into, is a name of nothing.
#pragma once

#include <filesystem>
#include <system_error>

namespace smpi::kernel {

inline bool is_there(const std::filesystem::path& path) {
  std::error_code none;
  return std::filesystem::exists(path, none);
}
inline bool is_file(const std::filesystem::path& path) {
  std::error_code none;
  return std::filesystem::is_regular_file(path, none);
}
inline bool is_folder(const std::filesystem::path& path) {
  std::error_code none;
  return std::filesystem::is_directory(path, none);
}

}  // namespace smpi::kernel
