// SPDX-License-Identifier: BSD-3-Clause
//
// Which points the designs make, in which order.
#include "tools/study/plan/design.h"

#include <gtest/gtest.h>

namespace smpi::study {
namespace {

const std::vector<Axis> axes = {
    {.names = {"a"}, .rows = {{1.0}, {2.0}, {3.0}}},
    {.names = {"p", "q"}, .rows = {{16.0, 32.0}, {8.0, 64.0}, {4.0, 128.0}}},
};

std::vector<std::string> texts(const std::vector<Point>& points) {
  std::vector<std::string> found;
  for (const Point& point : points) {
    std::string text;
    for (const Value& value : point.values) text += value_text(value) + " ";
    found.push_back(text);
  }
  return found;
}

using Texts = std::vector<std::string>;

TEST(Design, GridHasEveryPairLastFastest) {
  EXPECT_EQ(texts(grid(axes)), (Texts{"1 16 32 ", "1 8 64 ", "1 4 128 ", "2 16 32 ", "2 8 64 ",
                                      "2 4 128 ", "3 16 32 ", "3 8 64 ", "3 4 128 "}));
}

TEST(Design, NoParametersMakeOnePoint) {
  EXPECT_EQ(grid({}).size(), 1U);
}

TEST(Design, ListPairsRows) {
  EXPECT_EQ(texts(list(axes)), (Texts{"1 16 32 ", "2 8 64 ", "3 4 128 "}));
}

TEST(Design, OneAtATimeStartsFromTheFirstRows) {
  EXPECT_EQ(texts(one_at_a_time(axes)),
            (Texts{"1 16 32 ", "2 16 32 ", "3 16 32 ", "1 8 64 ", "1 4 128 "}));
}

}  // namespace
}  // namespace smpi::study
