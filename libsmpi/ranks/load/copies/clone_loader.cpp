// SPDX-License-Identifier: BSD-3-Clause
//
// Planning once, and the steps of one copy.
#include "libsmpi/ranks/load/copies/clone_loader.h"

#include <fmt/format.h>

#include <filesystem>

#include "kernel/error.h"

namespace smpi::load {
namespace {

constexpr std::uint64_t page_bytes = 4096;

}  // namespace

CloneLoader::CloneLoader(std::span<const ObjectInfo> objects,
                         std::span<const SearchedObject> search_order, std::size_t present_count) {
  const SymbolSearch symbols(objects, search_order);
  obstacle_ = symbols.obstacle();
  plans_.reserve(objects.size() - present_count);
  for (std::size_t i = present_count; i < objects.size(); i++) {
    const ClonePlan& plan = plans_.emplace_back(objects, i, symbols);
    if (obstacle_.empty() && !plan.obstacle().empty()) {
      const std::filesystem::path path = objects[i].file->path();
      obstacle_ = fmt::format("{} has {}", path.filename().string(), plan.obstacle());
    }
  }
  if (!obstacle_.empty()) return;
  check_missing();
  image_ = std::make_unique<CloneImage>(plans_);
}

void CloneLoader::check_missing() const {
  std::vector<std::string> names;
  for (const ClonePlan& plan : plans_) {
    names.insert(names.end(), plan.missing().begin(), plan.missing().end());
  }
  if (names.empty()) return;
  throw kernel::InputError("the program uses symbols that no library defines",
                           {.text = fmt::format("{}", fmt::join(names, ", ")),
                            .hint = "is a library missing, or built for another MPI?"});
}

std::vector<std::byte*> CloneLoader::load(CloneMappings mappings,
                                          std::span<std::byte* const> present) const {
  const std::vector<std::byte*> copies = image_->map(mappings);
  std::vector<std::byte*> bases(present.begin(), present.end());
  bases.insert(bases.end(), copies.begin(), copies.end());
  for (const ClonePlan& plan : plans_) plan.relocate(bases);
  for (const ClonePlan& plan : plans_) plan.finish(bases);
  return bases;
}

ResourceNeeds CloneLoader::needs(CloneMappings mappings, std::uint64_t copy_count) const {
  ResourceNeeds copy{.address_space_bytes = image_->size_bytes()};
  for (const ClonePlan& plan : plans_) copy.memory_bytes += plan.written_pages() * page_bytes;
  ResourceNeeds all = copy * copy_count;
  all.mappings = image_->mapping_count(mappings, copy_count);
  return all;
}

}  // namespace smpi::load
