// SPDX-License-Identifier: BSD-3-Clause
//
// Finds loops in a sequence while it grows. After each new item the end of the queue is looked at:
//
//   ... loop(A B)x7  A B      the loop before has this body:      ... loop(A B)x8
//   ... A B A B               the end is there twice:             ... loop(A B)x2
//   ... loop(A)x2 loop(A)x3   neighbours with the same body:      ... loop(A)x5
//
// and again until nothing folds. Items behind one another are compared by hashes of prefixes, so a
// candidate costs two multiplications; what is equal is compared in full before it folds. At most
// `candidates_most` earlier places are tried, nearest first, none farther than the window: the cost
// of an item is bounded, and memory is as large as the structure of the sequence.
// Noeth et al. (ScalaTrace, JPDC 2009) compare events themselves; hashes spare the square in the
// window. A grammar (Sequitur) would find nested repetition too, but not as loops with counts.
//
// Rules say what items are:
//   Item                                 movable
//   hash(item), is_same(item, item)
//   is_loop(item), body_length(loop), body_hash(loop)
//   has_body(loop, items)                the items are the loop's body
//   make_loop(once, twice, body_hash)    a loop of two turns
//   grow(loop, items)                    one more turn, which was these items
//   joins(loop, loop), join(loop, loop)  adds the turns of the second to the first
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "libsmpi/trace/compress/hash.h"

namespace smpi::trace {

template <class Rules>
class Folder {
 public:
  using Item = typename Rules::Item;
  // The hash of a body is the polynomial of the hashes of its items.
  static constexpr std::uint64_t base = 0x9e3779b97f4a7c15ULL;

  Folder(Rules rules, std::size_t window) : rules_(rules), window_(window) {}

  void add(Item item) {
    push(std::move(item));
    while (folds()) {
    }
  }

  std::span<const Item> items() const { return items_; }
  std::span<Item> items() { return items_; }

  // Takes the oldest items out of the queue; they fold no more.
  void drop_oldest(std::size_t count) {
    std::vector<Item> rest(std::make_move_iterator(items_.begin() + static_cast<long>(count)),
                           std::make_move_iterator(items_.end()));
    cut(0);
    for (Item& item : rest) push(std::move(item));
  }

 private:
  static constexpr int candidates_most = 32;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  void push(Item item) {
    const std::uint64_t hash = rules_.hash(item);
    const auto position = static_cast<std::uint32_t>(items_.size());
    previous_.push_back(last_with(hash));
    hashes_.push_back(hash);
    prefixes_.push_back((position == 0 ? 0 : prefixes_.back()) * base + hash);
    if (powers_.size() <= position + 1) {
      if (powers_.empty()) powers_.push_back(1);
      powers_.push_back(powers_.back() * base);
    }
    if (rules_.is_loop(item)) loops_.push_back(position);
    items_.push_back(std::move(item));
  }

  std::uint32_t last_with(std::uint64_t hash) const {
    const std::size_t least = hashes_.size() > window_ ? hashes_.size() - window_ : 0;
    std::size_t at = hashes_.size();
    for (; at >= least + 8; at -= 8) {  // eight at a time: the compiler makes it wide compares
      const std::uint64_t* block = hashes_.data() + at - 8;
      bool found = false;
      for (int i = 0; i < 8; i++) found |= block[i] == hash;
      if (found) break;
    }
    for (; at > least; at--) {
      if (hashes_[at - 1] == hash) return static_cast<std::uint32_t>(at - 1);
    }
    return none;
  }

  void cut(std::size_t size) {
    items_.erase(items_.begin() + static_cast<long>(size), items_.end());
    hashes_.resize(size);
    prefixes_.resize(size);
    previous_.resize(size);
    while (!loops_.empty() && loops_.back() >= size) loops_.pop_back();
  }

  std::uint64_t range_hash(std::size_t from, std::size_t length) const {
    const std::uint64_t before = from == 0 ? 0 : prefixes_[from - 1];
    return prefixes_[from + length - 1] - before * powers_[length];
  }

  // Takes the last item off, changes it, and puts it back.
  template <class Change>
  void replace_last(Change&& change) {
    Item item = std::move(items_.back());
    cut(items_.size() - 1);
    change(item);
    push(std::move(item));
  }

  bool folds() { return joins_neighbours() || continues_loop() || is_twice(); }

  bool joins_neighbours() {
    if (items_.size() < 2 || !rules_.joins(items_[items_.size() - 2], items_.back())) return false;
    Item last = std::move(items_.back());
    cut(items_.size() - 1);
    replace_last([&](Item& loop) { rules_.join(loop, last); });
    return true;
  }

  bool continues_loop() {
    int tries = candidates_most;
    const std::size_t last = items_.size() - 1;
    for (std::size_t i = loops_.size(); i-- > 0 && tries-- > 0;) {
      const std::size_t at = loops_[i];
      const std::size_t length = last - at;
      if (length == 0) continue;
      if (length > window_) break;
      if (rules_.body_length(items_[at]) != length ||
          rules_.body_hash(items_[at]) != range_hash(at + 1, length)) {
        continue;
      }
      const std::span<Item> turn = std::span(items_).subspan(at + 1, length);
      if (!rules_.has_body(items_[at], turn)) continue;
      std::vector<Item> taken(std::make_move_iterator(turn.begin()),
                              std::make_move_iterator(turn.end()));
      cut(at + 1);
      replace_last([&](Item& loop) { rules_.grow(loop, std::span<Item>(taken)); });
      return true;
    }
    return false;
  }

  bool is_twice() {
    int tries = candidates_most;
    const std::size_t size = items_.size();
    for (std::uint32_t at = previous_.back(); at != none && tries-- > 0; at = previous_[at]) {
      const std::size_t length = size - 1 - at;
      if (length > window_ || 2 * length > size) break;
      const std::size_t from = size - 2 * length;
      const std::uint64_t hash = range_hash(from + length, length);
      if (range_hash(from, length) != hash) continue;
      const std::span<Item> once = std::span(items_).subspan(from, length);
      const std::span<Item> twice = std::span(items_).subspan(from + length, length);
      if (!std::equal(once.begin(), once.end(), twice.begin(),
                      [&](const Item& a, const Item& b) { return rules_.is_same(a, b); })) {
        continue;
      }
      Item loop = rules_.make_loop(once, twice, hash);
      cut(from);
      push(std::move(loop));
      return true;
    }
    return false;
  }

  Rules rules_;
  std::size_t window_;
  std::vector<Item> items_;
  std::vector<std::uint64_t> hashes_;    // of items
  std::vector<std::uint64_t> prefixes_;  // of items up to and with this one
  std::vector<std::uint64_t> powers_;    // of the base
  std::vector<std::uint32_t> previous_;  // place of the same item before
  std::vector<std::uint32_t> loops_;     // places of loops
};

}  // namespace smpi::trace
