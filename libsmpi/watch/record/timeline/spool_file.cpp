// SPDX-License-Identifier: BSD-3-Clause
//
// O_TMPFILE where the file system has it, else a name that is removed at once and a copy at the
// end.
#include "libsmpi/watch/record/timeline/spool_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "kernel/error.h"

namespace smpi::record {
namespace {

constexpr std::size_t buffer_bytes = 65536;
constexpr mode_t usual_mode = 0666;

// Returns the error of the system, or 0.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno != EINTR) return errno;
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

mode_t mode_of_new_files() {
  const mode_t mask = umask(0);
  umask(mask);
  return usual_mode & ~mask;
}

}  // namespace

SpoolFile::SpoolFile(std::string path, std::string what)
    : path_(std::filesystem::absolute(path).string()),
      what_(std::move(what)),
      folder_(std::filesystem::path(path_).parent_path().string()) {}

SpoolFile::~SpoolFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

void SpoolFile::open() {
  struct stat status;
  const bool is_regular = stat(path_.c_str(), &status) != 0 || S_ISREG(status.st_mode);
  const std::string folder = is_regular ? folder_ : std::filesystem::temp_directory_path().string();
  descriptor_ = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, usual_mode);
  if (descriptor_ >= 0) return;
  std::string name = folder + "/.smpi-timeline-XXXXXX";
  descriptor_ = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ >= 0) {
    unlink(name.c_str());
  } else {
    error_ = errno;
  }
}

void SpoolFile::flush() {
  if (descriptor_ < 0 && error_ == 0) open();
  if (error_ == 0) error_ = write_all(descriptor_, buffer_);
  buffer_.clear();
}

void SpoolFile::append(std::string_view text) {
  size_bytes_ += text.size();
  buffer_ += text;
  if (buffer_.size() >= buffer_bytes) flush();
}

void SpoolFile::rewind() {
  flush();
  read_position_ = 0;
  read_buffer_.clear();
  read_offset_ = 0;
}

// Appends to what was read and not used yet; false at the end.
bool SpoolFile::read_more() {
  if (error_ != 0) return false;
  read_buffer_.erase(0, std::exchange(read_offset_, 0));
  const std::size_t before = read_buffer_.size();
  read_buffer_.resize(before + buffer_bytes);
  const ssize_t count = pread(descriptor_, read_buffer_.data() + before, buffer_bytes,
                              static_cast<off_t>(read_position_));
  if (count < 0) error_ = errno;
  read_buffer_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  read_position_ += static_cast<std::uint64_t>(std::max<ssize_t>(count, 0));
  return count > 0;
}

bool SpoolFile::read_line(std::string& line) {
  std::size_t end = read_buffer_.find('\n', read_offset_);
  while (end == std::string::npos) {
    if (!read_more()) return false;
    end = read_buffer_.find('\n', read_offset_);
  }
  line.assign(read_buffer_, read_offset_, end + 1 - read_offset_);
  read_offset_ = end + 1;
  return true;
}

bool SpoolFile::read_bytes(void* target, std::size_t size_bytes) {
  while (read_buffer_.size() - read_offset_ < size_bytes) {
    if (!read_more()) return false;
  }
  std::memcpy(target, read_buffer_.data() + read_offset_, size_bytes);
  read_offset_ += size_bytes;
  return true;
}

void SpoolFile::refuse(int error) const {
  throw kernel::InputError(fmt::format("cannot write the {} ({})", what_, std::strerror(error)),
                           {.text = path_});
}

// Links cannot replace: a name beside it first, then rename. Returns the error of the system.
int SpoolFile::rename_over() const {
  std::string beside = path_ + ".XXXXXX";
  const int placeholder = mkostemp(beside.data(), O_CLOEXEC);
  if (placeholder < 0) return errno;
  close(placeholder);
  unlink(beside.c_str());
  const std::string self = fmt::format("/proc/self/fd/{}", descriptor_);
  if (linkat(AT_FDCWD, self.c_str(), AT_FDCWD, beside.c_str(), AT_SYMLINK_FOLLOW) != 0) {
    return errno;
  }
  if (rename(beside.c_str(), path_.c_str()) == 0) return 0;
  const int error = errno;
  unlink(beside.c_str());
  return error;
}

int SpoolFile::copy_into() const {
  const int target = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, usual_mode);
  if (target < 0) return errno;
  std::array<char, buffer_bytes> part;
  int error = 0;
  off_t position = 0;
  while (error == 0) {
    const ssize_t count = pread(descriptor_, part.data(), part.size(), position);
    if (count < 0) error = errno;
    if (count <= 0) break;
    position += count;
    error = write_all(target, {part.data(), static_cast<std::size_t>(count)});
  }
  if (close(target) != 0 && error == 0) error = errno;
  return error;
}

void SpoolFile::require_whole() const {
  if (error_ != 0) refuse(error_);
}

void SpoolFile::publish() {
  flush();
  require_whole();
  struct stat status;
  const bool is_there = lstat(path_.c_str(), &status) == 0;
  const bool is_replaced =
      (!is_there || S_ISREG(status.st_mode)) && access(folder_.c_str(), W_OK) == 0;
  fchmod(descriptor_, is_there ? status.st_mode & 07777 : mode_of_new_files());
  if (is_replaced && rename_over() == 0) return;
  if (const int error = copy_into(); error != 0) refuse(error);
}

}  // namespace smpi::record
