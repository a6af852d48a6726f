// SPDX-License-Identifier: BSD-3-Clause
//
// What parts of a network send each other: records of 64-bit words.
//
//   word 0  the time at which it is due
//   word 1  rank of the event (class and source) 32, number of words 24, kind 8
//   then    what its kind has
//
// Records for a part lie one behind the other in an outbox of the part that writes them. They have
// no pointers and no numbers of things that only one part knows, so they can go to other processes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/packet/bucket_queue.h"
#include "models/packet/division.h"
#include "models/packet/picoseconds.h"

namespace smpi::models::packet {

enum class RecordKind : std::uint8_t { head, note, delivery };

// Writes one record; its length is known when it ends.
class RecordWriter {
 public:
  RecordWriter(std::vector<std::uint64_t>& words, Picoseconds time, std::uint32_t rank,
               RecordKind kind)
      : words_(words), first_(words.size()) {
    words_.push_back(static_cast<std::uint64_t>(time));
    words_.push_back(std::uint64_t{rank} << 32 | static_cast<std::uint64_t>(kind));
  }
  ~RecordWriter() { words_[first_ + 1] |= static_cast<std::uint64_t>(words_.size() - first_) << 8; }
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;

  void put(std::uint64_t word) { words_.push_back(word); }
  void put(std::uint32_t high, std::uint32_t low) { put(std::uint64_t{high} << 32 | low); }

 private:
  std::vector<std::uint64_t>& words_;
  std::size_t first_;
};

// Reads records one after the other.
class RecordReader {
 public:
  explicit RecordReader(std::span<const std::uint64_t> words) : words_(words) {}

  bool has_next() const { return end_ < words_.size(); }
  // Goes to the next record.
  void next() {
    at_ = end_ + 2;
    first_ = end_;
    end_ += words_[first_ + 1] >> 8 & 0xffffffU;
  }
  Picoseconds time() const { return static_cast<Picoseconds>(words_[first_]); }
  std::uint32_t rank() const { return static_cast<std::uint32_t>(words_[first_ + 1] >> 32); }
  RecordKind kind() const { return static_cast<RecordKind>(words_[first_ + 1] & 0xffU); }
  bool has_word() const { return at_ < end_; }
  std::uint64_t word() { return words_[at_++]; }

 private:
  std::span<const std::uint64_t> words_;
  std::size_t first_ = 0;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
};

// What a part knows of the others.
struct Neighbourhood {
  const Division* division = nullptr;  // null: there are no others
  PartId self = 0;
  std::vector<std::vector<std::uint64_t>> outboxes = {};  // by part

  bool is_alone() const { return division == nullptr; }
  bool owns(PortId port) const {
    return division == nullptr || division->part_of_port(port) == self;
  }
  std::vector<std::uint64_t>& outbox_of_port(PortId port) {
    return outboxes[division->part_of_port(port)];
  }
};

}  // namespace smpi::models::packet
