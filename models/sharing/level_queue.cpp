// SPDX-License-Identifier: BSD-3-Clause
//
// The parts of the radix heap that do not run for each key.
#include "models/sharing/level_queue.h"

#include <algorithm>

namespace smpi::models {

// More than few keys: they go to the buckets, in their order.
void LevelQueue::spread() {
  std::array<Key, few_max> keys;
  const auto last = std::copy(first_.begin() + taken_, first_.end(), keys.begin());
  first_.clear();
  taken_ = 0;
  is_sorted_ = false;
  std::for_each(keys.begin(), last, [this](const Key& key) { push_into_buckets(key); });
}

void LevelQueue::find_lowest() {
  lowest_ = std::numeric_limits<double>::infinity();
  is_lowest_stale_ = false;
  if (filled_ == 0) return;
  for (const Key& key : buckets_[static_cast<unsigned>(std::countr_zero(filled_))]) {
    lowest_ = std::min(lowest_, key.level);
  }
}

// Moves on to the lowest level: the keys of its bucket differ from it in lower bits than before.
void LevelQueue::advance() {
  if (is_lowest_stale_) find_lowest();
  reached_ = std::bit_cast<std::uint64_t>(lowest_);
  first_.clear();
  taken_ = 0;
  kernel::QuickVector<Key>& bucket = buckets_[static_cast<unsigned>(std::countr_zero(filled_))];
  filled_ &= filled_ - 1;
  for (const Key& key : bucket) push_into_buckets(key);
  bucket.clear();
  is_lowest_stale_ = true;
}

void LevelQueue::clear() {
  first_.clear();
  taken_ = 0;
  for (; filled_ != 0; filled_ &= filled_ - 1) {
    buckets_[static_cast<unsigned>(std::countr_zero(filled_))].clear();
  }
  reached_ = 0;
  lowest_ = std::numeric_limits<double>::infinity();
  is_lowest_stale_ = false;
  is_sorted_ = true;
}

}  // namespace smpi::models
