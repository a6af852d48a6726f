// SPDX-License-Identifier: BSD-3-Clause
//
// Tables of shapes and lists: open addressing, as each action looks up.
#include "libsmpi/watch/trace/compress/shape.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernel/error.h"
#include "libsmpi/watch/trace/compress/hash.h"

namespace smpi::trace {

bool Shape::operator==(const Shape& other) const {
  return code == other.code && strand == other.strand && site == other.site && how == other.how &&
         fixed_count == other.fixed_count &&
         std::equal(fixed.begin(), fixed.begin() + fixed_count, other.fixed.begin());
}

std::uint64_t Shape::hash() const {
  static_assert(fields_most == 16 && sizeof(How) == 1);
  std::uint64_t words[2];
  std::memcpy(words, how.data(), sizeof words);
  std::uint64_t result = combined(
      static_cast<std::uint64_t>(code) | std::uint64_t{strand} << 16 | std::uint64_t{site} << 32,
      words[0] ^ words[1] << 4);
  for (std::uint8_t i = 0; i < fixed_count; i++) {
    result = combined(result, static_cast<std::uint64_t>(fixed[i]));
  }
  return result;
}

void ShapeTable::grow() {
  places_.assign(std::max<std::size_t>(64, places_.size() * 2), 0);
  for (std::uint32_t number = 0; number < shapes_.size(); number++) {
    std::size_t at = shapes_[number].hash() & (places_.size() - 1);
    while (places_[at] != 0) at = (at + 1) & (places_.size() - 1);
    places_[at] = number + 1;
  }
}

std::uint32_t ShapeTable::number_of(const Shape& shape) {
  if (2 * shapes_.size() >= places_.size()) grow();
  std::size_t at = shape.hash() & (places_.size() - 1);
  for (; places_[at] != 0; at = (at + 1) & (places_.size() - 1)) {
    if (shapes_[places_[at] - 1] == shape) return places_[at] - 1;
  }
  shapes_.push_back(shape);
  steps_.emplace_back(shape);
  places_[at] = static_cast<std::uint32_t>(shapes_.size());
  return places_[at] - 1;
}

namespace {

constexpr std::int64_t whole_limit = std::int64_t{1} << 52;
constexpr std::uint64_t infinity_bits = 0x7ff0000000000000ULL;

}  // namespace

// Bits of normal doubles, as integers, are at least 2^52 or at most -2^52. Subnormal ones take the
// place of numbers that are not finite.
std::int64_t word_of_real(Word bits) {
  const double real = to_real(bits);
  SIM_ASSERT(std::isfinite(real), "a real number of a trace is finite");
  if (std::fabs(real) < static_cast<double>(whole_limit)) {
    const auto whole = static_cast<std::int64_t>(real);
    if (to_word(static_cast<double>(whole)) == bits) return whole;
  }
  if (!std::isnormal(real) && real > 0) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(bits) | infinity_bits);
  }
  return bits;
}

Word bits_of_real(std::int64_t word) {
  if (word > -whole_limit && word < whole_limit) return to_word(static_cast<double>(word));
  if (static_cast<std::uint64_t>(word) >= infinity_bits && word > 0) {
    return static_cast<Word>(static_cast<std::uint64_t>(word) & ~infinity_bits);
  }
  return word;
}

std::uint64_t ListTable::number_of(std::span<const Word> list, bool& is_new) {
  std::uint64_t hash = list.size();
  for (const Word word : list)
    hash = hash * 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(word);
  hash = mixed(hash);
  if (2 * places_.size() >= by_hash_.size()) {
    by_hash_.assign(std::max<std::size_t>(8, by_hash_.size() * 2), 0);
    for (std::uint32_t number = 0; number < places_.size(); number++) {
      std::size_t at = places_[number].hash & (by_hash_.size() - 1);
      while (by_hash_[at] != 0) at = (at + 1) & (by_hash_.size() - 1);
      by_hash_[at] = number + 1;
    }
  }
  std::size_t at = hash & (by_hash_.size() - 1);
  for (; by_hash_[at] != 0; at = (at + 1) & (by_hash_.size() - 1)) {
    const Place& place = places_[by_hash_[at] - 1];
    if (place.hash == hash && place.size == list.size() &&
        std::equal(list.begin(), list.end(), words_.begin() + place.offset)) {
      is_new = false;
      return by_hash_[at] - 1;
    }
  }
  is_new = true;
  if (count_ == places_.size() && words_.size() + list.size() <= words_most) {
    places_.push_back(
        {hash, static_cast<std::uint32_t>(words_.size()), static_cast<std::uint32_t>(list.size())});
    words_.insert(words_.end(), list.begin(), list.end());
    by_hash_[at] = static_cast<std::uint32_t>(places_.size());
  }
  return count_++;
}

}  // namespace smpi::trace
