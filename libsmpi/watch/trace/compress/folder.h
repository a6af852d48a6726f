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
// Behind a loop comes most often its next turn. So items that are its body's are followed first and
// put into the queue only when the turn breaks off; a whole turn adds one to the count.
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
// and, for turns to be followed:
//   body_of(loop)                        its items, which stay where they are
//   count_of(loop), grow_by(loop, turns)
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "kernel/error.h"
#include "libsmpi/watch/trace/compress/hash.h"

namespace smpi::trace {

template <class Rules>
class Folder {
 public:
  using Item = typename Rules::Item;
  // The hash of a body is the polynomial of the hashes of its items.
  static constexpr std::uint64_t base = 0x9e3779b97f4a7c15ULL;

  static constexpr std::size_t window_most = 4096;

  Folder(Rules rules, std::size_t window) : rules_(rules), window_(window) {
    SIM_ASSERT(window <= window_most, "a folder's window is small");
  }

  void add(Item item) {
    if constexpr (follows_turns) {
      if (follower_.expected != nullptr) {
        if (rules_.is_same(*follower_.expected, item)) {
          follow();
          return;
        }
        stop_following();
      }
      fold_in(std::move(item));
      start_following();
    } else {
      fold_in(std::move(item));
    }
  }
  // The item that a turn of the last loop needs next; nullptr: there is none, or it began no turn.
  const Item* expected() const { return follower_.expected; }
  // The same as add(*expected()). REQUIRES: there is one.
  void add_expected() { follow(); }

  // Where the sequence is. Two marks that differ in nothing but turns of the last loop lie whole
  // turns apart, and nothing else happened between them.
  struct Mark {
    std::uint64_t changes = 0;
    std::uint64_t place = 0;
    std::uint64_t turns = 0;
  };
  Mark mark() const {
    Mark mark{changes_, follower_.items, follower_.turns};
    if (follower_.expected == nullptr) return mark;
    for (const Frame& frame : follower_.frames) {
      mark.place = combined(combined(mark.place, frame.at), frame.turns_left);
    }
    return mark;
  }
  // As often again what lies between two marks that fit.
  static bool fits(const Mark& a, const Mark& b) {
    return a.changes == b.changes && a.place == b.place;
  }
  void repeat(const Mark& a, const Mark& b, std::uint64_t times) {
    follower_.turns += (b.turns - a.turns) * times;
  }

  std::size_t size() const { return items_.size(); }
  // Of the queue.
  std::uint64_t memory_bytes() const {
    return items_.size() * (sizeof(Item) + sizeof(std::uint64_t) + sizeof(Link));
  }
  // The queue with all that was added; what is followed goes into it.
  std::span<Item> items() {
    settle();
    return items_;
  }

  // Takes the oldest items out of the queue; they fold no more.
  void drop_oldest(std::size_t count) {
    settle();
    std::vector<Item> rest(std::make_move_iterator(items_.begin() + static_cast<long>(count)),
                           std::make_move_iterator(items_.end()));
    cut(0);
    for (Item& item : rest) push(std::move(item));
  }

 private:
  static constexpr int candidates_most = 32;
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr bool follows_turns = requires(const Rules& rules, const Item& loop) {
    rules.body_of(loop);
  };

  struct Link {
    std::uint64_t prefix;       // hash of the items up to and with this one
    std::uint32_t previous;     // place of the same item before
    std::uint32_t loop_before;  // place of the last loop before it
  };
  // Where in a turn of the last loop the sequence is.
  struct Frame {
    std::span<const Item> body;
    std::size_t at;
    std::uint64_t turns_left;  // of an inner loop, with this one
  };
  struct Follower {
    const Item* expected = nullptr;  // never a loop
    std::uint64_t turns = 0;         // whole ones, not yet in the loop's count
    std::uint64_t items = 0;         // of the turn under way
    std::vector<Frame> frames;       // outermost first
  };

  void fold_in(Item item) {
    push(std::move(item));
    while (folds()) {
    }
  }

  // Goes down to the first item that is not a loop.
  void descend() {
    const Item* item = &follower_.frames.back().body[follower_.frames.back().at];
    while (rules_.is_loop(*item)) {
      follower_.frames.push_back({rules_.body_of(*item), 0, rules_.count_of(*item)});
      item = &follower_.frames.back().body.front();
    }
    follower_.expected = item;
  }

  void start_following() {
    if (!rules_.is_loop(items_.back())) return;
    follower_.frames.clear();
    follower_.frames.push_back({rules_.body_of(items_.back()), 0, 1});
    descend();
  }

  void follow() {
    follower_.items++;
    Frame* frame = &follower_.frames.back();
    if (frame->at + 1 < frame->body.size()) {
      frame->at++;
      if (const Item& next = frame->body[frame->at]; !rules_.is_loop(next)) {
        follower_.expected = &next;
        return;
      }
      descend();
      return;
    }
    end_turn();
  }

  void end_turn() {
    std::vector<Frame>& frames = follower_.frames;
    for (;;) {
      if (frames.size() == 1) {
        follower_.turns++;
        follower_.items = 0;
        frames.back().at = 0;
        break;
      }
      if (--frames.back().turns_left > 0) {
        frames.back().at = 0;
        break;
      }
      frames.pop_back();
      if (++frames.back().at < frames.back().body.size()) break;
    }
    descend();
  }

  // The first `count` items of turns of a body, one by one.
  std::uint64_t fold_in_turn(std::span<const Item> body, std::uint64_t count) {
    for (const Item& item : body) {
      if (count == 0) break;
      if (!rules_.is_loop(item)) {
        fold_in(item);
        count--;
        continue;
      }
      const std::span<const Item> inner = rules_.body_of(item);
      for (std::uint64_t i = rules_.count_of(item); i > 0 && count > 0; i--) {
        count = fold_in_turn(inner, count);
      }
    }
    return count;
  }

  // What was followed becomes part of the queue. REQUIRES: the last item is the loop.
  void stop_following() {
    follower_.expected = nullptr;
    const Item loop = items_.back();  // its body stays as long as this
    if (const std::uint64_t turns = std::exchange(follower_.turns, 0); turns > 0) {
      replace_last([&](Item& last) { rules_.grow_by(last, turns); });
      while (folds()) {
      }
    }
    fold_in_turn(rules_.body_of(loop), std::exchange(follower_.items, 0));
  }

  void settle() {
    if constexpr (follows_turns) {
      if (follower_.expected != nullptr) stop_following();
    }
  }

  void push(Item item) {
    changes_++;
    const std::uint64_t hash = rules_.hash(item);
    const auto position = static_cast<std::uint32_t>(items_.size());
    const std::uint64_t before = links_.empty() ? 0 : links_.back().prefix;
    links_.push_back({before * base + hash, last_with(hash), last_loop_});
    hashes_.push_back(hash);
    if (rules_.is_loop(item)) last_loop_ = position;
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
    while (last_loop_ != none && last_loop_ >= size) last_loop_ = links_[last_loop_].loop_before;
    links_.resize(size);
  }

  std::uint64_t range_hash(std::size_t from, std::size_t length) const {
    static const std::vector<std::uint64_t> powers = [] {
      std::vector<std::uint64_t> result = {1};
      while (result.size() <= window_most) result.push_back(result.back() * base);
      return result;
    }();
    const std::uint64_t before = from == 0 ? 0 : links_[from - 1].prefix;
    return links_[from + length - 1].prefix - before * powers[length];
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
    for (std::uint32_t at = last_loop_; at != none && tries-- > 0; at = links_[at].loop_before) {
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
    for (std::uint32_t at = links_.back().previous; at != none && tries-- > 0;
         at = links_[at].previous) {
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
  std::vector<std::uint64_t> hashes_;  // of items
  std::vector<Link> links_;            // of items
  std::uint32_t last_loop_ = none;
  std::uint64_t changes_ = 0;
  Follower follower_;
};

}  // namespace smpi::trace
