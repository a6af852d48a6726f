// SPDX-License-Identifier: BSD-3-Clause
//
// Field by field, as the shape says. Damaged numbers wrap around instead of overflowing.
#include "libsmpi/watch/trace/compress/rebuilder.h"

#include <algorithm>

namespace smpi::trace {

std::span<const Word> ListReader::list(std::int64_t number) {
  if (number < 0 || number > count_) throw Damage("a list comes before it was there");
  if (number < count_) {
    if (static_cast<std::size_t>(number) >= places_.size()) throw Damage("a list is forgotten");
    const Place& place = places_[static_cast<std::size_t>(number)];
    return std::span<const Word>(words_).subspan(place.offset, place.size);
  }
  count_++;
  Word size = 0;
  if (!source_.next(size) || size < 0) throw Damage("a list is missing");
  if (size > list_words_most) throw Damage("a list is too long");
  passing_.clear();
  for (; size > 0; size--) {
    Word word = 0;
    if (!source_.next(word)) throw Damage("a list ends too early");
    passing_.push_back(word);
  }
  // As ListTable forgets.
  is_full_ = is_full_ || words_.size() + passing_.size() > ListTable::words_most;
  if (is_full_) return passing_;
  places_.push_back({words_.size(), passing_.size()});
  words_.insert(words_.end(), passing_.begin(), passing_.end());
  return passing_;
}

// REQUIRES: there is room for them.
Word* Rebuilder::write_ages(std::int64_t first_age, std::span<const Word> distances, Word* word) {
  const std::int64_t newest = numbering_.request;
  for (const Word distance : distances) {
    const std::int64_t number =
        distance == 0 ? 0 : Numbering::number_of(wrapped_sum(first_age, distance >> 1), newest);
    *word++ = number;
    numbering_.request = std::max(numbering_.request, number);
  }
  return word;
}

void Rebuilder::rebuild(const Shape& shape, std::span<const std::int64_t> slots, Action& action) {
  const std::span<const Field> fields = form_of(shape.code).fields;
  const Word* fixed = shape.fixed.data();
  const std::int64_t* slot = slots.data();
  // All fields have room from the start, lists get theirs when they come.
  if (words_.size() < fields_most) words_.resize(fields_most);
  Word* word = words_.data();
  const auto begin_list = [&](std::span<const Word> list) {
    const auto used = static_cast<std::size_t>(word - words_.data());
    const std::size_t wanted = used + list.size() + fields_most;
    if (words_.size() < wanted) words_.resize(std::max(wanted, 2 * words_.size()));
    word = words_.data() + used;
    *word++ = static_cast<Word>(list.size());
  };
  for (std::size_t i = 0; i < fields.size(); i++) {
    switch (shape.how[i]) {
      case How::fixed:
        *word++ = *fixed++;
        break;
      case How::plain:
        *word++ = *slot++;
        break;
      case How::real:
        *word++ = bits_of_real(*slot++);
        break;
      case How::relative: {
        const Word peer = wrapped_sum(*slot++, rank_);
        if (peer < 0 || peer >= Word{rank_count_}) throw Damage("a peer does not exist");
        *word++ = peer;
        break;
      }
      case How::age: {
        std::int64_t& newest = numbering_.newest(fields[i].kind);
        const std::int64_t number = Numbering::number_of(*slot++, newest);
        newest = std::max(newest, number);
        *word++ = number;
        break;
      }
      case How::next: {
        std::int64_t& next = numbering_.next(fields[i].kind);
        const std::int64_t number = wrapped_sum(*slot++, next);
        next = std::max(next, wrapped_sum(number, 1));
        *word++ = number;
        break;
      }
      case How::list: {
        const std::span<const Word> list = lists_.list(*slot++);
        begin_list(list);
        word = std::copy(list.begin(), list.end(), word);
        break;
      }
      case How::ages: {
        const std::int64_t first_age = *slot++;
        const std::span<const Word> distances = lists_.list(*slot++);
        begin_list(distances);
        word = write_ages(first_age, distances, word);
        break;
      }
    }
  }
  action.code = shape.code;
  action.strand = shape.strand;
  action.site = shape.site;
  action.words = {words_.data(), word};
}

}  // namespace smpi::trace
