// SPDX-License-Identifier: BSD-3-Clause
//
// What every clone is before it is relocated: all private objects of a rank, one behind the other,
// in a file in memory that each rank maps privately.
//
//   offset 0                                                                       size_bytes()
//   | code | data | bss, thread variables | code | data | bss, thread variables | ...
//     object 0                              object 1
//
// Pages that a rank never writes exist once, whatever they hold. Linux allows a process 65,530
// mappings, so there are three ways to map it:
//
//   separate  code comes from the program's own file, readable and executable, and large zeroed
//             parts are fresh memory. A stray write into code or constants is a crash, as it is
//             in a process of its own, and perf finds the program's symbols.
//   single    all of it is one mapping, readable, writable and executable, however many objects
//             there are: 47,000 ranks start. What is lost is that protection.
//   shared    the file has the image `sharing_ranks` times, and so many ranks have one mapping as
//             single ones do: 180,000 ranks start. Code exists that many times in memory.
//
// Alternative considered for many ranks: copies of the code in anonymous memory that many ranks
// share. They need no mapping at all, but memory for each rank's code, and each rank runs its own
// lines of it in the caches: here code stays shared, and the speed is the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "libsmpi/ranks/load/copies/clone_plan.h"

namespace smpi::load {

enum class CloneMappings : std::uint8_t { separate, single, shared };

// The values of --cfg=smpi/clone-mappings; nothing for auto: the first way that fits.
// Throws InputError.
std::optional<CloneMappings> parse_clone_mappings(const std::string& value);

class CloneImage {
 public:
  // Throws InputError when a file cannot be opened or memory runs out.
  explicit CloneImage(std::span<const ClonePlan> plans);
  ~CloneImage();
  CloneImage(const CloneImage&) = delete;
  CloneImage& operator=(const CloneImage&) = delete;

  // Maps it for one rank; returns the load address of each object. Throws InputError when memory or
  // mappings run out.
  std::vector<std::byte*> map(CloneMappings mappings);
  // How many mappings that makes for so many ranks.
  std::uint64_t mapping_count(CloneMappings mappings, std::uint64_t rank_count) const;
  std::uint64_t size_bytes() const { return size_bytes_; }

 private:
  // What comes over a part of the image when mappings are separate; file -1: fresh memory.
  struct Part {
    std::uint64_t offset;
    std::uint64_t size_bytes;
    int protection;
    int file;
    std::uint64_t file_offset;
  };
  void add(const ClonePlan& plan);
  void add_text(const ClonePlan& plan, std::uint64_t offset);
  void write(std::span<const std::byte> bytes, std::uint64_t offset) const;
  std::byte* map_image(std::uint64_t size_bytes, int protection) const;
  std::byte* map_shared();
  void repeat();

  int image_ = -1;
  std::vector<int> files_;              // of the objects
  std::vector<std::uint64_t> origins_;  // the offset of each object's address 0, modulo 2^64
  std::vector<Part> parts_;             // in the order of their offsets
  std::uint64_t size_bytes_ = 0;
  std::uint64_t alignment_ = 4096;
  std::byte* shared_ = nullptr;    // the mapping that the next rank shares
  std::uint64_t shared_left_ = 0;  // ranks that it still has room for
};

}  // namespace smpi::load
