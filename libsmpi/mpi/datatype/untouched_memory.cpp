// SPDX-License-Identifier: BSD-3-Clause
//
// Two ioctls of /proc/self (Linux, Documentation/admin-guide/mm/pagemap.rst and
// filesystems/proc.rst): PAGEMAP_SCAN finds the first pages of a range that are present or swapped
// out, PROCMAP_QUERY says what mapping an address lies in. Their structures are declared here, as
// the headers of the distributions we build on are older than the kernels we run on.
#include "libsmpi/mpi/datatype/untouched_memory.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/single_threaded.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory_resource>
#include <span>

#include "libsmpi/mpi/datatype/copy_changed.h"
#include "libsmpi/ranks/load/copies/mapping_changes.h"

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
  std::uint64_t region_count;
  std::uint64_t pages_max;
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

// Ranges without a page, known at a time when so many pages had been touched and so many mappings
// made as are counted: memory gets its first page in a fault, or with a mapping.
class KnownRanges {
 public:
  // Forgets everything if anything may have changed.
  void update() {
    const std::uint64_t faults = fault_count();
    const std::uint64_t mappings = load::mapping_change_count;
    questions_++;
    if (faults == faults_ && mappings == mappings_) return;
    faults_ = faults;
    mappings_ = mappings;
    lasted_ = questions_ >= lasting_questions;
    questions_ = 0;
    ends_.clear();
    recent_ = {};
  }
  // Did what was known before this hold for many questions? Not while a program starts, where
  // nearly every message touches new pages.
  bool has_lasted() const { return lasted_; }
  void add(const AddressRange& range) { ends_[range.first] = range.end; }
  bool hold(const AddressRange& range) {
    for (const AddressRange& one : recent_) {
      if (one.first <= range.first && range.end <= one.end) return true;
    }
    const auto next = ends_.upper_bound(range.first);
    if (next == ends_.begin()) return false;
    const auto [first, end] = *std::prev(next);
    if (range.end > end) return false;
    recent_[older_] = {first, end};
    older_ ^= 1;
    return true;
  }

 private:
  static constexpr std::uint32_t lasting_questions = 64;

  // Of this thread, which is twice as quick, as long as it is the only one. Asked of the kernel, as
  // ranks have a getrusage of their own.
  static std::uint64_t fault_count() {
    rusage usage{};
    syscall(SYS_getrusage, __libc_single_threaded != 0 ? RUSAGE_THREAD : RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_minflt) +
           static_cast<std::uint64_t>(usage.ru_majflt);
  }

  // Memory of its own, that it keeps: new pages for what is known would have it forgotten.
  std::pmr::unsynchronized_pool_resource nodes_;
  std::pmr::map<std::uint64_t, std::uint64_t> ends_{&nodes_};  // by first address
  // Found last: a copy asks for both of its sides several times.
  std::array<AddressRange, 2> recent_{};
  std::size_t older_ = 0;
  std::uint64_t faults_ = 0;
  std::uint64_t mappings_ = 0;
  std::uint32_t questions_ = 0;  // since the last change
  bool lasted_ = false;
};

class PageInspector {
 public:
  bool are_untouched(const AddressRange& to, const AddressRange& from) {
    if (to_skip_ > 0) {
      to_skip_--;
      return false;
    }
    known_.update();
    const bool untouched =
        is_untouched(to, both_ways) && is_untouched(from, MappingQuery::readable);
    refusals_ = untouched ? 0 : std::min(2 * refusals_ + 1, refusals_max);
    to_skip_ = refusals_;
    return untouched;
  }

  bool is_known(const AddressRange& range) { return known_.hold(range); }

 private:
  static constexpr std::uint64_t both_ways = MappingQuery::readable | MappingQuery::writable;
  static constexpr std::uint32_t refusals_max = 1023;
  // How far behind a range that is asked for it looks: a program's next messages start there.
  static constexpr std::uint64_t look_ahead_bytes = std::uint64_t{16} << 20;
  // So many existing pages there end the look: each block of malloc() has one.
  static constexpr std::size_t touched_max = 16;
  static constexpr std::size_t touched_min = 2;

  bool is_untouched(const AddressRange& range, std::uint64_t needed) {
    if (known_.hold(range)) return true;
    const MappingQuery mapping = mapping_of(range.first);
    if (!is_plain(mapping, range, needed)) return false;
    const bool is_kept = (mapping.permissions & both_ways) == both_ways;
    // With the page before, where what is copied may begin, and as far as the next messages.
    return is_free_of_pages(range,
                            {std::max(mapping.start, range.first - page_bytes),
                             std::min(mapping.end, range.end + look_ahead_bytes)},
                            is_kept);
  }

  // Does no page of `range` exist? Keeps, if it is so, what else it saw free of pages in
  // `surroundings`. False when the kernel does not tell.
  bool is_free_of_pages(const AddressRange& range, const AddressRange& surroundings, bool is_kept) {
    if (pagemap_ == unopened) pagemap_ = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    const std::size_t most = known_.has_lasted() ? touched_max : touched_min;
    PageScan scan{.start = surroundings.first,
                  .end = surroundings.end,
                  .regions = reinterpret_cast<std::uint64_t>(touched_.data()),
                  .region_count = most,
                  .pages_max = most};
    const int count = ioctl(pagemap_, pagemap_scan, &scan);
    if (count < 0) return false;
    const std::span touched = std::span(touched_).first(static_cast<std::size_t>(count));
    const auto is_in_range = [&](const PageRegion& one) {
      return one.start < range.end && one.end > range.first;
    };
    if (scan.walk_end < range.end || std::ranges::any_of(touched, is_in_range)) return false;
    if (!is_kept) return true;
    std::uint64_t first = surroundings.first;
    for (const PageRegion& one : touched) {
      if (first < one.start) known_.add({first, one.start});
      first = one.end;
    }
    if (first < scan.walk_end) known_.add({first, scan.walk_end});
    return true;
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
  std::array<PageRegion, touched_max> touched_{};
  KnownRanges known_;  // in mappings that can be read and written
};

PageInspector inspector;

}  // namespace

bool are_untouched(const std::byte* to, const std::byte* from, std::size_t size) {
  return inspector.are_untouched(pages_around(to, size), pages_around(from, size));
}

bool is_known_untouched(const std::byte* range, std::size_t size) {
  return inspector.is_known(pages_around(range, size));
}

}  // namespace smpi::datatype
