// SPDX-License-Identifier: BSD-3-Clause
//
// Files of traces may be larger than the memory: the system reads what is looked at.
#include "libsmpi/watch/trace/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "kernel/error.h"

namespace smpi::trace {

MappedFile::MappedFile(const std::string& path) : path_(path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  const bool is_there = descriptor >= 0 && ::fstat(descriptor, &status) == 0;
  const std::string reason = is_there ? "it is not a file" : std::strerror(errno);
  if (!is_there || !S_ISREG(status.st_mode)) {
    if (descriptor >= 0) ::close(descriptor);
    throw kernel::InputError("cannot read the trace", {.file = path, .text = reason});
  }
  size_ = static_cast<std::size_t>(status.st_size);
  if (size_ > 0) {
    void* const place = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
    begin_ = place == MAP_FAILED ? nullptr : static_cast<const char*>(place);
  }
  ::close(descriptor);
  if (size_ > 0 && begin_ == nullptr) {
    throw kernel::InputError("cannot map the trace", {.file = path, .text = std::strerror(errno)});
  }
}

MappedFile::~MappedFile() {
  if (begin_ != nullptr) ::munmap(const_cast<char*>(begin_), size_);
}

int MappedFile::line_of(const char* place) const {
  return 1 + static_cast<int>(std::count(begin_, std::min(place, begin_ + size_), '\n'));
}

}  // namespace smpi::trace
