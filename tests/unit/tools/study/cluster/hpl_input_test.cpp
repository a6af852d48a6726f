// SPDX-License-Identifier: BSD-3-Clause
//
// HPL.dat in the forms that people have, and damaged ones: each change of a good file is refused at
// its line.
#include "tools/study/cluster/hpl_input.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "kernel/error.h"

namespace smpi::study::cluster {
namespace {

using Lines = std::vector<std::string>;

const Lines good = {"HPLinpack benchmark input file",
                    "made for a test",
                    "HPL.out      output file name (if any)",
                    "6            device out (6=stdout,7=stderr,file)",
                    "1            # of problems sizes (N)",
                    "57600        Ns",
                    "1            # of NBs",
                    "192          NBs",
                    "0            PMAP process mapping (0=Row-,1=Column-major)",
                    "1            # of process grids (P x Q)",
                    "4            Ps",
                    "4            Qs",
                    "16.0         threshold",
                    "1            # of panel fact",
                    "2            PFACTs (0=left, 1=Crout, 2=Right)",
                    "1            # of recursive stopping criterium",
                    "4            NBMINs (>= 1)",
                    "1            # of panels in recursion",
                    "2            NDIVs",
                    "1            # of recursive panel fact.",
                    "1            RFACTs (0=left, 1=Crout, 2=Right)",
                    "1            # of broadcast",
                    "1            BCASTs (0=1rg,1=1rM,2=2rg,3=2rM,4=Lng,5=LnM)",
                    "1            # of lookahead depth",
                    "1            DEPTHs (>=0)",
                    "2            SWAP (0=bin-exch,1=long,2=mix)",
                    "64           swapping threshold",
                    "0            L1 in (0=transposed,1=no-transposed) form",
                    "0            U  in (0=transposed,1=no-transposed) form",
                    "1            Equilibration (0=no,1=yes)",
                    "8            memory alignment in double (> 0)"};

std::string text_of(const Lines& lines, const std::string& end = "\n") {
  std::string text;
  for (const std::string& line : lines) text += line + end;
  return text;
}

// With the words of line `line`, from 1, replaced.
std::string changed(std::vector<std::pair<int, std::string>> changes) {
  Lines lines = good;
  for (auto& [line, text] : changes) lines.at(static_cast<std::size_t>(line - 1)) = text;
  return text_of(lines);
}

std::vector<hpl::Setup> parsed(const std::string& text) {
  return parse_input(text, "HPL.dat");
}

const hpl::Setup usual = {.n = 57600,
                          .nb = 192,
                          .p = 4,
                          .q = 4,
                          .pmap = 0,
                          .pfact = 2,
                          .nbmin = 4,
                          .ndiv = 2,
                          .rfact = 1,
                          .bcast = 1,
                          .depth = 1,
                          .swap = 2,
                          .swap_threshold = 64,
                          .l1 = 0,
                          .u = 0,
                          .equilibration = 1,
                          .alignment = 8};

TEST(HplInput, ReadsFormsOfTheSameRun) {
  Lines bare;
  for (std::size_t i = 0; i < good.size(); ++i) {
    bare.push_back(i < 3 ? "x" : good[i].substr(0, good[i].find(' ')));
  }
  Lines tabs = good;
  for (std::string& line : tabs) line = "\t  " + line + "  \t";
  const std::string whole = text_of(good);
  const std::pair<const char*, std::string> forms[] = {
      {"as HPL ships it", whole},
      {"without comments", text_of(bare)},
      {"of Windows", text_of(good, "\r\n")},
      {"without a last newline", whole.substr(0, whole.size() - 1)},
      {"with blanks and tabs", text_of(tabs)},
      {"with the rest of the HPC Challenge",
       whole + "##### This line (no. 32) is ignored #####\n0 Number of additional problem sizes\n"},
      {"of HPL 2, with a line of its own", whole + "##### This line (no. 32) is ignored\n"},
      {"with empty lines at the end", whole + "\n\n\n"},
      {"with more values than it counts", changed({{6, "57600 10000 20000 Ns"}})},
      {"with comments of slashes", changed({{8, "192 // NB"}})},
      {"with comments of a number sign", changed({{8, "192 # 256 is slower"}})},
      {"without the first lines' text", changed({{1, ""}, {2, ""}})},
      {"to a file", changed({{4, "8 device"}})},
      {"with a negative residual", changed({{13, "-16.0"}})},
      {"with a residual in powers", changed({{13, "1.6e1"}})},
      {"without form of L1 that HPL knows", changed({{28, "7 L1"}})},
      {"with an unknown mapping", changed({{9, "9 PMAP"}})},
      {"with an unknown factorisation", changed({{15, "5 PFACT"}})},
      {"with an unknown broadcast", changed({{23, "6 BCAST"}})},
  };
  for (const auto& [name, text] : forms) {
    const auto runs = parsed(text);
    ASSERT_EQ(runs.size(), 1U) << name;
    EXPECT_EQ(runs.front(), usual) << name;
  }
}

TEST(HplInput, TakesWhatHplTakes) {
  EXPECT_EQ(parsed(changed({{26, "5 SWAP"}})).front().swap, 1U);
  EXPECT_EQ(parsed(changed({{27, "-3"}})).front().swap_threshold, 0U);
  EXPECT_EQ(parsed(changed({{31, "0"}})).front().alignment, 4U);
}

// N is inside the grids, NB inside N, and so on: HPL_pdtest's loops.
TEST(HplInput, ListsAreLoops) {
  const auto runs = parsed(changed(
      {{5, "2"}, {6, "1000 2000"}, {7, "2"}, {8, "64 128"}, {10, "2"}, {11, "1 2"}, {12, "4 2"}}));
  ASSERT_EQ(runs.size(), 8U);
  const std::array<std::uint64_t, 8> n = {1000, 1000, 2000, 2000, 1000, 1000, 2000, 2000};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    EXPECT_EQ(runs[i].n, n.at(i));
    EXPECT_EQ(runs[i].nb, i % 2 == 0 ? 64U : 128U);
    EXPECT_EQ(runs[i].p, i < 4 ? 1U : 2U);
    EXPECT_EQ(runs[i].q, i < 4 ? 4U : 2U);
  }
}

TEST(HplInput, RefusesDamagedFiles) {
  struct Damage {
    int line;
    std::string text;
    std::string part;
  };
  Lines few = good;
  few.pop_back();
  const Damage damages[] = {
      {1, "", "31 lines, this file 0"},
      {30, text_of(few), "31 lines, this file 30"},
      {5, changed({{5, "many"}}), "number of N"},
      {5, changed({{5, "0"}}), "from 1 to 20"},
      {5, changed({{5, "21"}}), "from 1 to 20"},
      {6, changed({{6, "Ns"}}), "N: 1 whole number wanted"},
      {6, changed({{6, "-5"}}), "a value of N is less than 0"},
      {6, changed({{6, "5.5e4"}}), "N: 1 whole number wanted"},
      {6, changed({{6, "99999999999999999999"}}), "N: 1 whole number wanted"},
      {6, changed({{5, "3"}}), "N: 3 whole numbers wanted, 1 found"},
      {8, changed({{8, "0"}}), "a value of NB is less than 1"},
      {9, changed({{9, "row"}}), "PMAP"},
      {11, changed({{11, "0"}}), "process grids is less than 1"},
      {12, changed({{12, ""}}), "process grids: 1 whole number wanted, 0 found"},
      {13, changed({{13, "large"}}), "threshold"},
      {17, changed({{17, "0"}}), "NBMIN is less than 1"},
      {19, changed({{19, "1"}}), "NDIV is less than 2"},
      {25, changed({{25, "-1"}}), "DEPTH is less than 0"},
      {31, changed({{31, ""}}), "memory alignment"},
  };
  for (const Damage& damage : damages) {
    try {
      parsed(damage.text);
      ADD_FAILURE() << "not refused: " << damage.part;
    } catch (const kernel::InputError& error) {
      EXPECT_EQ(error.where().line, damage.line) << error.what();
      EXPECT_NE(std::string(error.what()).find(damage.part), std::string::npos) << error.what();
    }
  }
}

TEST(HplInput, PrintsLinesAsHplDoes) {
  EXPECT_EQ(result_text(usual, 2834.8, 44.942),
            "WR11C2R4       57600   192     4     4            2834.80              4.494e+01\n");
}

}  // namespace
}  // namespace smpi::study::cluster
