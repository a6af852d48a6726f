// SPDX-License-Identifier: BSD-3-Clause
//
// Copies made by ourselves: the program's own file mapped again, with fresh writable memory.
//
// What dlopen costs a rank (a file, six mappings, tables of the dynamic linker that grow with the
// square of the ranks; measured 85 us each for 1,000 copies of a small program and 350 us for
// 6,000) is for sharing nothing and knowing nothing about the other copies. Here code is shared in
// the page cache and a copy is two mappings, the pages it writes and one pass over a list of
// pointers; all symbols are looked up once. Not everything can be done so: obstacle() says what
// stands in the way, and the caller takes dlopen instead.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "libsmpi/load/clone_plan.h"
#include "libsmpi/load/instance.h"
#include "libsmpi/load/resources.h"

namespace smpi::load {

class CloneLoader {
 public:
  // Throws InputError for symbols that nobody defines.
  CloneLoader(std::span<const ObjectInfo> objects, std::span<const SearchedObject> search_order);
  ~CloneLoader();
  CloneLoader(const CloneLoader&) = delete;
  CloneLoader& operator=(const CloneLoader&) = delete;

  // Why the program cannot be cloned; empty when it can.
  const std::string& obstacle() const { return obstacle_; }

  // Makes a copy of every object; returns their load addresses. Throws InputError when memory or
  // mappings run out.
  std::vector<std::byte*> load() const;
  // What one copy needs.
  ResourceNeeds copy_needs() const;

 private:
  // An initialised segment that is too large to be copied to every rank comes from a file in
  // memory, so that pages that no rank writes exist once.
  struct Object {
    std::unique_ptr<ClonePlan> plan;
    int text_file = -1;
    int data_file = -1;                 // -1: copied from the plan's template
    std::uint64_t data_file_bytes = 0;  // whole pages
  };
  std::byte* map_object(const Object& object) const;
  void check_missing() const;
  static void open_files(Object& object, const ElfFile& file);

  std::vector<Object> objects_;
  std::string obstacle_;
};

}  // namespace smpi::load
