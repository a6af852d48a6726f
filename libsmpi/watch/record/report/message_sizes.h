// SPDX-License-Identifier: BSD-3-Clause
//
// How large messages are: as the program asks for them, and as they cross the wire.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace smpi::record {

// Class 0 counts empty messages, class k those of 2^(k-1) to 2^k - 1 bytes.
class SizeHistogram {
 public:
  static constexpr std::size_t class_count = 65;
  struct Class {
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
  };

  void add(std::uint64_t size_bytes) {
    Class& one = classes_[static_cast<std::size_t>(std::bit_width(size_bytes))];
    one.messages++;
    one.bytes += size_bytes;
  }
  const std::array<Class, class_count>& classes() const { return classes_; }

 private:
  std::array<Class, class_count> classes_{};
};

struct MessageSizes {
  // What the program asks for.
  SizeHistogram sends;        // of its point-to-point communication
  SizeHistogram collectives;  // what a rank gives to, or gets from, a call
  SizeHistogram accesses;     // one-sided
  // What crosses the wire.
  SizeHistogram wire_sends;
  SizeHistogram wire_collectives;  // messages that collectives and MPI itself are made of
  SizeHistogram wire_accesses;     // with their locks
  SizeHistogram wire_files;
};

}  // namespace smpi::record
