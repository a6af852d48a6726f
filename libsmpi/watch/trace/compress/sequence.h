// SPDX-License-Identifier: BSD-3-Clause
//
// The structure of a rank's program: which shapes came, in which loops. Two folders behind one
// another:
//
// 1. Loops with their counts, while the program runs. Two loops are the same when bodies and counts
//    are: a loop whose end is not known yet must not be taken for a finished one.
// 2. What leaves the first queue, and at the end all of it, without counts: two loops are the same
//    when their bodies are, and the counts go to streams of values, one per body. So an inner loop
//    that turns 1, 2, 3, ... times folds, and ranks that turn more often have the same structure.
//
//   A B B C A B B B C      A L(B)2 C A L(B)3 C      L(A L(B) C), counts 2 and, of L(B), 2 3
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "libsmpi/watch/trace/compress/folder.h"
#include "libsmpi/watch/trace/compress/value_stream.h"

namespace smpi::trace {

// 2 * shape, or 2 * body + 1 for a loop.
using ItemCode = std::uint32_t;
inline bool is_loop(ItemCode code) {
  return (code & 1) != 0;
}

// Sequences by number, each once. A body is made of shapes and of bodies with lower numbers.
template <class Item>
class BodyTable {
 public:
  std::uint32_t number_of(std::span<const Item> items, std::uint64_t hash) {
    auto [from, to] = by_hash_.equal_range(hash);
    for (; from != to; ++from) {
      const std::vector<Item>& body = bodies_[from->second];
      if (std::equal(body.begin(), body.end(), items.begin(), items.end())) return from->second;
    }
    const auto number = static_cast<std::uint32_t>(bodies_.size());
    bodies_.emplace_back(items.begin(), items.end());
    item_count_ += items.size();
    hashes_.push_back(hash);
    by_hash_.emplace(hash, number);
    return number;
  }
  const std::vector<Item>& operator[](std::uint32_t number) const { return bodies_[number]; }
  std::uint64_t hash(std::uint32_t number) const { return hashes_[number]; }
  std::size_t size() const { return bodies_.size(); }
  // About: with what makes a body a place in the tables.
  std::uint64_t memory_bytes() const { return 128 * bodies_.size() + sizeof(Item) * item_count_; }

 private:
  std::uint64_t item_count_ = 0;
  std::deque<std::vector<Item>> bodies_;
  std::vector<std::uint64_t> hashes_;
  std::multimap<std::uint64_t, std::uint32_t> by_hash_;
};

struct CountedItem {
  ItemCode code = 0;
  std::uint64_t count = 1;  // turns of a loop
  bool operator==(const CountedItem&) const = default;
};

using CountedBodies = BodyTable<CountedItem>;
using Bodies = BodyTable<ItemCode>;

struct CountedRules {
  using Item = CountedItem;
  CountedBodies* bodies;

  std::uint64_t hash(const Item& item) const { return combined(item.code, item.count); }
  bool is_same(const Item& a, const Item& b) const { return a == b; }
  bool is_loop(const Item& item) const { return trace::is_loop(item.code); }
  std::size_t body_length(const Item& loop) const { return (*bodies)[loop.code / 2].size(); }
  std::uint64_t body_hash(const Item& loop) const { return bodies->hash(loop.code / 2); }
  bool has_body(const Item& loop, std::span<const Item> items) const {
    const auto& body = (*bodies)[loop.code / 2];
    return std::equal(body.begin(), body.end(), items.begin(), items.end());
  }
  Item make_loop(std::span<const Item> once, std::span<const Item>, std::uint64_t hash) const {
    return {bodies->number_of(once, hash) * 2 + 1, 2};
  }
  void grow(Item& loop, std::span<const Item>) const { loop.count++; }
  bool joins(const Item& a, const Item& b) const { return is_loop(a) && a.code == b.code; }
  void join(Item& a, const Item& b) const { a.count += b.count; }
  std::span<const Item> body_of(const Item& loop) const { return (*bodies)[loop.code / 2]; }
  std::uint64_t count_of(const Item& loop) const { return loop.count; }
  void grow_by(Item& loop, std::uint64_t turns) const { loop.count += turns; }
};

// Trip counts of the loops within an item, by body, in the order in which the loops began.
using Counts = std::map<std::uint32_t, ValueStream>;

struct OpenItem {
  ItemCode code = 0;
  std::uint64_t count = 1;
  std::unique_ptr<Counts> inner;  // null: there are no loops in it
};

struct OpenRules {
  using Item = OpenItem;
  Bodies* bodies;

  std::uint64_t hash(const Item& item) const { return mixed(item.code); }
  bool is_same(const Item& a, const Item& b) const { return a.code == b.code; }
  bool is_loop(const Item& item) const { return trace::is_loop(item.code); }
  std::size_t body_length(const Item& loop) const { return (*bodies)[loop.code / 2].size(); }
  std::uint64_t body_hash(const Item& loop) const { return bodies->hash(loop.code / 2); }
  bool has_body(const Item& loop, std::span<const Item> items) const;
  Item make_loop(std::span<Item> once, std::span<Item> twice, std::uint64_t hash) const;
  void grow(Item& loop, std::span<Item> items) const;
  bool joins(const Item& a, const Item& b) const { return is_loop(a) && a.code == b.code; }
  void join(Item& a, const Item& b) const;
};

// From bodies with counts to bodies without; shared by the ranks.
class BodyOpener {
 public:
  explicit BodyOpener(const CountedBodies& counted) : counted_(counted) {}
  OpenItem open(const CountedItem& item);
  Bodies& bodies() { return bodies_; }

 private:
  // Loops in a body, when all of the same (open) body turn equally often.
  struct Inner {
    std::uint32_t body;
    std::uint64_t count;
    std::uint64_t times;  // in one turn
  };
  struct Opened {
    std::uint32_t body = 0;
    bool is_uniform = true;
    std::vector<Inner> inner;
  };
  const Opened& opened(std::uint32_t counted_body);
  void add_counts(std::uint32_t counted_body, std::uint64_t turns, Counts& counts);

  const CountedBodies& counted_;
  Bodies bodies_;
  std::vector<std::unique_ptr<Opened>> opened_;
};

class Sequence {
 public:
  explicit Sequence(CountedBodies& bodies) : counted_({&bodies}, window) {}

  void add(std::uint32_t shape, BodyOpener& opener) {
    counted_.add({shape * 2, 1});
    if (counted_.size() >= queue_most) release(queue_most / 2, opener);
  }
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  // The shape that comes next if the program is in a loop that it was in before.
  std::uint32_t expected() const {
    const CountedItem* item = counted_.expected();
    return item == nullptr ? none : item->code / 2;
  }
  void add_expected() { counted_.add_expected(); }

  // Where it is, and as often again what lies between two marks that fit (Folder::Mark).
  using Mark = Folder<CountedRules>::Mark;
  Mark mark() const { return counted_.mark(); }
  static bool fits(const Mark& a, const Mark& b) { return Folder<CountedRules>::fits(a, b); }
  void repeat(const Mark& a, const Mark& b, std::uint64_t times) { counted_.repeat(a, b, times); }
  // The whole structure as items without counts, and the counts of all loops by body.
  struct Whole {
    std::vector<ItemCode> items;
    Counts counts;
  };
  Whole finish(BodyOpener& opener, OpStore* store);
  std::uint64_t memory_bytes() const {
    return counted_.memory_bytes() + (open_ ? open_->memory_bytes() : 0);
  }

 private:
  static constexpr std::size_t window = 2048;
  static constexpr std::size_t queue_most = 8192;
  void release(std::size_t count, BodyOpener& opener);

  Folder<CountedRules> counted_;
  std::unique_ptr<Folder<OpenRules>> open_;  // null: nothing left the first queue yet
};

}  // namespace smpi::trace
