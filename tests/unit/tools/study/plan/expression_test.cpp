// SPDX-License-Identifier: BSD-3-Clause
//
// Formulas of plans: precedence, texts, and every kind of mistake.
#include "tools/study/plan/expression.h"

#include <gtest/gtest.h>

namespace smpi::study {
namespace {

const std::vector<std::string> names = {"n", "bw", "order"};
const std::vector<Value> values = {12.0, "10Gbps", 3.0};

double number(const char* text) {
  return Expression(text, names).number(values);
}

TEST(Expression, PrecedenceIsThatOfMathematics) {
  EXPECT_EQ(number("1 + 2*3"), 7);
  EXPECT_EQ(number("(1 + 2)*3"), 9);
  EXPECT_EQ(number("10 - 4 - 3"), 3);
  EXPECT_EQ(number("2^3^2"), 512);
  EXPECT_EQ(number("-2^2"), -4);
  EXPECT_EQ(number("2^-1"), 0.5);
  EXPECT_EQ(number("n % 5 / 4"), 0.5);
  EXPECT_EQ(number("8*n^2/3 < 2e9 and n > 20 or n == 12"), 1);
}

TEST(Expression, NamesMayBeginLikeWords) {
  EXPECT_EQ(number("order + n"), 15);
}

TEST(Expression, Functions) {
  EXPECT_EQ(number("min(n, 3, 7) + max(1, n)"), 15);
  EXPECT_EQ(number("floor(n/5) + ceil(n/5) + log2(8) + sqrt(16)"), 12);
}

TEST(Expression, TextsAreComparedAsTexts) {
  EXPECT_EQ(number("bw == '10Gbps'"), 1);
  EXPECT_EQ(number("bw != \"10Gbps\""), 0);
}

TEST(Expression, MistakesAreErrors) {
  for (const char* text : {"", "1 +", "(1", "n n", "m", "sqr(n)", "sqrt(1, 2)", "'x", "1 $ 2",
                           "bw + 1", "bw < 3", "1/0", "sqrt(0-1) < 3", "1e999"}) {
    EXPECT_THROW(number(text), FormulaError) << text;
  }
  EXPECT_THROW(number(std::string(3000, '(').c_str()), FormulaError);
  EXPECT_THROW(number(std::string(3000, '-').c_str()), FormulaError);
}

TEST(Template, FormulasInBraces) {
  EXPECT_EQ(Template("{n}x{n/8}:{bw} {{n}}", names).fill(values), "12x1.5:10Gbps {n}");
  EXPECT_THROW(Template("{n", names), FormulaError);
  EXPECT_THROW(Template("{m}", names), FormulaError);
}

TEST(Value, WholeNumbersHaveNoPoint) {
  EXPECT_EQ(value_text(50000.0), "50000");
  EXPECT_EQ(value_text(-3.0), "-3");
  EXPECT_EQ(value_text(0.1), "0.1");
}

}  // namespace
}  // namespace smpi::study
