// SPDX-License-Identifier: BSD-3-Clause
//
// FICLONE, else SEEK_DATA and copies of each piece.
#include "libsmpi/run/futures/copied_content.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

namespace smpi::futures {
namespace {

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t buffer_bytes = 1U << 20;

bool write_at(int target, off_t offset, const char* data, std::size_t size_bytes) {
  while (size_bytes > 0) {
    const ssize_t count = pwrite(target, data, size_bytes, offset);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    data += count;
    offset += count;
    size_bytes -= static_cast<std::size_t>(count);
  }
  return true;
}

bool copy_piece(int source, int target, off_t begin, off_t end, std::vector<char>& buffer) {
  while (begin < end) {
    const auto wanted = std::min(static_cast<std::size_t>(end - begin), buffer.size());
    const ssize_t count = pread(source, buffer.data(), wanted, begin);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    if (count == 0) break;  // it has become shorter
    if (!write_at(target, begin, buffer.data(), static_cast<std::size_t>(count))) return false;
    begin += count;
  }
  return true;
}

}  // namespace

bool copy_content(int source, int target) {
  if (ioctl(target, FICLONE, source) == 0) return true;
  struct stat status {};
  if (fstat(source, &status) != 0 || ftruncate(target, status.st_size) != 0) return false;
  std::vector<char> buffer(buffer_bytes);
  for (off_t begin = 0; begin < status.st_size;) {
    const off_t data = lseek(source, begin, SEEK_DATA);
    if (data < 0 && errno == ENXIO) return true;  // holes to the end
    const off_t hole = data < 0 ? status.st_size : lseek(source, data, SEEK_HOLE);
    const off_t from = data < 0 ? begin : data;
    const off_t until = hole < 0 ? status.st_size : hole;
    if (!copy_piece(source, target, from, until, buffer)) return false;
    begin = until;
  }
  return true;
}

bool copy_memory_into(int target, off_t offset, const void* begin, std::size_t size_bytes) {
  struct stat status {};
  const auto end = offset + static_cast<off_t>(size_bytes);
  if (fstat(target, &status) != 0) return false;
  if (status.st_size < end && ftruncate(target, end) != 0) return false;
  static constexpr char zeros[page_bytes] = {};
  const auto* const data = static_cast<const char*>(begin);
  for (std::size_t done = 0; done < size_bytes; done += page_bytes) {
    const std::size_t count = std::min(page_bytes, size_bytes - done);
    if (std::memcmp(data + done, zeros, count) == 0) continue;
    if (!write_at(target, offset + static_cast<off_t>(done), data + done, count)) return false;
  }
  return true;
}

}  // namespace smpi::futures
