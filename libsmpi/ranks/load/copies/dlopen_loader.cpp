// SPDX-License-Identifier: BSD-3-Clause
//
// Files in memory, names that glibc has not seen before, and dlopen.
#include "libsmpi/ranks/load/copies/dlopen_loader.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "kernel/error.h"
#include "libsmpi/ranks/load/elf/library_search.h"

namespace smpi::load {
namespace {

[[noreturn]] void fail(const std::string& message, const std::string& path,
                       const std::string& hint) {
  throw kernel::InputError(message, {.text = path, .hint = hint});
}

// glibc compares names before it looks at files, and descriptors are reused: every rank needs
// another spelling of /proc/self/fd/N. One bit of the rank is "//" or "/.".
std::string unique_name(int file, std::uint32_t rank, std::size_t object) {
  std::string name = "/proc/self/fd";
  for (std::uint64_t bits = rank * std::uint64_t{64} + object + 1; bits != 0; bits >>= 1) {
    name += (bits & 1) != 0 ? "/." : "//";
  }
  return name + fmt::format("/{}", file);
}

void write_all(int file, std::span<const std::byte> bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0) {
      const int error = errno;
      close(file);
      fail(fmt::format("cannot write a copy of the program ({})", std::strerror(error)), path,
           "free memory or disk space, or use fewer ranks");
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

}  // namespace

DlopenLoader::DlopenLoader(std::span<const ObjectInfo> objects, const DlopenOptions& options)
    : objects_(objects) {
  for (const ObjectInfo& object : objects_.first(objects_.size() - 1)) {
    const std::string& name = object.file->soname();
    private_names_.push_back(
        name.empty() ? std::filesystem::path(object.file->path()).filename().string() : name);
  }
  for (const ObjectInfo& object : objects_) {
    images_.push_back(
        std::make_unique<CopyImage>(*object.file, private_names_, options.keep_files));
  }
  if (options.keep_files) {
    std::string pattern = options.temporary_directory + "/smpirun-XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) {
      fail(fmt::format("cannot make a directory for copies of the program ({})",
                       std::strerror(errno)),
           options.temporary_directory, "name another directory with -tmpdir");
    }
    kept_directory_ = pattern;
  }
  load_shared_libraries();
}

// Libraries that all ranks share are loaded before any copy: otherwise their own symbols could be
// bound to the first rank's copy. One that needs symbols of the program has to come with it.
void DlopenLoader::load_shared_libraries() const {
  for (const ObjectInfo& object : objects_) {
    for (const std::string& name : object.file->needed()) {
      if (std::ranges::find(private_names_, name) != private_names_.end()) continue;
      const std::string path = find_library(name, *object.file);
      if (dlopen(name.c_str(), RTLD_NOW | RTLD_NOLOAD) != nullptr || path.empty()) continue;
      dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    }
  }
}

// Measured for small programs: the link map and the tables glibc keeps of it.
ResourceNeeds DlopenLoader::copy_needs() const {
  constexpr std::uint64_t link_map_bytes = 4096;
  ResourceNeeds needs;
  for (const ObjectInfo& object : objects_) {
    needs.mappings += 1;  // what is behind the initialised data
    needs.address_space_bytes += object.span_bytes;
    needs.memory_bytes += link_map_bytes;
    for (const Elf64_Phdr& part : object.file->segments()) {
      if (part.p_type != PT_LOAD) continue;
      needs.mappings += 1;
      // The file of the copy, and a second copy of the pages that relocation writes.
      needs.memory_bytes += part.p_filesz * ((part.p_flags & PF_W) != 0 ? 2 : 1);
    }
  }
  return needs;
}

std::vector<std::byte*> DlopenLoader::load(std::uint32_t rank) {
  std::vector<std::byte*> bases;
  for (std::size_t i = 0; i < objects_.size(); i++) bases.push_back(load_object(i, rank));
  return bases;
}

std::byte* DlopenLoader::load_object(std::size_t object, std::uint32_t rank) {
  const std::string& original = objects_[object].file->path();
  const std::string stem = std::filesystem::path(original).filename().string();
  std::string name;
  int file = -1;
  if (kept_directory_.empty()) {
    file = memfd_create(stem.c_str(), MFD_CLOEXEC);
    name = unique_name(file, rank, object);
  } else {
    name = fmt::format("{}/{}.{}", kept_directory_, stem, rank);
    file = open(name.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0700);
  }
  if (file < 0) {
    fail(fmt::format("cannot make a copy of the program ({})", std::strerror(errno)), original,
         "raise the limit of open files (ulimit -n), or free disk space");
  }
  write_all(file, images_[object]->for_rank(rank), original);
  void* handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  close(file);
  if (handle == nullptr) {
    std::string message = dlerror();
    if (message.starts_with(name + ": ")) message.erase(0, name.size() + 2);
    fail("cannot load the program: " + message, original,
         rank == 0 ? "is a library missing, or built for another MPI?"
                   : fmt::format("{} copies were loaded before", rank));
  }
  link_map* map = nullptr;
  dlinfo(handle, RTLD_DI_LINKMAP, &map);
  return reinterpret_cast<std::byte*>(map->l_addr);
}

}  // namespace smpi::load
