// SPDX-License-Identifier: BSD-3-Clause
//
// Lines of traces: what is written reads back equal, for every action; what SimGrid leaves out has
// its default.
#include "libsmpi/watch/trace/text_format.h"

#include <gtest/gtest.h>

#include <random>

#include "libsmpi/watch/trace/text_names.h"

namespace smpi::trace {
namespace {

constexpr TextContext context{.rank_count = 4, .default_type = 6, .is_old = false};

// Values at the edges of what a field takes.
Word random_word(const Field& field, bool is_level_1, std::mt19937_64& random, Texts& texts) {
  const auto below = [&](Word end) {
    return static_cast<Word>(random() % static_cast<std::uint64_t>(end));
  };
  switch (field.kind) {
    case FieldKind::flops:
    case FieldKind::seconds: {
      const double values[] = {0, 1, 0.1, 1e6, 9007199254740993.0, 1e300, 5e-324, 123456.789};
      return to_word(values[below(8)]);
    }
    case FieldKind::text:
      // Level 1 has no way to write a blank.
      return texts.number_of((is_level_1 ? "lu.f:" : "a 100% =file\n") + std::to_string(below(9)));
    case FieldKind::flag:
      return below(2);
    case FieldKind::wildcard:
      return below(4);
    case FieldKind::type:
      return is_level_1 || below(2) == 0 ? below(60) : first_derived_type + below(5);
    case FieldKind::operation:
      return below(2) == 0 ? below(14) : first_user_operation + below(3);
    case FieldKind::number:
      return below(2) == 0 ? below(100) : below(Word{1} << 62);
    default:
      return below(1000) - 1;
  }
}

std::vector<Word> random_words(const Form& form, std::mt19937_64& random, Texts& texts) {
  std::vector<Word> words;
  for (const Field& field : form.fields) {
    if (!is_list(field.kind)) {
      words.push_back(random_word(field, form.level == 1, random, texts));
      continue;
    }
    const Word length = form.level == 1 ? context.rank_count : static_cast<Word>(random() % 9);
    words.push_back(length);
    const Word stride = static_cast<Word>(random() % 3);
    for (Word i = 0; i < length; i++) {
      const Word value = random() % 4 == 0 ? static_cast<Word>(random() % 50) : 7 + i * stride;
      words.push_back(field.kind == FieldKind::types && value > 40 ? first_derived_type : value);
    }
  }
  return words;
}

TEST(TraceText, WhatIsWrittenReadsBackEqual) {
  std::mt19937_64 random(1);
  Texts texts;
  LineParser parser(context, texts);
  for (std::size_t code = 0; code < forms().size(); code++) {
    for (int turn = 0; turn < 50; turn++) {
      const std::vector<Word> words = random_words(forms()[code], random, texts);
      // Whatever follows init changes the default type.
      const bool is_init = static_cast<Code>(code) == Code::ti_init;
      const std::uint32_t site = is_init ? 0 : static_cast<std::uint32_t>(random() % 3);
      const auto strand = static_cast<std::uint16_t>(random() % 2);
      const Action action{static_cast<Code>(code), strand, site, words};
      std::string line;
      append_line(line, 3, action, texts);
      LineParser::Line read;
      ASSERT_EQ(parser.parse(line, read), LineParser::Outcome::action)
          << line << parser.error().message;
      EXPECT_EQ(read.rank, 3U);
      EXPECT_EQ(read.action.strand, strand);
      EXPECT_EQ(read.action.code, action.code);
      EXPECT_EQ(std::vector<Word>(read.action.words.begin(), read.action.words.end()), words)
          << line;
      EXPECT_EQ(read.action.site, action.site) << line;
    }
  }
}

std::vector<Word> words_of(const std::string& line, const TextContext& how = context) {
  Texts texts;
  LineParser parser(how, texts);
  LineParser::Line read;
  EXPECT_EQ(parser.parse(line, read), LineParser::Outcome::action) << parser.error().message;
  return {read.action.words.begin(), read.action.words.end()};
}

TEST(TraceText, MissingTypesAreTheDefault) {
  EXPECT_EQ(words_of("0 send 1 5 100"), (std::vector<Word>{1, 5, 100, 6}));
  EXPECT_EQ(words_of("0 bcast 100"), (std::vector<Word>{100, 0, 6}));
  EXPECT_EQ(words_of("0 bcast 100 2 1"), (std::vector<Word>{100, 2, 1}));
  EXPECT_EQ(words_of("0 waitall"), (std::vector<Word>{0}));
}

// Sizes are read as doubles, ranks and elements of lists as integers, and what is behind is
// ignored.
TEST(TraceText, NumbersAreThoseOfSimGrid) {
  EXPECT_EQ(words_of("0 send 1 5 5e4 0 and more"), (std::vector<Word>{1, 5, 50000, 0}));
  EXPECT_EQ(words_of("0\tsend  1e6 5 1 0"), (std::vector<Word>{1, 5, 1, 0}));
  EXPECT_EQ(words_of("0 allgatherv 1 10 20 30 40"),
            (std::vector<Word>{1, 4, 10, 20, 30, 40, 6, 6}));
  EXPECT_EQ(words_of("0 allgatherv 1 10 20 30 40 0 1"),
            (std::vector<Word>{1, 4, 10, 20, 30, 40, 0, 1}));
  EXPECT_EQ(words_of("0 allgatherv 1 10 20 30 40 0 10 30 60"),
            (std::vector<Word>{1, 4, 10, 20, 30, 40, 6, 6}));  // displacements
}

TEST(TraceText, AnnotationsFollow) {
  EXPECT_EQ(words_of("0 recv -333 -444 8 0 any=st"),
            (std::vector<Word>{any_source, any_tag, 8, 0, 3}));
  EXPECT_EQ(words_of("0 compute 7 t=0.5"), (std::vector<Word>{to_word(7), to_word(0.5)}));
}

// A wait means the request that was posted last; tags do not exist, volumes are bytes.
TEST(TraceText, OldFormat) {
  constexpr TextContext old{.rank_count = 2, .default_type = 6, .is_old = true};
  Texts texts;
  LineParser parser(old, texts);
  LineParser::Line read;
  ASSERT_EQ(parser.parse("1 Irecv 0 4000", read), LineParser::Outcome::action);
  EXPECT_EQ(read.action.code, Code::ti_irecv);
  ASSERT_EQ(parser.parse("1 wait", read), LineParser::Outcome::action);
  EXPECT_EQ((std::vector<Word>{read.action.words.begin(), read.action.words.end()}),
            (std::vector<Word>{0, 1, 0}));
  EXPECT_EQ(words_of("0 allReduce 800 1e6", old), (std::vector<Word>{800, to_word(1e6), 6}));
  EXPECT_EQ(words_of("0 allToAllV 3 1 2 30 10 20", old),
            (std::vector<Word>{3, 2, 1, 2, 30, 2, 10, 20, 6, 6}));
}

TEST(TraceText, ListsAreRuns) {
  const auto text = [](std::vector<Word> values) {
    std::string out;
    append_list(out, values);
    return out;
  };
  EXPECT_EQ(text({}), "");
  EXPECT_EQ(text({5}), "5");
  EXPECT_EQ(text({5, 5, 5}), "5:3:0");
  EXPECT_EQ(text({3, 4, 5, 9}), "3:3,9");
  EXPECT_EQ(text({9, 7, 5, 3}), "9:4:-2");
  EXPECT_EQ(text({1, 5, 2}), "1,5,2");
}

TEST(TraceText, ErrorsNameWhatIsWrong) {
  Texts texts;
  LineParser parser(context, texts);
  LineParser::Line read;
  EXPECT_EQ(parser.parse("  # a comment", read), LineParser::Outcome::nothing);
  EXPECT_EQ(parser.parse("", read), LineParser::Outcome::nothing);
  EXPECT_EQ(parser.parse("0 snd 1 2 3", read), LineParser::Outcome::error);
  EXPECT_EQ(parser.error().text, "snd");
  EXPECT_EQ(parser.parse("0 @Waitall requests=1:99999999999", read), LineParser::Outcome::error);
}

}  // namespace
}  // namespace smpi::trace
