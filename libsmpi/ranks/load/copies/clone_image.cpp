// SPDX-License-Identifier: BSD-3-Clause
//
// Writing the image, and the mappings of one rank.
#include "libsmpi/ranks/load/copies/clone_image.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "kernel/error.h"

namespace smpi::load {
namespace {

constexpr std::uint64_t page_bytes = 4096;
// From here on zeroed data is fresh memory where mappings are separate: it may have huge pages, and
// the kernel says which of its pages nobody touched (datatype/untouched_memory). Below, one mapping
// less is worth more.
constexpr std::uint64_t fresh_min_bytes = 64 * 1024;
// Ranks that have one mapping where they share them: few, as each is a copy of the code in memory.
constexpr std::uint64_t sharing_ranks = 4;

std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

[[noreturn]] void fail(const std::string& what, const std::string& hint) {
  throw kernel::InputError(fmt::format("{} ({})", what, std::strerror(errno)), {.hint = hint});
}

}  // namespace

std::optional<CloneMappings> parse_clone_mappings(const std::string& value) {
  if (value == "auto") return std::nullopt;
  if (value == "separate") return CloneMappings::separate;
  if (value == "single") return CloneMappings::single;
  if (value == "shared") return CloneMappings::shared;
  throw kernel::InputError("option smpi/clone-mappings needs auto, separate, single or shared",
                           {.text = value});
}

CloneImage::CloneImage(std::span<const ClonePlan> plans)
    : image_(memfd_create("ranks", MFD_CLOEXEC)) {
  if (image_ < 0) fail("cannot make a file in memory", "");
  for (const ClonePlan& plan : plans) add(plan);
}

CloneImage::~CloneImage() {
  for (const int file : files_) close(file);
  close(image_);
}

void CloneImage::add(const ClonePlan& plan) {
  const std::uint64_t begin = plan.begin() / plan.alignment() * plan.alignment();
  const std::uint64_t origin = align_up(size_bytes_, plan.alignment()) - begin;
  alignment_ = std::max(alignment_, plan.alignment());
  origins_.push_back(origin);
  size_bytes_ = origin + plan.end();
  if (ftruncate(image_, static_cast<off_t>(size_bytes_)) != 0) {
    fail("cannot make a file in memory", "free memory");
  }
  add_text(plan, origin);
  write(plan.data_template(), origin + plan.data_start());
  const std::uint64_t zeroed =
      align_up(plan.data_start() + plan.data_template().size(), page_bytes);
  if (plan.end() < zeroed + fresh_min_bytes) return;
  parts_.push_back({.offset = origin + zeroed,
                    .size_bytes = plan.end() - zeroed,
                    .protection = PROT_READ | PROT_WRITE,
                    .file = -1,
                    .file_offset = 0});
}

void CloneImage::add_text(const ClonePlan& plan, std::uint64_t origin) {
  const ElfFile& file = plan.file();
  int descriptor = image_;
  if (!file.is_patched()) {
    descriptor = open(file.path().c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) fail("cannot open " + file.path(), "");
    files_.push_back(descriptor);
  }
  for (const ClonePlan::Text& text : plan.texts()) {
    const std::uint64_t offset = origin + text.address;
    const std::span<const std::byte> content = file.content().subspan(text.file_offset);
    write(content.first(std::min(content.size(), text.size_bytes)), offset);
    parts_.push_back({.offset = offset,
                      .size_bytes = align_up(text.size_bytes, page_bytes),
                      .protection = text.protection,
                      .file = descriptor,
                      .file_offset = file.is_patched() ? offset : text.file_offset});
  }
}

void CloneImage::write(std::span<const std::byte> bytes, std::uint64_t offset) const {
  while (!bytes.empty()) {
    const ssize_t written = pwrite(image_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0) fail("cannot keep the program in memory", "free memory");
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
}

std::byte* CloneImage::map_image(std::uint64_t size_bytes, int protection) const {
  constexpr int flags = MAP_PRIVATE | MAP_NORESERVE;
  if (alignment_ <= page_bytes) {
    return static_cast<std::byte*>(mmap(nullptr, size_bytes, protection, flags, image_, 0));
  }
  const std::uint64_t reserved_bytes = size_bytes + alignment_;
  void* reserved = mmap(nullptr, reserved_bytes, PROT_NONE, flags | MAP_ANONYMOUS, -1, 0);
  if (reserved == MAP_FAILED) return static_cast<std::byte*>(reserved);
  auto* start = static_cast<std::byte*>(reserved);
  auto* base =
      reinterpret_cast<std::byte*>(align_up(reinterpret_cast<std::uint64_t>(start), alignment_));
  if (base != start) munmap(start, static_cast<std::size_t>(base - start));
  munmap(base + size_bytes, static_cast<std::size_t>(start + reserved_bytes - base - size_bytes));
  return static_cast<std::byte*>(mmap(base, size_bytes, protection, flags | MAP_FIXED, image_, 0));
}

// Puts the image into its file again and again, for ranks that share a mapping.
void CloneImage::repeat() {
  size_bytes_ = align_up(size_bytes_, alignment_);
  if (ftruncate(image_, static_cast<off_t>(size_bytes_ * sharing_ranks)) != 0) {
    fail("cannot keep the program in memory", "free memory");
  }
  const void* first = mmap(nullptr, size_bytes_, PROT_READ, MAP_SHARED, image_, 0);
  if (first == MAP_FAILED) fail("cannot read the program in memory", "free memory");
  const std::span<const std::byte> image(static_cast<const std::byte*>(first), size_bytes_);
  for (std::uint64_t copy = 1; copy < sharing_ranks; copy++) write(image, copy * size_bytes_);
  munmap(const_cast<void*>(first), size_bytes_);
}

// The place of the next rank; MAP_FAILED when there is none.
std::byte* CloneImage::map_shared() {
  if (shared_left_ == 0) {
    if (shared_ == nullptr) repeat();
    shared_ = map_image(size_bytes_ * sharing_ranks, PROT_READ | PROT_WRITE | PROT_EXEC);
    if (shared_ == MAP_FAILED) return shared_;
    shared_left_ = sharing_ranks;
  }
  return shared_ + (sharing_ranks - shared_left_--) * size_bytes_;
}

std::vector<std::byte*> CloneImage::map(CloneMappings mappings) {
  const bool is_separate = mappings == CloneMappings::separate;
  const char* hint = "raise vm.max_map_count, free memory, or use fewer ranks";
  std::byte* start =
      mappings == CloneMappings::shared
          ? map_shared()
          : map_image(size_bytes_, PROT_READ | PROT_WRITE | (is_separate ? 0 : PROT_EXEC));
  if (start == MAP_FAILED) fail("cannot map a copy of the program", hint);
  const std::span<const Part> parts =
      is_separate ? std::span<const Part>(parts_) : std::span<const Part>();
  for (const Part& part : parts) {
    const int source = part.file < 0 ? MAP_ANONYMOUS : 0;
    if (mmap(start + part.offset, part.size_bytes, part.protection,
             MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE | source, part.file,
             static_cast<off_t>(part.file_offset)) == MAP_FAILED) {
      fail("cannot map a copy of the program", hint);
    }
  }
  std::vector<std::byte*> bases;
  bases.reserve(origins_.size());
  for (const std::uint64_t origin : origins_) bases.push_back(start + origin);
  return bases;
}

// What shows of the image between the parts is a mapping each.
std::uint64_t CloneImage::mapping_count(CloneMappings mappings, std::uint64_t rank_count) const {
  if (mappings == CloneMappings::single) return rank_count;
  if (mappings == CloneMappings::shared) return (rank_count - 1) / sharing_ranks + 1;
  std::uint64_t count = parts_.size();
  std::uint64_t covered = 0;
  for (const Part& part : parts_) {
    if (part.offset > covered) count++;
    covered = part.offset + part.size_bytes;
  }
  if (covered < size_bytes_) count++;
  return count * rank_count;
}

}  // namespace smpi::load
