// SPDX-License-Identifier: BSD-3-Clause
//
// Creating, mapping and trimming the file.
#include "libsmpi/memory/shared_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "kernel/error.h"

namespace smpi::memory {
namespace {

constexpr std::string_view transparent = "auto";

int open_in_folder(const std::string& folder, std::size_t& page_bytes) {
  std::string path = folder + "/smpi-XXXXXX";
  const int descriptor = mkostemp(path.data(), O_CLOEXEC);
  struct statfs system {};
  if (descriptor < 0 || fstatfs(descriptor, &system) != 0) {
    throw kernel::InputError(
        fmt::format("cannot make a file for shared memory ({})", std::strerror(errno)),
        {.file = "",
         .line = 0,
         .text = folder,
         .hint = "smpi/shared-malloc-hugepage is a mounted hugetlbfs folder, or auto"});
  }
  unlink(path.c_str());
  page_bytes = static_cast<std::size_t>(system.f_bsize);
  return descriptor;
}

}  // namespace

SharedFile::SharedFile(const std::string& huge_pages)
    : page_bytes_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
  if (!huge_pages.empty() && huge_pages != transparent) {
    descriptor_ = open_in_folder(huge_pages, page_bytes_);
    return;
  }
  transparent_huge_pages_ = huge_pages == transparent;
  descriptor_ = memfd_create("smpi-shared", MFD_CLOEXEC);
  SIM_ASSERT(descriptor_ >= 0, "memfd_create failed");
}

SharedFile::~SharedFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool SharedFile::map_over(AddressRange range) {
  const std::size_t size_bytes = range.end - range.begin;
  if (size_bytes > size_bytes_) {
    if (ftruncate(descriptor_, static_cast<off_t>(size_bytes)) != 0) return false;
    size_bytes_ = size_bytes;
  }
  void* address = reinterpret_cast<void*>(range.begin);
  if (mmap(address, size_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_NORESERVE,
           descriptor_, 0) == MAP_FAILED) {
    return false;
  }
  // Advice: a system that cannot follow it works as well.
  if (transparent_huge_pages_) madvise(address, size_bytes, MADV_HUGEPAGE);
  return true;
}

void SharedFile::trim(std::size_t limit_bytes) {
  struct stat status {};
  constexpr std::size_t block_bytes = 512;  // the unit of st_blocks
  if (fstat(descriptor_, &status) != 0) return;
  if (static_cast<std::size_t>(status.st_blocks) * block_bytes <= limit_bytes) return;
  fallocate(descriptor_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
            static_cast<off_t>(size_bytes_));
}

}  // namespace smpi::memory
