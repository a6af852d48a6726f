// SPDX-License-Identifier: BSD-3-Clause
//
// A file without a name that folded memory is mapped from: many gigabytes of addresses, few pages.
//
// A memfd, or a file in a hugetlbfs folder. It is sparse: a page exists once something writes it.
// What is in the pages of folded memory is garbage by contract, so they may be given back at any
// time: trim() does so when the program touched many.
//
// Huge pages save faults, one for each 4 KiB of each mapping that the program touches, and page
// tables. Those of a hugetlbfs are reserved by an administrator, and every mapping is a multiple of
// them. Transparent ones come when a mapping has room for one, its addresses and its place in the
// file agree, and the system allows them for shared memory, which Linux does not by default.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "libsmpi/ranks/memory/range_set.h"

namespace smpi::memory {

class SharedFile {
 public:
  // `huge_pages`: empty, "auto" (transparent huge pages), or a folder of a hugetlbfs. Throws
  // InputError when that folder cannot be used.
  explicit SharedFile(const std::string& huge_pages);
  ~SharedFile();
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  // Mappings start and end at multiples of this.
  std::size_t page_bytes() const { return page_bytes_; }
  // Mappings that start at multiples of this, and are as long, are of huge pages if there are any.
  std::size_t huge_page_bytes() const { return huge_page_bytes_; }
  // Maps the file over `range`, which the caller has reserved: from its start, or as far into its
  // first huge page as range.begin is into one. False, with errno, when the system refuses.
  bool map_over(AddressRange range);
  // Gives the pages back if there are more than `limit_bytes` of them.
  void trim(std::size_t limit_bytes);

 private:
  int descriptor_ = -1;
  std::size_t page_bytes_;
  std::size_t huge_page_bytes_;
  std::size_t size_bytes_ = 0;
  enum class Kind : std::uint8_t { plain, transparent, reserved } kind_ = Kind::plain;
};

// Why huge pages that were asked for with `huge_pages` will not come; empty when they may.
std::string why_no_huge_pages(const std::string& huge_pages);

}  // namespace smpi::memory
