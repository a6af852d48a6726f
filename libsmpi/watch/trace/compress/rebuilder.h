// SPDX-License-Identifier: BSD-3-Clause
//
// From a shape and the numbers of its slots back to an action: the inverse of Describer.
#pragma once

#include <vector>

#include "libsmpi/watch/trace/compress/shape.h"
#include "libsmpi/watch/trace/compress/value_source.h"

namespace smpi::trace {

// The lists of a rank, read one after the other as their numbers come up.
class ListReader {
 public:
  ListReader() = default;
  explicit ListReader(ValueSource source) : source_(std::move(source)) {}
  // Lasts until the next call. Throws Damage.
  std::span<const Word> list(std::int64_t number);

 private:
  struct Place {
    std::size_t offset;
    std::size_t size;
  };
  ValueSource source_;
  std::vector<Word> words_;
  std::vector<Place> places_;
  std::vector<Word> passing_;  // a list that is not remembered
  std::int64_t count_ = 0;
  bool is_full_ = false;
};

class Rebuilder {
 public:
  Rebuilder(std::uint32_t rank, std::uint32_t rank_count, ListReader lists)
      : rank_(rank), rank_count_(rank_count), lists_(std::move(lists)) {}
  // `slots` has the numbers of the shape's slots. The action lasts until the next call. Throws
  // Damage for what no action has.
  void rebuild(const Shape& shape, std::span<const std::int64_t> slots, Action& action);

 private:
  Word* write_ages(std::int64_t first_age, std::span<const Word> distances, Word* word);

  std::uint32_t rank_;
  std::uint32_t rank_count_;
  Numbering numbering_;
  ListReader lists_;
  std::vector<Word> words_;
};

}  // namespace smpi::trace
