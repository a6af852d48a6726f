// SPDX-License-Identifier: BSD-3-Clause
//
// The order in which the filling of the max-min solver meets links: a radix heap (Ahuja, Mehlhorn,
// Orlin and Tarjan, J. ACM 37(2), 1990) over the bits of the levels, which only rise. Thousands of
// links that fill up at few different levels cost a few instructions each, where a binary heap
// would compare each a dozen times.
//
// Most solves have a dozen links at as many levels, though, and the radix heap moves each key two
// or three times from bucket to bucket. So up to `few_max` keys are a sorted array, in which a new
// one finds its place from the end. Both take the oldest key of the lowest level.
#pragma once

#include <algorithm>
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
    if (is_sorted_ && first_.size() - taken_ == few_max) [[unlikely]]
      spread();
    if (is_sorted_) [[likely]] {
      insert(key);
    } else {
      push_into_buckets(key);
    }
  }
  // The lowest level; infinity when the queue is empty.
  double lowest() {
    if (taken_ < first_.size()) {
      const double reached = std::bit_cast<double>(reached_);
      return is_sorted_ ? std::max(reached, first_[taken_].level) : reached;
    }
    if (is_lowest_stale_) find_lowest();
    return lowest_;
  }
  // Takes the oldest key of the lowest level, so that changes spread evenly. REQUIRES: there is
  // one.
  Key pop() {
    if (taken_ == first_.size()) advance();
    const Key key = first_[taken_++];
    if (is_sorted_) reached_ = std::max(reached_, std::bit_cast<std::uint64_t>(key.level));
    return key;
  }
  // Empties the queue; levels start at 0 again.
  void clear();

 private:
  static constexpr std::size_t few_max = 32;

  void insert(const Key& key) {
    if (taken_ == first_.size()) {
      first_.clear();
      taken_ = 0;
    }
    first_.push_back(key);
    const double level = std::max(key.level, std::bit_cast<double>(reached_));
    Key* const oldest = first_.begin() + taken_;
    Key* place = first_.end() - 1;
    for (; place != oldest && place[-1].level > level; place--) *place = place[-1];
    *place = key;
  }
  void push_into_buckets(const Key& key) {
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
  void spread();
  void find_lowest();
  void advance();

  // While there are few keys, all of them are in `first_`, sorted. Else those of the level that was
  // reached are there, and bucket i has those in which bit i is the highest that differs from it,
  // so all of a bucket are below all of the next.
  std::uint64_t reached_ = 0;                                // the bits of a level
  std::uint64_t filled_ = 0;                                 // which buckets have keys
  double lowest_ = std::numeric_limits<double>::infinity();  // of the buckets, unless it is stale
  bool is_lowest_stale_ = false;
  bool is_sorted_ = true;
  kernel::QuickVector<Key> first_;
  std::size_t taken_ = 0;  // of the first, in order
  std::array<kernel::QuickVector<Key>, 64> buckets_;
};

}  // namespace smpi::models
