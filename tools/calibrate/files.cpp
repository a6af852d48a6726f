// SPDX-License-Identifier: BSD-3-Clause
//
// Each file is written beside its place and moved there when all are written.
#include "tools/calibrate/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "kernel/error.h"

namespace smpi::calibrate {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& path, int error) {
  throw kernel::InputError(fmt::format("cannot write the file ({})", std::strerror(error)),
                           {.text = path});
}

std::string part_of(const std::string& path) {
  return fmt::format("{}.{}.part", path, getpid());
}

}  // namespace

void require_writable(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) refuse(path, EISDIR);
  fs::path folder = fs::path(path).parent_path();
  if (folder.empty()) folder = ".";
  if (access(folder.c_str(), W_OK | X_OK) != 0) refuse(path, errno);
}

void write_files(const std::vector<TextFile>& files) {
  int error = 0;
  for (const TextFile& file : files) {
    std::ofstream stream(part_of(file.path));
    stream << file.content;
    stream.close();
    if (!stream && error == 0) error = errno == 0 ? EIO : errno;
  }
  for (const TextFile& file : files) {
    if (error == 0 && std::rename(part_of(file.path).c_str(), file.path.c_str()) != 0)
      error = errno;
    if (error == 0) continue;
    for (const TextFile& left : files) unlink(part_of(left.path).c_str());
    refuse(file.path, error);
  }
}

}  // namespace smpi::calibrate
