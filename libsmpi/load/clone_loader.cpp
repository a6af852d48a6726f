// SPDX-License-Identifier: BSD-3-Clause
//
// Opening of the files that copies are mapped from, and the mappings of one copy.
#include "libsmpi/load/clone_loader.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "kernel/error.h"

namespace smpi::load {
namespace {

constexpr std::uint64_t page_bytes = 4096;
// From here on a rank shares the pages of its initialised data that it never writes. Below, one
// mapping less is worth more than the memory.
constexpr std::uint64_t shared_data_min_bytes = 1U << 20;

[[noreturn]] void fail(const std::string& what, const std::string& hint) {
  throw kernel::InputError(fmt::format("{} ({})", what, std::strerror(errno)),
                           {.file = "", .line = 0, .text = "", .hint = hint});
}

// Address space for `size_bytes` at a multiple of `alignment`, readable and executable from `file`.
std::byte* map_aligned(std::uint64_t size_bytes, std::uint64_t alignment, int protection, int file,
                       std::uint64_t offset) {
  if (alignment <= page_bytes) {
    return static_cast<std::byte*>(
        mmap(nullptr, size_bytes, protection, MAP_PRIVATE, file, static_cast<off_t>(offset)));
  }
  const std::uint64_t reserved_bytes = size_bytes + alignment;
  void* reserved =
      mmap(nullptr, reserved_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) return static_cast<std::byte*>(reserved);
  auto* start = static_cast<std::byte*>(reserved);
  auto* base = reinterpret_cast<std::byte*>(
      (reinterpret_cast<std::uint64_t>(start) + alignment - 1) / alignment * alignment);
  if (base != start) munmap(start, static_cast<std::size_t>(base - start));
  munmap(base + size_bytes, static_cast<std::size_t>(start + reserved_bytes - base - size_bytes));
  return static_cast<std::byte*>(mmap(base, size_bytes, protection, MAP_PRIVATE | MAP_FIXED, file,
                                      static_cast<off_t>(offset)));
}

// A file without a name that holds `bytes`; -1 with errno when memory runs out.
int file_in_memory(const char* label, std::span<const std::byte> bytes) {
  const int file = memfd_create(label, MFD_CLOEXEC);
  if (file < 0) return file;
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0) {
      const int error = errno;
      close(file);
      errno = error;
      return -1;
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return file;
}

}  // namespace

CloneLoader::CloneLoader(std::span<const ObjectInfo> objects,
                         std::span<const SearchedObject> search_order) {
  const SymbolSearch symbols(objects, search_order);
  obstacle_ = symbols.obstacle();
  for (std::size_t i = 0; i < objects.size(); i++) {
    Object& object = objects_.emplace_back();
    object.plan = std::make_unique<ClonePlan>(objects, i, symbols);
    if (obstacle_.empty() && !object.plan->obstacle().empty()) {
      const std::filesystem::path path = objects[i].file->path();
      obstacle_ = fmt::format("{} has {}", path.filename().string(), object.plan->obstacle());
    }
  }
  if (!obstacle_.empty()) return;
  check_missing();
  for (std::size_t i = 0; i < objects.size(); i++) open_files(objects_[i], *objects[i].file);
}

CloneLoader::~CloneLoader() {
  for (const Object& object : objects_) {
    if (object.text_file >= 0) close(object.text_file);
    if (object.data_file >= 0) close(object.data_file);
  }
}

void CloneLoader::check_missing() const {
  std::vector<std::string> names;
  for (const Object& object : objects_) {
    names.insert(names.end(), object.plan->missing().begin(), object.plan->missing().end());
  }
  if (names.empty()) return;
  throw kernel::InputError("the program uses symbols that no library defines",
                           {.file = "",
                            .line = 0,
                            .text = fmt::format("{}", fmt::join(names, ", ")),
                            .hint = "is a library missing, or built for another MPI?"});
}

void CloneLoader::open_files(Object& object, const ElfFile& file) {
  object.text_file = file.is_patched() ? file_in_memory("patched-code", file.content())
                                       : open(file.path().c_str(), O_RDONLY | O_CLOEXEC);
  if (object.text_file < 0) fail("cannot open " + file.path(), "");
  const std::span<const std::byte> data = object.plan->data_template();
  if (data.size() < shared_data_min_bytes) return;
  object.data_file_bytes = data.size() / page_bytes * page_bytes;
  object.data_file = file_in_memory("initialised-data", data.first(object.data_file_bytes));
  if (object.data_file < 0) {
    fail("cannot keep the initialised data of " + file.path(), "free memory");
  }
}

std::byte* CloneLoader::map_object(const Object& object) const {
  const ClonePlan& plan = *object.plan;
  const ClonePlan::Text& first = plan.texts().front();
  // The first mapping reserves the whole object; what is not text is mapped over.
  std::byte* start = map_aligned(plan.end() - first.address, plan.alignment(), first.protection,
                                 object.text_file, first.file_offset);
  const char* hint = "raise vm.max_map_count, free memory, or use fewer ranks";
  if (start == MAP_FAILED) fail("cannot map a copy of the program", hint);
  std::byte* base = start - first.address;
  for (const ClonePlan::Text& text : plan.texts().subspan(1)) {
    if (mmap(base + text.address, text.size_bytes, text.protection, MAP_PRIVATE | MAP_FIXED,
             object.text_file, static_cast<off_t>(text.file_offset)) == MAP_FAILED) {
      fail("cannot map a copy of the program", hint);
    }
  }
  std::byte* data = base + plan.data_start();
  constexpr int writable = PROT_READ | PROT_WRITE;
  constexpr int fixed = MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE;
  const std::uint64_t shared_bytes = object.data_file_bytes;
  if (shared_bytes > 0 &&
      mmap(data, shared_bytes, writable, fixed, object.data_file, 0) == MAP_FAILED) {
    fail("cannot map a copy of the program's data", hint);
  }
  const std::uint64_t fresh_bytes = plan.end() - plan.data_start() - shared_bytes;
  if (fresh_bytes > 0 && mmap(data + shared_bytes, fresh_bytes, writable, fixed | MAP_ANONYMOUS, -1,
                              0) == MAP_FAILED) {
    fail("cannot map a copy of the program's data", hint);
  }
  const std::span<const std::byte> rest = plan.data_template().subspan(shared_bytes);
  std::memcpy(data + shared_bytes, rest.data(), rest.size());
  return base;
}

std::vector<std::byte*> CloneLoader::load() const {
  std::vector<std::byte*> bases;
  bases.reserve(objects_.size());
  for (const Object& object : objects_) bases.push_back(map_object(object));
  for (const Object& object : objects_) object.plan->relocate(bases);
  for (const Object& object : objects_) object.plan->finish(bases);
  return bases;
}

ResourceNeeds CloneLoader::copy_needs() const {
  ResourceNeeds needs;
  for (const Object& object : objects_) {
    const ClonePlan& plan = *object.plan;
    needs.mappings += plan.texts().size() + 1 + (object.data_file >= 0 ? 1 : 0);
    needs.address_space_bytes += plan.end();
    needs.memory_bytes += plan.written_pages(object.data_file < 0) * page_bytes;
  }
  return needs;
}

}  // namespace smpi::load
