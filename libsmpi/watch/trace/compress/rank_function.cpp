// SPDX-License-Identifier: BSD-3-Clause
//
// Each law is tried on the first ranks, then on all; what fits first is the shortest.
#include "libsmpi/watch/trace/compress/rank_function.h"

#include <algorithm>
#include <map>
#include <optional>

#include "libsmpi/watch/trace/compress/rank_list.h"
#include "libsmpi/watch/trace/compress/wrapping.h"

namespace smpi::trace {
namespace {

using Law = RankFunction::Law;

struct Column {
  std::span<const std::uint32_t> ranks;
  std::span<const Word> values;
};

template <class Function>
bool fits(const Column& column, Function&& function) {
  for (std::size_t i = 0; i < column.ranks.size(); i++) {
    if (column.values[i] != function(column.ranks[i])) return false;
  }
  return true;
}

void put_law(std::string& out, Law form) {
  put_number(out, static_cast<std::uint64_t>(form));
}

Word affine(Word a, Word b, Word rank) {
  return wrapped_sum(wrapped_product(a, rank), b);
}
Word exclusive(Word mask, Word rank) {
  return wrapped_difference(rank ^ mask, rank);
}
// `size` is positive, `shift` at least 0 and below it.
Word circular(Word shift, Word size, Word rank) {
  return (rank % size + shift) % size - rank;
}
Word grid(Word a, Word b, Word width, Word height, Word rank) {
  return affine(a, b, rank / width % height);
}

bool append_affine(std::string& out, const Column& column) {
  if (column.ranks.size() < 3) return false;
  const Word distance = column.ranks[1] - column.ranks[0];
  const Word difference = wrapped_difference(column.values[1], column.values[0]);
  if (difference % distance != 0) return false;
  const Word a = difference / distance;
  const Word b = wrapped_difference(column.values[0], wrapped_product(a, column.ranks[0]));
  if (!fits(column, [&](Word rank) { return affine(a, b, rank); })) return false;
  put_law(out, Law::affine);
  put_signed(out, a);
  put_signed(out, b);
  return true;
}

bool append_exclusive(std::string& out, const Column& column) {
  const Word mask = wrapped_sum(column.values[0], column.ranks[0]) ^ Word { column.ranks[0] };
  if (!fits(column, [&](Word rank) { return exclusive(mask, rank); })) return false;
  put_law(out, Law::exclusive);
  put_signed(out, mask);
  return true;
}

bool append_circular(std::string& out, const Column& column, Word size) {
  const Word peer = wrapped_sum(column.values[0], column.ranks[0]);
  if (peer < 0 || peer >= size) return false;
  const Word shift = (peer - column.ranks[0] + size) % size;
  if (!fits(column, [&](Word rank) { return circular(shift, size, rank); })) return false;
  put_law(out, Law::circular);
  put_number(out, static_cast<std::uint64_t>(shift));
  put_number(out, static_cast<std::uint64_t>(size));
  return true;
}

// The width is the distance of ranks at which the value changes, the height follows from where it
// comes back.
bool append_grid(std::string& out, const Column& column, Word rank_count) {
  const auto& [ranks, values] = column;
  std::optional<Word> width;
  for (Word candidate = 1; candidate < rank_count; candidate++) {
    if (rank_count % candidate != 0) continue;
    // Ranks of one row have the same value: a quick look at the first ones.
    bool possible = true;
    for (std::size_t i = 1; i < std::min<std::size_t>(ranks.size(), 64) && possible; i++) {
      const bool same_row = ranks[i] / candidate == ranks[i - 1] / candidate;
      possible = !same_row || values[i] == values[i - 1];
    }
    if (possible) width = candidate;
  }
  if (!width) return false;
  for (Word height = 2; height <= rank_count / *width; height++) {
    if (rank_count % (*width * height) != 0) continue;
    const auto row = [&](std::size_t i) { return ranks[i] / *width % height; };
    std::size_t other = 1;
    while (other < ranks.size() && row(other) == row(0)) other++;
    if (other == ranks.size()) continue;
    const Word distance = row(other) - row(0);
    const Word difference = wrapped_difference(values[other], values[0]);
    if (difference % distance != 0) continue;
    const Word a = difference / distance;
    const Word b = wrapped_difference(values[0], wrapped_product(a, row(0)));
    if (!fits(column, [&](Word rank) { return grid(a, b, *width, height, rank); })) continue;
    put_law(out, Law::grid);
    put_signed(out, a);
    put_signed(out, b);
    put_number(out, static_cast<std::uint64_t>(*width));
    put_number(out, static_cast<std::uint64_t>(height));
    return true;
  }
  return false;
}

bool append_table(std::string& out, const Column& column) {
  const std::size_t most = std::max<std::size_t>(16, column.ranks.size() / 8);
  std::map<Word, std::vector<std::uint32_t>> table;
  for (std::size_t i = 0; i < column.ranks.size(); i++) {
    table[column.values[i]].push_back(column.ranks[i]);
    if (table.size() > most) return false;
  }
  put_law(out, Law::table);
  put_number(out, table.size());
  for (const auto& [value, ranks] : table) {
    put_signed(out, value);
    append_rank_list(out, ranks);
  }
  return true;
}

void append_column(std::string& out, const Column& column) {
  put_law(out, Law::column);
  Word last = 0;
  for (const Word value : column.values) {
    put_signed(out, wrapped_difference(value, last));
    last = value;
  }
}

}  // namespace

void append_rank_function(std::string& out, std::span<const std::uint32_t> ranks,
                          std::span<const Word> values, std::uint32_t rank_count) {
  const Column column{ranks, values};
  if (fits(column, [&](Word) { return values[0]; })) {
    put_law(out, Law::constant);
    put_signed(out, values[0]);
    return;
  }
  if (append_affine(out, column) || append_exclusive(out, column) ||
      append_circular(out, column, rank_count)) {
    return;
  }
  std::string best;
  append_column(best, column);
  std::string other;
  if (append_table(other, column) && other.size() < best.size()) best = std::move(other);
  other.clear();
  if (best.size() > 8 && append_grid(other, column, rank_count) && other.size() < best.size()) {
    best = std::move(other);
  }
  out += best;
}

void RankFunction::read_table(ByteReader& reader, std::span<const std::uint32_t> ranks,
                              std::uint32_t rank_count) {
  values_.resize(ranks.size());
  std::size_t filled = 0;
  for (std::size_t entries = reader.count(); entries > 0; entries--) {
    const Word value = reader.signed_number();
    for (const std::uint32_t rank : read_rank_list(reader, rank_count)) {
      const auto at = std::lower_bound(ranks.begin(), ranks.end(), rank);
      if (at == ranks.end() || *at != rank) throw Damage("a table names a rank of another group");
      values_[static_cast<std::size_t>(at - ranks.begin())] = value;
      filled++;
    }
  }
  if (filled != ranks.size()) throw Damage("a table leaves ranks out");
}

RankFunction::RankFunction(ByteReader& reader, std::span<const std::uint32_t> ranks,
                           std::uint32_t rank_count)
    : law_(static_cast<Law>(reader.index(static_cast<std::size_t>(Law::column) + 1))) {
  constexpr std::size_t grid_most = std::size_t{1} << 32;
  switch (law_) {
    case Law::constant:
    case Law::exclusive:
      a_ = reader.signed_number();
      break;
    case Law::affine:
      a_ = reader.signed_number();
      b_ = reader.signed_number();
      break;
    case Law::circular:
      a_ = reader.index(grid_most);
      width_ = reader.index(grid_most);
      break;
    case Law::grid:
      a_ = reader.signed_number();
      b_ = reader.signed_number();
      width_ = reader.index(grid_most);
      height_ = reader.index(grid_most);
      break;
    case Law::table:
      read_table(reader, ranks, rank_count);
      break;
    case Law::column:
      for (std::size_t i = 0; i < ranks.size(); i++) {
        a_ = wrapped_sum(a_, reader.signed_number());
        values_.push_back(a_);
      }
      break;
  }
  if (width_ == 0 || height_ == 0) throw Damage("a grid has no ranks");
}

Word RankFunction::value(std::uint32_t rank, std::size_t place) const {
  switch (law_) {
    case Law::constant:
      return a_;
    case Law::affine:
      return affine(a_, b_, rank);
    case Law::exclusive:
      return exclusive(a_, rank);
    case Law::circular:
      return circular(a_, width_, rank);
    case Law::grid:
      return grid(a_, b_, width_, height_, rank);
    case Law::table:
    case Law::column:
      return values_[place];
  }
  return 0;
}

}  // namespace smpi::trace
