// SPDX-License-Identifier: BSD-3-Clause
//
// The search itself, and the format of ld.so.cache.
#include "libsmpi/ranks/load/elf/library_search.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

namespace smpi::load {
namespace {

// The part of ld.so.cache that glibc 2.2 and later read.
struct CacheHeader {
  char magic[20];  // "glibc-ld.so.cache1.1"
  std::uint32_t entry_count;
  std::uint32_t strings_bytes;
  std::uint32_t unused[5];
};
struct CacheEntry {
  std::int32_t flags;  // 0x0303: an x86-64 library of libc 6
  std::uint32_t name;  // offsets from the header
  std::uint32_t path;
  std::uint32_t os_version;
  std::uint64_t hardware;  // not 0: for special processors only
};
static_assert(sizeof(CacheHeader) == 48 && sizeof(CacheEntry) == 24);
constexpr char cache_magic[] = "glibc-ld.so.cache1.1";
constexpr std::int32_t x86_64_library = 0x0303;

std::string search_cache(const std::string& name) {
  std::ifstream file("/etc/ld.so.cache", std::ios::binary);
  const std::string cache((std::istreambuf_iterator<char>(file)), {});
  CacheHeader header{};
  if (cache.size() < sizeof header) return {};
  std::memcpy(&header, cache.data(), sizeof header);
  if (std::memcmp(header.magic, cache_magic, sizeof header.magic) != 0) return {};
  for (std::uint32_t i = 0; i < header.entry_count; i++) {
    const std::size_t offset = sizeof header + i * sizeof(CacheEntry);
    CacheEntry entry{};
    if (offset + sizeof entry > cache.size()) break;
    std::memcpy(&entry, cache.data() + offset, sizeof entry);
    if (entry.flags != x86_64_library || entry.hardware != 0) continue;
    if (entry.name >= cache.size() || entry.path >= cache.size()) continue;
    if (name == cache.c_str() + entry.name) return cache.c_str() + entry.path;
  }
  return {};
}

std::string search_directories(const std::string& list, const std::string& name) {
  std::stringstream directories(list);
  for (std::string directory; std::getline(directories, directory, ':');) {
    const std::filesystem::path path =
        std::filesystem::path(directory.empty() ? "." : directory) / name;
    std::error_code error;
    if (std::filesystem::is_regular_file(path, error)) return path;
  }
  return {};
}

}  // namespace

std::string expand_origin(std::string path, const std::string& file) {
  std::error_code error;
  const std::string origin = std::filesystem::canonical(file, error).parent_path();
  for (const std::string_view token : {"${ORIGIN}", "$ORIGIN"}) {
    for (std::size_t at = path.find(token); at != std::string::npos; at = path.find(token, at)) {
      path.replace(at, token.size(), origin);
      at += origin.size();
    }
  }
  return path;
}

std::string find_library(const std::string& name, const ElfFile& requester) {
  if (name.find('/') != std::string::npos) return std::filesystem::exists(name) ? name : "";
  std::string path;
  if (const char* list = std::getenv("LD_LIBRARY_PATH"); list != nullptr && *list != '\0') {
    path = search_directories(list, name);
  }
  if (path.empty() && !requester.run_path().empty()) {
    path = search_directories(expand_origin(requester.run_path(), requester.path()), name);
  }
  if (path.empty()) path = search_cache(name);
  if (path.empty()) {
    path = search_directories(
        "/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu:/lib64:/usr/lib64:"
        "/lib:/usr/lib",
        name);
  }
  return path;
}

}  // namespace smpi::load
