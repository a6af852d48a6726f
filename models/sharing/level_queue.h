// SPDX-License-Identifier: BSD-3-Clause
//
// The order in which the filling of the max-min solver meets links: a radix heap (Ahuja, Mehlhorn,
// Orlin and Tarjan, J. ACM 37(2), 1990) over the bits of the levels, which only rise. Thousands of
// links that fill up at few different levels, the usual case, cost a few instructions each, where a
// binary heap would compare each a dozen times.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "kernel/quick_vector.h"
#include "models/platform/platform.h"

namespace smpi::models {

class LevelQueue {
 public:
  struct Key {
    double level;  // at least 0
    LinkId link;
    bool is_outgrow;  // else: the link fills up at this level
  };

  bool empty() const { return taken_ == first_.size() && filled_ == 0; }
  // A key below the level that was reached, that of the last key taken, counts as equal to it.
  void push(const Key& key) {
    const auto bits = std::bit_cast<std::uint64_t>(key.level);
    if (bits <= reached_) {
      first_.push_back(key);
      return;
    }
    const auto bucket = static_cast<unsigned>(std::bit_width(bits ^ reached_) - 1);
    buckets_[bucket].push_back(key);
    filled_ |= std::uint64_t{1} << bucket;
    if (key.level < lowest_) lowest_ = key.level;
  }
  // The lowest level; infinity when the queue is empty.
  double lowest() {
    if (taken_ < first_.size()) return std::bit_cast<double>(reached_);
    if (is_lowest_stale_) find_lowest();
    return lowest_;
  }
  // Takes the oldest key of the lowest level, so that changes spread evenly. REQUIRES: there is
  // one.
  Key pop() {
    if (taken_ == first_.size()) advance();
    return first_[taken_++];
  }
  // Empties the queue; levels start at 0 again.
  void clear();

 private:
  void find_lowest();
  void advance();

  // Keys of the level that was reached are in `first_`. Bucket i has those in which bit i is the
  // highest that differs from it, so all of a bucket are below all of the next.
  std::uint64_t reached_ = 0;                                // the bits of a level
  std::uint64_t filled_ = 0;                                 // which buckets have keys
  double lowest_ = std::numeric_limits<double>::infinity();  // of the buckets, unless it is stale
  bool is_lowest_stale_ = false;
  kernel::QuickVector<Key> first_;
  std::size_t taken_ = 0;  // of the first, in order
  std::array<kernel::QuickVector<Key>, 64> buckets_;
};

}  // namespace smpi::models
