// SPDX-License-Identifier: BSD-3-Clause
//
// Sets of addresses against a plain array of booleans.
#include "libsmpi/ranks/memory/range_set.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <utility>

namespace smpi::memory {
namespace {

using Parts = std::vector<std::tuple<Address, Address, bool>>;

Parts parts_of(const RangeSet& set, AddressRange range) {
  Parts parts;
  set.split(range, [&](AddressRange part, bool inside) {
    parts.emplace_back(part.begin, part.end, inside);
  });
  return parts;
}

TEST(RangeSet, JoinsNeighbours) {
  RangeSet set;
  set.add({10, 20});
  set.add({30, 40});
  EXPECT_EQ(set.count(), 2U);
  set.add({20, 30});
  EXPECT_EQ(set.count(), 1U);
  EXPECT_TRUE(set.contains({10, 40}));
  EXPECT_FALSE(set.contains({9, 40}));
  EXPECT_FALSE(set.contains({10, 41}));
}

TEST(RangeSet, SplitsWhatIsAsked) {
  RangeSet set;
  set.add({10, 20});
  set.add({30, 40});
  EXPECT_EQ(
      parts_of(set, {0, 50}),
      (Parts{{0, 10, false}, {10, 20, true}, {20, 30, false}, {30, 40, true}, {40, 50, false}}));
  EXPECT_EQ(parts_of(set, {15, 35}), (Parts{{15, 20, true}, {20, 30, false}, {30, 35, true}}));
  EXPECT_EQ(parts_of(set, {20, 30}), (Parts{{20, 30, false}}));
  EXPECT_EQ(parts_of(set, {12, 13}), (Parts{{12, 13, true}}));
  EXPECT_EQ(parts_of(set, {50, 60}), (Parts{{50, 60, false}}));
  EXPECT_EQ(parts_of(set, {15, 15}), Parts{});
}

TEST(RangeSet, RemovesParts) {
  RangeSet set;
  set.add({10, 40});
  set.remove({20, 30});
  EXPECT_EQ(parts_of(set, {10, 40}), (Parts{{10, 20, true}, {20, 30, false}, {30, 40, true}}));
  set.remove({0, 15});
  set.remove({35, 100});
  EXPECT_EQ(
      parts_of(set, {0, 40}),
      (Parts{{0, 15, false}, {15, 20, true}, {20, 30, false}, {30, 35, true}, {35, 40, false}}));
  set.remove({0, 100});
  EXPECT_TRUE(set.empty());
}

TEST(RangeSet, AgreesWithAnArrayOfBooleans) {
  constexpr std::size_t size = 64;
  std::mt19937 random(7);
  RangeSet set;
  std::array<bool, size> model{};
  for (int step = 0; step < 20000; step++) {
    Address a = random() % (size + 1);
    Address b = random() % (size + 1);
    if (a > b) std::swap(a, b);
    const bool adding = random() % 2 == 0;
    if (adding) {
      set.add({a, b});
    } else {
      set.remove({a, b});
    }
    std::fill(model.begin() + a, model.begin() + b, adding);

    a = random() % (size + 1);
    b = random() % (size + 1);
    if (a >= b) continue;
    const bool all = std::all_of(model.begin() + a, model.begin() + b, [](bool in) { return in; });
    const bool any = std::any_of(model.begin() + a, model.begin() + b, [](bool in) { return in; });
    ASSERT_EQ(set.contains({a, b}), all);
    ASSERT_EQ(set.overlaps({a, b}), any);
    Address at = a;
    set.split({a, b}, [&](AddressRange part, bool inside) {
      ASSERT_EQ(part.begin, at);
      for (; at < part.end; at++) ASSERT_EQ(model[at], inside);
    });
    ASSERT_EQ(at, b);
  }
}

}  // namespace
}  // namespace smpi::memory
