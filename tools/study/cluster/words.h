// SPDX-License-Identifier: BSD-3-Clause
//
// Lines of HPL's files as words, and words as numbers.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

namespace smpi::study::cluster {

// Between blanks, tabs and carriage returns.
inline std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  std::vector<std::string_view> words;
  for (std::size_t begin = line.find_first_not_of(blanks); begin < line.size();) {
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(blanks, end);
  }
  return words;
}

// The whole word.
template <typename Number>
std::optional<Number> number_of(std::string_view word) {
  Number value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

}  // namespace smpi::study::cluster
