// SPDX-License-Identifier: BSD-3-Clause
//
// Creating, mapping and trimming the file.
#include "libsmpi/ranks/memory/shared_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "kernel/error.h"

namespace smpi::memory {
namespace {

constexpr std::string_view transparent = "auto";
constexpr const char* sizes_file = "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size";
constexpr const char* allowance_file = "/sys/kernel/mm/transparent_hugepage/shmem_enabled";

// The size of a transparent huge page; `page_bytes` when there are none.
std::size_t transparent_page_bytes(std::size_t page_bytes) {
  std::ifstream file(sizes_file);
  std::size_t size_bytes = 0;
  return file >> size_bytes && std::has_single_bit(size_bytes) ? size_bytes : page_bytes;
}

int open_in_folder(const std::string& folder, std::size_t& page_bytes) {
  const auto refuse = [&](const char* reason) {
    throw kernel::InputError(
        fmt::format("cannot make a file for shared memory ({})", reason),
        {.text = folder,
         .hint = "smpi/shared-malloc-hugepage is a mounted hugetlbfs folder, or auto"});
  };
  struct statfs system {};
  if (statfs(folder.c_str(), &system) != 0) refuse(std::strerror(errno));
  if (system.f_type != HUGETLBFS_MAGIC) refuse("it has no huge pages");
  std::string path = folder + "/smpi-XXXXXX";
  const int descriptor = mkostemp(path.data(), O_CLOEXEC);
  if (descriptor < 0) refuse(std::strerror(errno));
  unlink(path.c_str());
  page_bytes = static_cast<std::size_t>(system.f_bsize);
  return descriptor;
}

}  // namespace

SharedFile::SharedFile(const std::string& huge_pages)
    : page_bytes_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))), huge_page_bytes_(page_bytes_) {
  if (!huge_pages.empty() && huge_pages != transparent) {
    descriptor_ = open_in_folder(huge_pages, page_bytes_);
    huge_page_bytes_ = page_bytes_;
    kind_ = Kind::reserved;
    return;
  }
  if (huge_pages == transparent) {
    kind_ = Kind::transparent;
    huge_page_bytes_ = transparent_page_bytes(page_bytes_);
  }
  descriptor_ = memfd_create("smpi-shared", MFD_CLOEXEC);
  SIM_ASSERT(descriptor_ >= 0, "memfd_create failed");
}

SharedFile::~SharedFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool SharedFile::map_over(AddressRange range) {
  const std::size_t size_bytes = range.end - range.begin;
  const std::size_t offset = range.begin % huge_page_bytes_;
  if (offset + size_bytes > size_bytes_) {
    if (ftruncate(descriptor_, static_cast<off_t>(offset + size_bytes)) != 0) return false;
    size_bytes_ = offset + size_bytes;
  }
  void* address = reinterpret_cast<void*>(range.begin);
  // The pages of a hugetlbfs are reserved now: where there are too few, that is an error here and
  // no signal later.
  const int flags = MAP_SHARED | MAP_FIXED | (kind_ == Kind::reserved ? 0 : MAP_NORESERVE);
  if (mmap(address, size_bytes, PROT_READ | PROT_WRITE, flags, descriptor_,
           static_cast<off_t>(offset)) == MAP_FAILED) {
    return false;
  }
  // Advice: a system that cannot follow it works as well.
  if (kind_ == Kind::transparent) madvise(address, size_bytes, MADV_HUGEPAGE);
  return true;
}

std::string why_no_huge_pages(const std::string& huge_pages) {
  if (huge_pages != transparent) return "";
  std::ifstream file(allowance_file);
  std::string choices;
  std::getline(file, choices);
  for (const char* refused : {"[never]", "[deny]"}) {
    if (choices.find(refused) == std::string::npos) continue;
    return fmt::format("no huge pages for shared memory: {} says {}; advise would allow them",
                       allowance_file, refused);
  }
  return choices.empty() ? "no huge pages for shared memory: this system has no transparent ones"
                         : "";
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
