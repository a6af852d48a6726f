// SPDX-License-Identifier: BSD-3-Clause
//
// The lines that nearly all of a text trace is made of: one rank, a keyword, and numbers with one
// blank between them. They are read in one go, from left to right, without a table of tokens.
//
// What is anything else (comments, lists, texts, annotations, other blanks, whatever is wrong) is
// left to LineParser, which reads all that there is. So there is one reader that must be right in
// every case, and one that must be fast.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "libsmpi/watch/trace/text_format.h"

namespace smpi::trace {

class PlainLines {
 public:
  explicit PlainLines(const TextContext& context) : context_(context) {}

  // Reads the line that begins at `at` and moves `at` behind it. False: the line is not plain, or
  // an action that cannot be; then nothing moved. What is read needs no further check. The words
  // last until the next call.
  bool read(const char*& at, const char* end, LineParser::Line& line);

  static constexpr std::size_t words_max = 12;  // a form with more is not plain
  struct Step;                                  // how a field is read

 private:
  bool read_fields(const char*& at, const char* end, std::span<const Step> steps);

  const TextContext& context_;
  std::array<Word, words_max> words_{};
  std::size_t word_count_ = 0;
};

}  // namespace smpi::trace
