// SPDX-License-Identifier: BSD-3-Clause
//
// Two ioctls of /proc/self (Linux, Documentation/admin-guide/mm/pagemap.rst and
// filesystems/proc.rst): PAGEMAP_SCAN finds the first page of a range that is present or swapped
// out, PROCMAP_QUERY says what mapping an address lies in. Their structures are declared here, as
// the headers of the distributions we build on are older than the kernels we run on.
#include "libsmpi/datatype/untouched_memory.h"

#include <fcntl.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cstdint>

#include "libsmpi/datatype/copy_changed.h"

namespace smpi::datatype {
namespace {

// In pages of the size that is used everywhere here; others make the kernel refuse the range.
struct AddressRange {
  std::uint64_t first;
  std::uint64_t end;
};

AddressRange pages_around(const std::byte* start, std::size_t size) {
  const auto address = reinterpret_cast<std::uint64_t>(start);
  return {address / page_bytes * page_bytes,
          (address + size + page_bytes - 1) / page_bytes * page_bytes};
}

// struct pm_scan_arg and struct page_region
struct PageScan {
  std::uint64_t size = sizeof(PageScan);
  std::uint64_t flags = 0;
  std::uint64_t start;
  std::uint64_t end;
  std::uint64_t walk_end = 0;
  std::uint64_t regions;
  std::uint64_t region_count = 1;
  std::uint64_t pages_max = 1;
  std::uint64_t inverted_categories = 0;
  std::uint64_t all_of = 0;
  std::uint64_t any_of = present | swapped;
  std::uint64_t shown = present | swapped;

  static constexpr std::uint64_t present = 1U << 3;
  static constexpr std::uint64_t swapped = 1U << 4;
};
static_assert(sizeof(PageScan) == 96);
struct PageRegion {
  std::uint64_t start;
  std::uint64_t end;
  std::uint64_t categories;
};

// struct procmap_query
struct MappingQuery {
  std::uint64_t size = sizeof(MappingQuery);
  std::uint64_t flags = 0;
  std::uint64_t address;
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  std::uint64_t permissions = 0;
  std::uint64_t page_size = 0;
  std::uint64_t offset = 0;
  std::uint64_t inode = 0;
  std::uint32_t device_major = 0;
  std::uint32_t device_minor = 0;
  std::uint32_t name_size = 0;
  std::uint32_t build_id_size = 0;
  std::uint64_t name = 0;
  std::uint64_t build_id = 0;

  static constexpr std::uint64_t readable = 1;
  static constexpr std::uint64_t writable = 2;
  static constexpr std::uint64_t shared = 8;
};
static_assert(sizeof(MappingQuery) == 104);

constexpr unsigned long pagemap_scan = _IOWR('f', 16, PageScan);
constexpr unsigned long procmap_query = _IOWR('f', 17, MappingQuery);

class PageInspector {
 public:
  bool are_untouched(const AddressRange& to, const AddressRange& from) {
    if (to_skip_ > 0) {
      to_skip_--;
      return false;
    }
    const bool untouched = has_no_page(to) && has_no_page(from) && is_anonymous(to, from);
    refusals_ = untouched ? 0 : std::min(2 * refusals_ + 1, refusals_max);
    to_skip_ = refusals_;
    return untouched;
  }

 private:
  static constexpr std::uint32_t refusals_max = 1023;

  bool has_no_page(const AddressRange& range) {
    if (pagemap_ == unopened) pagemap_ = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    PageRegion found;
    PageScan scan{
        .start = range.first, .end = range.end, .regions = reinterpret_cast<std::uint64_t>(&found)};
    return ioctl(pagemap_, pagemap_scan, &scan) == 0;
  }

  bool is_anonymous(const AddressRange& to, const AddressRange& from) {
    const MappingQuery mapping = mapping_of(to.first);
    if (!is_plain(mapping, to, MappingQuery::readable | MappingQuery::writable)) return false;
    const bool is_the_same = from.first >= mapping.start && from.end <= mapping.end;
    return is_the_same || is_plain(mapping_of(from.first), from, MappingQuery::readable);
  }

  // The mapping that holds `address`; an empty one when there is none or the kernel does not tell.
  MappingQuery mapping_of(std::uint64_t address) {
    if (maps_ == unopened) maps_ = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    MappingQuery query{.address = address};
    if (ioctl(maps_, procmap_query, &query) != 0) query.end = 0;
    return query;
  }

  static bool is_plain(const MappingQuery& mapping, const AddressRange& range,
                       std::uint64_t needed) {
    return mapping.start <= range.first && range.end <= mapping.end && mapping.inode == 0 &&
           mapping.device_major == 0 && mapping.device_minor == 0 &&
           (mapping.permissions & MappingQuery::shared) == 0 &&
           (mapping.permissions & needed) == needed;
  }

  static constexpr int unopened = -2;
  int pagemap_ = unopened;
  int maps_ = unopened;
  std::uint32_t refusals_ = 0;  // how many questions to leave out after the last answer
  std::uint32_t to_skip_ = 0;   // of them, how many are left
};

constinit PageInspector inspector;

}  // namespace

bool are_untouched(const std::byte* to, const std::byte* from, std::size_t size) {
  return inspector.are_untouched(pages_around(to, size), pages_around(from, size));
}

}  // namespace smpi::datatype
