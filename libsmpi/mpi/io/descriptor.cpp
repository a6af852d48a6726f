// SPDX-License-Identifier: BSD-3-Clause
//
// Positioned reads and writes, repeated until all is moved; the table of error classes.
#include "libsmpi/mpi/io/descriptor.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>

namespace smpi::io {
namespace {

struct ErrorClass {
  int error_number;
  int error_class;
};

constexpr ErrorClass error_classes[] = {
    {ENOENT, MPI_ERR_NO_SUCH_FILE},   {EACCES, MPI_ERR_ACCESS},
    {EPERM, MPI_ERR_ACCESS},          {EEXIST, MPI_ERR_FILE_EXISTS},
    {EROFS, MPI_ERR_READ_ONLY},       {ENOSPC, MPI_ERR_NO_SPACE},
    {EFBIG, MPI_ERR_NO_SPACE},        {EDQUOT, MPI_ERR_QUOTA},
    {ENAMETOOLONG, MPI_ERR_BAD_FILE}, {ENOTDIR, MPI_ERR_BAD_FILE},
    {EISDIR, MPI_ERR_BAD_FILE},       {ELOOP, MPI_ERR_BAD_FILE},
    {ETXTBSY, MPI_ERR_FILE_IN_USE},   {EBUSY, MPI_ERR_FILE_IN_USE},
    {ENOMEM, MPI_ERR_NO_MEM},         {EOPNOTSUPP, MPI_ERR_UNSUPPORTED_OPERATION},
};

int result_of(int status) {
  return status == 0 ? MPI_SUCCESS : error_class_of(errno);
}

}  // namespace

int error_class_of(int error_number) {
  const auto* found = std::find_if(
      std::begin(error_classes), std::end(error_classes),
      [error_number](const ErrorClass& known) { return known.error_number == error_number; });
  return found == std::end(error_classes) ? MPI_ERR_IO : found->error_class;
}

int Descriptor::open(const std::string& path, int flags, mode_t permissions) {
  if (phantom_files != nullptr) {
    phantom_ = phantom_files->open(path);
    return MPI_SUCCESS;
  }
  do {
    number_ = ::open(path.c_str(), flags | O_CLOEXEC, permissions);
  } while (number_ < 0 && errno == EINTR);
  if (number_ < 0) return error_class_of(errno);
  struct stat status {};
  if (fstat(number_, &status) != 0 || !S_ISDIR(status.st_mode)) return MPI_SUCCESS;
  close();
  return MPI_ERR_BAD_FILE;
}

void Descriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
  phantom_.reset();
}

int Descriptor::size(std::int64_t& bytes) const {
  if (phantom_ != nullptr) {
    bytes = phantom_->size_bytes;
    return MPI_SUCCESS;
  }
  struct stat status {};
  if (fstat(number_, &status) != 0) return error_class_of(errno);
  bytes = status.st_size;
  return MPI_SUCCESS;
}

FileIdentity Descriptor::identity() const {
  if (phantom_ != nullptr) return {.device = 0, .inode = phantom_->number};
  struct stat status {};
  if (fstat(number_, &status) != 0) return {};
  return {status.st_dev, status.st_ino};
}

int Descriptor::set_size(std::int64_t bytes) {
  if (phantom_ != nullptr) {
    phantom_->size_bytes = bytes;
    return MPI_SUCCESS;
  }
  return result_of(ftruncate(number_, bytes));
}

int Descriptor::allocate(std::int64_t bytes) {
  if (bytes == 0) return MPI_SUCCESS;
  if (phantom_ != nullptr) {
    phantom_->size_bytes = std::max(phantom_->size_bytes, bytes);
    return MPI_SUCCESS;
  }
  const int error_number = posix_fallocate(number_, 0, bytes);
  return error_number == 0 ? MPI_SUCCESS : error_class_of(error_number);
}

int Descriptor::flush() {
  if (phantom_ != nullptr) return MPI_SUCCESS;
  // What cannot be synchronised, such as a pipe, has nothing to write back.
  const int status = fdatasync(number_);
  return status != 0 && (errno == EINVAL || errno == EROFS) ? MPI_SUCCESS : result_of(status);
}

int Descriptor::write(const std::byte* data, std::int64_t bytes, std::int64_t offset) {
  if (phantom_ != nullptr) {
    if (bytes > 0) phantom_->size_bytes = std::max(phantom_->size_bytes, offset + bytes);
    return MPI_SUCCESS;
  }
  while (bytes > 0) {
    const ssize_t moved = pwrite(number_, data, static_cast<std::size_t>(bytes), offset);
    if (moved < 0 && errno == EINTR) continue;
    if (moved < 0) return error_class_of(errno);
    data += moved;
    offset += moved;
    bytes -= moved;
  }
  return MPI_SUCCESS;
}

int Descriptor::read(std::byte* data, std::int64_t bytes, std::int64_t offset,
                     std::int64_t& read_bytes) const {
  read_bytes = 0;
  if (phantom_ != nullptr) {
    read_bytes = std::clamp<std::int64_t>(phantom_->size_bytes - offset, 0, bytes);
    return MPI_SUCCESS;
  }
  while (read_bytes < bytes) {
    const ssize_t moved = pread(number_, data + read_bytes,
                                static_cast<std::size_t>(bytes - read_bytes), offset + read_bytes);
    if (moved < 0 && errno == EINTR) continue;
    if (moved < 0) return error_class_of(errno);
    if (moved == 0) break;
    read_bytes += moved;
  }
  return MPI_SUCCESS;
}

}  // namespace smpi::io
