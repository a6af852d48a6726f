// SPDX-License-Identifier: BSD-3-Clause
//
// A table of changes. Each takes a text that is not empty.
#include "tests/fuzz/damage.h"

#include <array>
#include <cctype>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace smpi::fuzz {
namespace {

using Random = kernel::RandomStream;

std::size_t below(Random& random, std::size_t count) {
  return kernel::draw_below(random, count);
}

struct Piece {
  std::size_t begin = 0;
  std::size_t size = 0;
};

std::string_view text_of(const std::string& text, Piece piece) {
  return std::string_view(text).substr(piece.begin, piece.size);
}

// Lines with their ends.
std::vector<Piece> lines_of(std::string_view text) {
  std::vector<Piece> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    const std::size_t next = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back({begin, next - begin});
    begin = next;
  }
  return lines;
}

template <typename IsPart>
std::vector<Piece> pieces_of(std::string_view text, IsPart is_part) {
  std::vector<Piece> pieces;
  for (std::size_t at = 0; at < text.size(); at++) {
    if (!is_part(text[at])) continue;
    if (pieces.empty() || pieces.back().begin + pieces.back().size != at) pieces.push_back({at, 0});
    pieces.back().size++;
  }
  return pieces;
}

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

using Pieces = std::vector<Piece> (*)(std::string_view text);
std::vector<Piece> words_of(std::string_view text) {
  return pieces_of(text, is_of_word);
}
std::vector<Piece> numbers_of(std::string_view text) {
  return pieces_of(text, [](char c) { return is_digit(c) || c == '.'; });
}

void swap_two(std::string& text, const std::vector<Piece>& pieces, Random& random) {
  if (pieces.size() < 2) return;
  Piece first = pieces[below(random, pieces.size())];
  Piece second = pieces[below(random, pieces.size())];
  if (second.begin < first.begin) std::swap(first, second);
  if (first.begin == second.begin) return;
  const std::string earlier(text_of(text, first));
  const std::string later(text_of(text, second));
  text.replace(second.begin, second.size, earlier);
  text.replace(first.begin, first.size, later);
}

template <Pieces pieces_in>
void swap_pieces(std::string& text, std::span<const std::string>, Random& random) {
  swap_two(text, pieces_in(text), random);
}

template <Pieces pieces_in>
void remove_piece(std::string& text, std::span<const std::string>, Random& random) {
  const std::vector<Piece> pieces = pieces_in(text);
  if (pieces.empty()) return;
  const Piece piece = pieces[below(random, pieces.size())];
  text.erase(piece.begin, piece.size);
}

template <Pieces pieces_in>
void double_piece(std::string& text, std::span<const std::string>, Random& random) {
  const std::vector<Piece> pieces = pieces_in(text);
  if (pieces.empty()) return;
  const Piece piece = pieces[below(random, pieces.size())];
  text.insert(piece.begin, std::string(text_of(text, piece)));
}

// A line or word of another file, in place of one of this.
template <Pieces pieces_in>
void take_piece(std::string& text, std::span<const std::string> others, Random& random) {
  const std::string& other = others[below(random, others.size())];
  const std::vector<Piece> pieces = pieces_in(text);
  const std::vector<Piece> offered = pieces_in(other);
  if (pieces.empty() || offered.empty()) return;
  const Piece piece = pieces[below(random, pieces.size())];
  text.replace(piece.begin, piece.size, text_of(other, offered[below(random, offered.size())]));
}

void change_byte(std::string& text, std::span<const std::string>, Random& random) {
  text[below(random, text.size())] = static_cast<char>(random.next());
}

void copy_byte(std::string& text, std::span<const std::string>, Random& random) {
  text[below(random, text.size())] = text[below(random, text.size())];
}

void remove_bytes(std::string& text, std::span<const std::string>, Random& random) {
  text.erase(below(random, text.size()), 1 + below(random, 8));
}

void copy_bytes(std::string& text, std::span<const std::string>, Random& random) {
  const std::string copy = text.substr(below(random, text.size()), 1 + below(random, 16));
  text.insert(below(random, text.size()), copy);
}

void insert_mark(std::string& text, std::span<const std::string>, Random& random) {
  constexpr std::string_view marks("0123456789-:;,.=#'\"[]{}()<>/\\&%*+^|@~ \t\r\n\0\x7f\xff", 44);
  text.insert(below(random, text.size()), 1, marks[below(random, marks.size())]);
}

void cut(std::string& text, std::span<const std::string>, Random& random) {
  if (below(random, 8) == 0) text.resize(below(random, text.size()));
}

void grow_number(std::string& text, std::span<const std::string>, Random& random) {
  const std::vector<Piece> numbers = numbers_of(text);
  if (numbers.empty()) return;
  const Piece number = numbers[below(random, numbers.size())];
  text.insert(number.begin + below(random, number.size + 1),
              std::to_string(random.next()).substr(0, 1 + below(random, 5)));
}

void replace_number(std::string& text, std::span<const std::string>, Random& random) {
  static constexpr std::array<std::string_view, 24> values = {"0",
                                                              "-1",
                                                              "1",
                                                              "-0",
                                                              "nan",
                                                              "inf",
                                                              "-inf",
                                                              "1e999",
                                                              "1e308",
                                                              "1e-320",
                                                              "0x10",
                                                              "1_000",
                                                              "2147483647",
                                                              "2147483648",
                                                              "65536",
                                                              "01",
                                                              "+1",
                                                              "4294967295",
                                                              "4294967296",
                                                              "1e",
                                                              "1.2.3",
                                                              "0.5",
                                                              "9007199254740993",
                                                              "18446744073709551616"};
  const std::vector<Piece> numbers = numbers_of(text);
  if (numbers.empty()) return;
  const Piece number = numbers[below(random, numbers.size())];
  text.replace(number.begin, number.size, values[below(random, values.size())]);
}

// Readers that call themselves for each bracket need an end.
void nest(std::string& text, std::span<const std::string>, Random& random) {
  if (below(random, 16) != 0) return;
  static constexpr std::array<std::string_view, 9> openings = {"[",   "{",   "(",  "-",  "a=[",
                                                               "<a>", "[[a", "+(", "{a="};
  constexpr std::size_t depth = 20'000;
  const std::string_view opening = openings[below(random, openings.size())];
  std::string deep;
  for (std::size_t i = 0; i < depth; i++) deep += opening;
  text.insert(below(random, text.size()), deep);
}

void end_lines_as_dos(std::string& text, std::span<const std::string>, Random&) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) {
    text.insert(at, 1, '\r');
  }
}

using Change = void (*)(std::string& text, std::span<const std::string> others, Random& random);
// Those that are found most often in files stand several times.
constexpr Change changes[] = {
    change_byte,
    copy_byte,
    remove_bytes,
    copy_bytes,
    insert_mark,
    cut,
    grow_number,
    replace_number,
    replace_number,
    swap_pieces<lines_of>,
    remove_piece<lines_of>,
    double_piece<lines_of>,
    take_piece<lines_of>,
    swap_pieces<words_of>,
    remove_piece<words_of>,
    double_piece<words_of>,
    take_piece<words_of>,
    nest,
    end_lines_as_dos,
};

}  // namespace

std::string damaged(std::string text, std::span<const std::string> others, Random& random) {
  for (std::size_t left = 1 + below(random, 4); left > 0 && !text.empty(); left--) {
    changes[below(random, std::size(changes))](text, others, random);
  }
  return text;
}

}  // namespace smpi::fuzz
