// SPDX-License-Identifier: BSD-3-Clause
//
// Notices that a rank does the same again and again, and then only counts.
//
// The last actions are kept for a while, requests as distances from the newest one. When their end
// is there twice, it is a period:
//
//   A B C D C D       period C D
//
// From then on an action that is the period's next costs a comparison of its words. What was
// counted is added to the trace when another action comes (Compressor::add_repeats). Where nothing
// repeats, looking for it is given up for longer and longer stretches.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "libsmpi/watch/trace/action.h"
#include "libsmpi/watch/trace/compress/wrapping.h"

namespace smpi::trace {

// One per rank, and a line of the cache: what each action needs of thousands of ranks.
class alignas(64) Repeats {
 public:
  Repeats();
  ~Repeats();
  Repeats(Repeats&&) noexcept;
  Repeats& operator=(Repeats&&) noexcept;

  bool is_repeating() const { return !period_.empty(); }
  // Is it the period's next action? Then it is counted, and nobody else needs to see it.
  // REQUIRES: is_repeating().
  bool takes(const Action& action);
  // An action that was not taken. `newest_request`: its number before it.
  void note(const Action& action, Word newest_request);

  // What was taken: turns of the whole period, and the next turn up to a place.
  std::uint64_t turns() const { return turns_; }
  std::size_t place() const { return place_; }
  std::size_t period_end() const { return period_.size(); }
  // The action at a place of the period, from 0 on, as it is when `newest_request` is the newest;
  // moves the place on. Its words are in `room`.
  Action action_at(std::size_t& place, Word newest_request, std::vector<Word>& room) const;
  void stop();

 private:
  static constexpr std::size_t kept_most = 128;
  static constexpr std::size_t kept_words_most =
      4096;  // lists of counts are as long as there are ranks
  static constexpr unsigned patience_most = 8;
  // Before the words of an action in a period: its head, the number of its words, and a bit for
  // each word that is the distance of a request.
  static constexpr std::size_t head_size = 3;
  static Word head_of(const Action& action) {
    return static_cast<Word>(static_cast<std::uint64_t>(action.code) |
                             std::uint64_t{action.strand} << 16 | std::uint64_t{action.site} << 32);
  }

  struct Search;
  bool keep(const Action& action, Word newest_request);
  bool find_period();
  void give_up();

  std::vector<Word> period_;
  std::size_t place_ = 0;
  Word newest_request_ = 0;
  std::uint64_t turns_ = 0;
  std::uint32_t skipped_left_ = 0;  // actions that are not even kept
  std::uint32_t failures_ = 0;      // in a row
  std::unique_ptr<Search> search_;  // null: there is none at work
};
static_assert(sizeof(Repeats) == 64);

inline bool Repeats::takes(const Action& action) {
  const Word* const next = period_.data() + place_;
  const std::size_t count = action.words.size();
  if (next[0] != head_of(action) || static_cast<std::size_t>(next[1]) != count) return false;
  const auto requests = static_cast<std::uint64_t>(next[2]);
  const Word* const kept = next + head_size;
  const Word* const words = action.words.data();
  if (requests == 0) {
    for (std::size_t i = 0; i < count; i++) {
      if (words[i] != kept[i]) return false;
    }
  } else {
    Word newest = newest_request_;
    for (std::size_t i = 0; i < count; i++) {
      if (i < 64 && (requests >> i & 1) != 0) {
        if (words[i] == 0 || wrapped_difference(words[i], newest_request_) != kept[i]) {
          return false;
        }
        newest = std::max(newest, words[i]);
      } else if (words[i] != kept[i]) {
        return false;
      }
    }
    newest_request_ = newest;
  }
  place_ += head_size + count;
  if (place_ == period_.size()) {
    place_ = 0;
    turns_++;
  }
  return true;
}

}  // namespace smpi::trace
