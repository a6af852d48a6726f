// SPDX-License-Identifier: BSD-3-Clause
//
// Formulas: values by the rules of arithmetic, errors with the column of the culprit.
#include "libsmpi/cost/modeled/formula.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace smpi::modeled {
namespace {

const std::vector<std::string> names = {"M", "N", "K"};
const std::vector<double> values = {7, 11, 13};

double value_of(std::string_view text) {
  return Formula::compile(text, names).evaluate(values.data());
}

TEST(Formula, FollowsPrecedenceAndAssociativity) {
  EXPECT_EQ(value_of("1"), 1);
  EXPECT_EQ(value_of("M"), 7);
  EXPECT_EQ(value_of("M+N*K"), 7 + 11 * 13);
  EXPECT_EQ(value_of("(M+N)*K"), 18 * 13);
  EXPECT_EQ(value_of("K-N-M"), 13 - 11 - 7);
  EXPECT_EQ(value_of("K/N/M"), 13.0 / 11 / 7);
  EXPECT_EQ(value_of("K-(N-M)"), 13 - (11 - 7));
  EXPECT_EQ(value_of("K/(N/M)"), 13 / (11.0 / 7));
  EXPECT_EQ(value_of("2^3^2"), 512);  // to the right
  EXPECT_EQ(value_of("-M^2"), -49);   // the power binds tighter
  EXPECT_EQ(value_of("2^-1"), 0.5);
  EXPECT_EQ(value_of("--M"), 7);
  EXPECT_EQ(value_of(" 1.5e-10 * M * N\t* K "), 1.5e-10 * 7 * 11 * 13);
  EXPECT_EQ(value_of("2*3+4"), 10);
  EXPECT_EQ(value_of("M*(2+3)"), 35);
}

TEST(Formula, HasFunctions) {
  EXPECT_EQ(value_of("min(M, N)"), 7);
  EXPECT_EQ(value_of("max(M, N, K, 2*M)"), 14);
  EXPECT_EQ(value_of("min(max(M, N), K) * 2"), 22);
  EXPECT_EQ(value_of("ceil(M/2) - floor(M/2)"), 1);
  EXPECT_EQ(value_of("sqrt(M*M)"), 7);
  EXPECT_EQ(value_of("log2(8)"), 3);
  EXPECT_EQ(value_of("abs(M-N)"), 4);
}

TEST(Formula, KnowsItsConstants) {
  EXPECT_TRUE(Formula::compile("2*3-6", names).is_zero());
  EXPECT_TRUE(Formula::compile("2*3", names).is_constant());
  EXPECT_FALSE(Formula::compile("0*M+1", names).is_constant());
  EXPECT_TRUE(Formula().is_zero());
}

TEST(Formula, AddsTerms) {
  Formula sum;
  sum.add(2, Formula::compile("M*N", names));
  sum.add(0, Formula::compile("K", names));
  sum.add(0.5, Formula::compile("K", names));
  sum.add(3, Formula::compile("1", names));
  EXPECT_EQ(sum.evaluate(values.data()), 2 * 77 + 6.5 + 3);
  sum.scale(10);
  EXPECT_EQ(sum.evaluate(values.data()), 10 * (2 * 77 + 6.5 + 3));
}

struct Wrong {
  const char* text;
  std::size_t column;
  const char* message;
};

TEST(Formula, SaysWhatIsWrongAndWhere) {
  const std::vector<Wrong> table = {
      {"", 1, "a number, a name or '(' is missing"},
      {"M*", 3, "a number, a name or '(' is missing"},
      {"M N", 3, "unexpected 'N'"},
      {"M+L", 3, "unknown name 'L'"},
      {"2M", 2, "a name follows a number; write '*' between them"},
      {"(M", 3, "')' is missing"},
      {"M)", 2, "unexpected ')'"},
      {"min(M)", 6, "min needs two arguments"},
      {"sine(M)", 1, "unknown function 'sine'"},
      {"M*.x", 3, "not a number"},
      {"M # N", 3, "unexpected '#'"},
  };
  for (const Wrong& wrong : table) {
    try {
      Formula::compile(wrong.text, names);
      ADD_FAILURE() << wrong.text << " was accepted";
    } catch (const FormulaError& error) {
      EXPECT_STREQ(error.what(), wrong.message) << wrong.text;
      EXPECT_EQ(error.column, wrong.column) << wrong.text;
    }
  }
}

TEST(Formula, RefusesWhatNeedsTooMuchStack) {
  EXPECT_THROW(Formula::compile(std::string(100000, '('), names), FormulaError);
  EXPECT_THROW(Formula::compile(std::string(100000, '-') + "1", names), FormulaError);
  std::string deep = "M";  // 60 levels are fine
  for (int i = 0; i < 60; i++) deep = "(" + deep + ")*1";
  EXPECT_EQ(value_of(deep), 7);
}

// A random expression, as text and as its value.
struct Sample {
  std::string text;
  double value;
};

Sample random_expression(std::mt19937& random, int depth) {
  if (depth == 0) {
    const auto pick = random() % 4;
    if (pick < 3) return {names[pick], values[pick]};
    const double number = static_cast<double>(random() % 9 + 1);
    return {std::to_string(static_cast<int>(number)), number};
  }
  const Sample left = random_expression(random, static_cast<int>(random() % depth));
  const Sample right = random_expression(random, depth - 1);
  switch (random() % 5) {
    case 0:
      return {"(" + left.text + "+" + right.text + ")", left.value + right.value};
    case 1:
      return {"(" + left.text + "-" + right.text + ")", left.value - right.value};
    case 2:
      return {"(" + left.text + ")*(" + right.text + ")", left.value * right.value};
    case 3:
      return {"min(" + left.text + "," + right.text + ")", std::min(left.value, right.value)};
    default:
      return {"-(" + left.text + ")^2", -(left.value * left.value)};
  }
}

TEST(Formula, AgreesWithDirectEvaluation) {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; i++) {
    const Sample sample = random_expression(random, 1 + i % 6);
    const double found = value_of("0+" + sample.text);
    if (std::isinf(sample.value)) continue;
    EXPECT_DOUBLE_EQ(found, sample.value) << sample.text;
  }
}

}  // namespace
}  // namespace smpi::modeled
