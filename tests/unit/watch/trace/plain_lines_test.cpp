// SPDX-License-Identifier: BSD-3-Clause
//
// The fast reader of lines against the one that reads everything: what the fast one takes, the
// other one takes too, with the same result, and nothing is wrong with it.
#include "libsmpi/watch/trace/plain_lines.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "libsmpi/watch/trace/text_check.h"

namespace smpi::trace {
namespace {

constexpr TextContext context{.rank_count = 9, .default_type = 6, .is_old = false};

std::vector<Word> words_of(const Action& action) {
  return {action.words.begin(), action.words.end()};
}

// Reads a line with both; true when the fast reader took it.
bool agrees(const std::string& line) {
  Texts texts;
  PlainLines plain(context);
  LineParser parser(context, texts);
  const char* at = line.data();
  LineParser::Line fast;
  if (!plain.read(at, line.data() + line.size(), fast)) {
    EXPECT_EQ(at, line.data()) << line;
    return false;
  }
  EXPECT_EQ(at, line.data() + line.size()) << line;
  LineParser::Line slow;
  EXPECT_EQ(parser.parse(line, slow), LineParser::Outcome::action) << line;
  EXPECT_EQ(fast.rank, slow.rank) << line;
  EXPECT_EQ(fast.action.code, slow.action.code) << line;
  EXPECT_EQ(words_of(fast.action), words_of(slow.action)) << line;
  EXPECT_FALSE(ActionCheck(context).find_error(slow)) << line;
  return true;
}

TEST(PlainLines, TakesWhatTracesAreMadeOf) {
  for (const char* line :
       {"0 compute 100000\n", "3 compute 123456.75\n", "8 compute 1e6\n", "1 send 2 5 1024 6\n",
        "1 send 2 5 1024\n", "0 irecv 7 0 8 1\n", "0 wait 7 0 5\n", "2 waitall 3\n", "2 waitall\n",
        "4 finalize\n", "4 barrier\n", "0 bcast 20000 2 1\n", "0 allreduce 10 0 0\n",
        "3 @Send count=10 datatype=1 dest=2 tag=7 comm=2\n", "0 @Wait request=17\n",
        "5 sleep 0.25"}) {
    EXPECT_TRUE(agrees(line)) << line;
  }
}

TEST(PlainLines, LeavesTheRestToTheParser) {
  for (const char* line : {"# comment\n",
                           "\n",
                           " 0 compute 1\n",
                           "0  compute 1\n",
                           "0 compute 1 \n",
                           "0 compute\n",
                           "0 compute -1\n",
                           "0 compute nan\n",
                           "0 compute inf\n",
                           "9 compute 1\n",
                           "0 send 9 0 1 6\n",
                           "0 send 1 0 5e4 6\n",
                           "0 send 1 0 -1 6\n",
                           "0 send 1 0 1 60\n",
                           "0 send 1 0 1 -1\n",
                           "0 recv -333 -444 8 0 any=st\n",
                           "0.1 compute 1\n",
                           "0 compute 1 s=4\n",
                           "0 unknown 1\n",
                           "0 init 1\n",
                           "0 compute 1\r\n",
                           "0 compute 99999999999999999999x\n",
                           "0 testany\n",
                           "0 @Wait requests=17\n",
                           "0 @Wait request=17 more=1\n",
                           "0 wait 1 2 1234567890123456789\n",
                           "0",
                           "0 ",
                           "0 compute ",
                           "-0 barrier\n"}) {
    EXPECT_FALSE(agrees(line)) << line;
  }
}

TEST(PlainLines, NoChangeOfALineIsReadInTwoWays) {
  std::mt19937_64 random(7);
  const std::string lines[] = {"3 compute 123456.75\n",
                               "1 send 2 5 1024 6\n",
                               "0 irecv 7 0 8 1\n",
                               "2 waitall 3\n",
                               "0 bcast 20000 2 1\n",
                               "3 @Send count=10 datatype=1 dest=2 tag=7 comm=2\n",
                               "0 @Allreduce count=10 datatype=0 op=sum comm=2 in_place=0\n"};
  constexpr std::string_view letters = "0123456789 .-+e=:\t#rstd@";
  int taken = 0;
  for (int turn = 0; turn < 200'000; turn++) {
    std::string line = lines[random() % std::size(lines)];
    for (std::uint64_t changes = random() % 4; changes > 0; changes--) {
      const std::size_t place = random() % (line.size() - 1);
      const char letter = letters[random() % letters.size()];
      const std::uint64_t how = random() % 3;
      if (how == 0) line[place] = letter;
      if (how == 1) line.insert(place, 1, letter);
      if (how == 2 && line.size() > 4) line.erase(place, 1);
    }
    taken += agrees(line) ? 1 : 0;
  }
  EXPECT_GT(taken, 20'000);
}

}  // namespace
}  // namespace smpi::trace
