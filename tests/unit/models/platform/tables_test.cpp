// SPDX-License-Identifier: BSD-3-Clause
//
// The packed columns of hosts and links, against plain containers.
#include "models/platform/tables.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace smpi::models {
namespace {

TEST(NameTable, FindsEveryNameAndNoOther) {
  NameTable names;
  EXPECT_FALSE(names.find("host-0"));
  for (int host = 0; host < 5000; host++) ASSERT_TRUE(names.add("host-" + std::to_string(host)));
  EXPECT_EQ(names.size(), 5000U);
  for (std::uint32_t host = 0; host < 5000; host++) {
    const std::string name = "host-" + std::to_string(host);
    EXPECT_EQ(names.find(name), host);
    EXPECT_EQ(names[host], name);
  }
  EXPECT_FALSE(names.find("host-5000"));
  EXPECT_FALSE(names.find("host-"));
  EXPECT_FALSE(names.find(""));
}

TEST(NameTable, RefusesANameTwiceAndKeepsTheEmptyOne) {
  NameTable names;
  EXPECT_TRUE(names.add("a"));
  EXPECT_TRUE(names.add(""));
  EXPECT_FALSE(names.add("a"));
  EXPECT_EQ(names.size(), 2U);
  EXPECT_EQ(names.find(""), 1U);
  EXPECT_EQ(names[1], "");
}

TEST(NameTable, NearestIsForHints) {
  NameTable names;
  names.add("alpha");
  names.add("beta");
  EXPECT_EQ(names.did_you_mean("alhpa"), "did you mean 'alpha'?");
  EXPECT_EQ(names.did_you_mean("something else", "no"), "no");
}

TEST(SharedColumn, EqualNeighboursShareUntilOneIsEdited) {
  SharedColumn<std::string> column;
  for (int i = 0; i < 3; i++) column.push_back("same");
  column.push_back("other");
  column.edit(1) += "!";
  column.push_back("other");
  EXPECT_EQ(column.size(), 5U);
  EXPECT_EQ(column[0], "same");
  EXPECT_EQ(column[1], "same!");
  EXPECT_EQ(column[2], "same");
  EXPECT_EQ(&column[0], &column[2]);
  EXPECT_EQ(&column[3], &column[4]);
}

TEST(PairIndex, AgreesWithAMap) {
  PairIndex index;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> reference;
  std::uint64_t state = 7;
  EXPECT_FALSE(index.find(0, 0));
  for (std::uint32_t value = 0; value < 20000; value++) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const auto first = static_cast<std::uint32_t>(state >> 40) % 300;
    const auto second = static_cast<std::uint32_t>(state >> 20) % 300;
    EXPECT_EQ(index.add(first, second, value),
              reference.emplace(std::pair{first, second}, value).second);
  }
  EXPECT_EQ(index.size(), reference.size());
  for (std::uint32_t first = 0; first < 301; first++) {
    for (std::uint32_t second = 0; second < 301; second++) {
      const auto expected = reference.find({first, second});
      const auto found = index.find(first, second);
      ASSERT_EQ(found.has_value(), expected != reference.end());
      if (found) {
        EXPECT_EQ(*found, expected->second);
      }
    }
  }
}

}  // namespace
}  // namespace smpi::models
