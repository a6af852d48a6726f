// SPDX-License-Identifier: BSD-3-Clause
//
// What reaches a terminal of text that others wrote, and what errors make of it.
#include "kernel/printable.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "kernel/error.h"

namespace smpi::kernel {
namespace {

TEST(Printable, PlainTextStaysAsItIs) {
  for (const std::string_view text :
       {"", "a line\n\tand another\r\n", "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80 \xc2\xb5s"})
    EXPECT_EQ(printable(text), text);
}

// Control characters of one byte and of two, marks of direction, separators of lines.
TEST(Printable, WhatATerminalObeysIsEscaped) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"\x1b[31mred", "\\x1b[31mred"},
      {"a\rb", "a\\x0db"},
      {"\x07\x7f", "\\x07\\x7f"},
      {"\xc2\x9b"
       "2J",
       "\\u009b2J"},
      {"\xe2\x80\xae"
       "x",
       "\\u202ex"},
      {"\xe2\x81\xa6\xe2\x80\xa8", "\\u2066\\u2028"},
      {std::string_view("\0", 1), "\\x00"}};
  for (const auto& [text, expected] : rows) EXPECT_EQ(printable(text), expected);
}

// Lone continuations, characters that are cut off, forms that are too long, surrogates, and numbers
// beyond the last one.
TEST(Printable, BytesThatAreNoTextAreEscaped) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"\x80", "\\x80"},
      {"\xe2\x82", "\\xe2\\x82"},
      {"\xc0\xaf", "\\xc0\\xaf"},
      {"\xe0\x80\x9b", "\\xe0\\x80\\x9b"},
      {"\xed\xa0\x80", "\\xed\\xa0\\x80"},
      {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},
      {"\xff"
       "a\xc3\xa4",
       "\\xff"
       "a\xc3\xa4"}};
  for (const auto& [text, expected] : rows) EXPECT_EQ(printable(text), expected);
}

// Nothing that comes out has a byte that a terminal would obey, whatever goes in; and it stays as
// it is when it goes through again.
TEST(Printable, AnyTwoBytesAreFit) {
  for (unsigned first = 0; first < 256; first++) {
    for (unsigned second = 0; second < 256; second++) {
      const std::string text = {static_cast<char>(first), static_cast<char>(second), '\xac', 'x'};
      const std::string out = printable(text);
      for (const char byte : out) {
        const auto value = static_cast<unsigned char>(byte);
        ASSERT_TRUE(value >= 0x20 || byte == '\n' || byte == '\t' || byte == '\r') << first;
        ASSERT_NE(value, 0x7f);
      }
      ASSERT_EQ(printable(out), out);
    }
  }
}

TEST(Printable, QuotedTextIsOneShortLine) {
  EXPECT_EQ(quoted("a\nb\tc\r\n", 100), "a\\nb\\tc\\r\\n");
  EXPECT_EQ(quoted("0123456789", 10), "0123456789");
  EXPECT_EQ(quoted("0123456789x", 10), "0123456789... (11 bytes)");
  EXPECT_EQ(quoted("012345678\xc3\xa4x", 10), "012345678... (12 bytes)");  // not half an a umlaut
  EXPECT_EQ(quoted(std::string(20, '\x80'), 4).size(),
            std::string("... (20 bytes)").size() + 4 * 4 - 3 * 4);
}

TEST(Printable, LongLinesAreCutEachByItself) {
  EXPECT_EQ(with_short_lines("ab\n", 3), "ab\n");
  EXPECT_EQ(with_short_lines("abcd\nab\nabcdef", 3), "abc... (4 bytes)\nab\nabc... (6 bytes)");
}

TEST(Errors, WhatTheUserWroteIsFitForATerminal) {
  const InputError error("no such \x1b[31mhost", {.file = "a\x07.xml",
                                                  .line = 3,
                                                  .text = "x\ny" + std::string(1000, 'z'),
                                                  .hint = "or \x1b[0m"});
  const std::string text = error.what();
  EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
  EXPECT_EQ(text.find("a\\x07.xml:3: no such \\x1b[31mhost: 'x\\nyzz"), 0U) << text;
  EXPECT_NE(text.find("zzz... (1003 bytes)'\n  hint: or \\x1b[0m"), std::string::npos) << text;
  EXPECT_EQ(std::string(InputError("\x1b").what()), "\\x1b");
}

// Names of 20 characters beside a word of five million: a table of distances would have 10^8
// entries for each name.
TEST(Errors, NearNamesOfLongWordsCostNothing) {
  std::array<std::string, 2000> names;
  std::array<std::string_view, 2000> views;
  for (std::size_t i = 0; i < names.size(); i++) {
    names[i] = "name-of-something-" + std::to_string(i);
    views[i] = names[i];
  }
  const std::string word(5'000'000, 'x');
  EXPECT_EQ(nearest_name(word, views), "");
  EXPECT_EQ(did_you_mean(word, views, "one of many"), "one of many");
  EXPECT_EQ(nearest_name("nome-of-something-7", views), "name-of-something-7");
}

// A name may be short beside the word: three letters of it are no more than half.
TEST(Errors, NearNamesAreThoseOfLittleDistance) {
  constexpr std::array<std::string_view, 4> names = {"send", "recv", "barrier", "x"};
  EXPECT_EQ(nearest_name("sned", names), "send");
  EXPECT_EQ(nearest_name("barriers", names), "barrier");
  EXPECT_EQ(nearest_name("broadcast", names), "");
}

}  // namespace
}  // namespace smpi::kernel
