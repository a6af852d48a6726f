// SPDX-License-Identifier: BSD-3-Clause
//
// Copies made by ourselves: the program's own files mapped again, with writable memory of the rank.
//
// What dlopen costs a rank (a file, six mappings, tables of the dynamic linker that grow with the
// square of the ranks; measured 85 us each for 1,000 copies of a small program and 350 us for
// 6,000) is for sharing nothing and knowing nothing about the other copies. Here code is shared in
// the page cache and a copy is one or two mappings (CloneImage), the pages it writes and one pass
// over a list of pointers; all symbols are looked up once. Not everything can be done so:
// obstacle() says what stands in the way, and the caller takes dlopen instead.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "libsmpi/ranks/load/copies/clone_image.h"
#include "libsmpi/ranks/load/copies/clone_plan.h"
#include "libsmpi/ranks/load/copies/instance.h"
#include "libsmpi/ranks/load/resources.h"

namespace smpi::load {

class CloneLoader {
 public:
  // The first `present_count` objects are in the rank already (a library that comes later finds the
  // program there); the others are copied. Throws InputError for symbols that nobody defines, and
  // when memory runs out.
  CloneLoader(std::span<const ObjectInfo> objects, std::span<const SearchedObject> search_order,
              std::size_t present_count = 0);

  // Why the program cannot be cloned; empty when it can.
  const std::string& obstacle() const { return obstacle_; }

  // Makes a copy of every object that is not present; returns the load addresses of all, of which
  // `present` has the first ones. Throws InputError when memory or mappings run out.
  std::vector<std::byte*> load(CloneMappings mappings,
                               std::span<std::byte* const> present = {}) const;
  // What so many copies need.
  ResourceNeeds needs(CloneMappings mappings, std::uint64_t copy_count) const;

 private:
  void check_missing() const;

  std::vector<ClonePlan> plans_;
  std::unique_ptr<CloneImage> image_;  // nullptr when there is an obstacle
  std::string obstacle_;
};

}  // namespace smpi::load
