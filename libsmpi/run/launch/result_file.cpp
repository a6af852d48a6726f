// SPDX-License-Identifier: BSD-3-Clause
//
// A file that may be written in a folder that may not is written in place as well.
#include "libsmpi/run/launch/result_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>

#include "kernel/error.h"

namespace smpi::launch {
namespace {

constexpr mode_t usual_mode = 0666;

[[noreturn]] void refuse(const ResultFile& file, int error) {
  throw kernel::InputError(fmt::format("cannot write the {} ({})", file.what, std::strerror(error)),
                           {.text = shown_path(file.path)});
}

// Links are not followed; nothing when there is no such file.
std::optional<mode_t> mode_of(const std::string& path) {
  struct stat status;
  if (lstat(path.c_str(), &status) != 0) return std::nullopt;
  return status.st_mode;
}

bool is_folder_writable(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  return access(folder.c_str(), W_OK) == 0;
}

mode_t mode_of_new_files() {
  const mode_t mask = umask(0);
  umask(mask);
  return usual_mode & ~mask;
}

// Also closes the file. Returns the error of the system, or 0.
int write_and_close(int descriptor, std::string_view text) {
  int error = descriptor < 0 ? errno : 0;
  while (error == 0 && !text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0) error = errno;
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
  if (descriptor >= 0 && close(descriptor) != 0 && error == 0) error = errno;
  return error;
}

int write_in_place(const std::string& path, std::string_view text) {
  const int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
  return write_and_close(::open(path.c_str(), flags, usual_mode), text);
}

int replace(const std::string& path, mode_t mode, std::string_view text) {
  std::string beside = path + ".XXXXXX";
  const int descriptor = mkostemp(beside.data(), O_CLOEXEC);
  if (descriptor < 0) return errno;
  fchmod(descriptor, mode & 07777);
  int error = write_and_close(descriptor, text);
  if (error == 0 && rename(beside.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) unlink(beside.c_str());
  return error;
}

}  // namespace

void ResultFile::require_writable() const {
  const std::optional<mode_t> mode = mode_of(path);
  if (mode && S_ISDIR(*mode)) refuse(*this, EISDIR);
  if (!mode && !is_folder_writable(path)) refuse(*this, errno);
  // A link may lead to a file that is still to be made.
  if (mode && access(path.c_str(), W_OK) != 0 && errno != ENOENT) refuse(*this, errno);
}

void ResultFile::write(std::string_view text) const {
  const std::optional<mode_t> mode = mode_of(path);
  const bool is_replaced = (!mode || S_ISREG(*mode)) && is_folder_writable(path);
  const int error = is_replaced ? replace(path, mode.value_or(mode_of_new_files()), text)
                                : write_in_place(path, text);
  if (error != 0) refuse(*this, error);
}

std::string shown_path(const std::string& path) {
  if (!path.starts_with("/proc/self/fd/")) return path;
  return std::filesystem::path(path).filename().string();
}

}  // namespace smpi::launch
