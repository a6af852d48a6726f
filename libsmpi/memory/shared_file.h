// SPDX-License-Identifier: BSD-3-Clause
//
// A file without a name that folded memory is mapped from: many gigabytes of addresses, few pages.
//
// A memfd, or a file in a hugetlbfs folder. It is sparse: a page exists once something writes it.
// What is in the pages of folded memory is garbage by contract, so they may be given back at any
// time: trim() does so when the program touched many.
#pragma once

#include <cstddef>
#include <string>

#include "libsmpi/memory/range_set.h"

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
  // Maps the first range.end - range.begin bytes of the file over `range`, which the caller has
  // reserved. False, with errno, when the system refuses.
  bool map_over(AddressRange range);
  // Gives the pages back if there are more than `limit_bytes` of them.
  void trim(std::size_t limit_bytes);

 private:
  int descriptor_ = -1;
  std::size_t page_bytes_;
  std::size_t size_bytes_ = 0;
  bool transparent_huge_pages_ = false;
};

}  // namespace smpi::memory
