// SPDX-License-Identifier: BSD-3-Clause
//
// Coefficients files of the modelled BLAS: what costs come out, and what is refused with which
// words.
#include "libsmpi/cost/modeled/blas_coefficients.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <map>
#include <string>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/blas_routines.h"

namespace smpi::modeled {
namespace {

class BlasCoefficients : public testing::Test {
 protected:
  BlasCoefficients() {
    std::array<char, 32> pattern{"/tmp/coefficients.XXXXXX"};
    close(mkstemp(pattern.data()));
    path_ = pattern.data();
  }
  ~BlasCoefficients() override { unlink(path_.c_str()); }

  modeled::BlasCoefficients read_all(const std::string& content) {
    std::ofstream(path_) << content;
    return read_blas_coefficients(path_);
  }
  std::vector<BlasCost> read(const std::string& content) { return read_all(content).costs; }
  // The message of the refusal, with the file's name replaced by FILE.
  std::string refusal(const std::string& content) {
    try {
      read(content);
    } catch (const kernel::InputError& error) {
      std::string text = error.what();
      const std::size_t name = text.find(path_);
      if (name != std::string::npos) text.replace(name, path_.size(), "FILE");
      return text;
    }
    return "accepted";
  }
  static const BlasCost& cost(const std::vector<BlasCost>& costs, std::string_view name) {
    for (std::size_t i = 0; i < costs.size(); i++) {
      if (name == blas_routines()[i].name) return costs[i];
    }
    ADD_FAILURE() << "no routine " << name;
    return costs[0];
  }

  std::string path_;
};

TEST_F(BlasCoefficients, TermsAreSecondsOfTheReferenceHost) {
  // The published coefficients: at 1 Gflop/s dgemm takes 1.742435e-10 x 5.0048828125 s per M*N*K.
  const auto costs = read(
      "reference_speed = '5.0048828125Gf'\ndefault = 'free'\n"
      "[dgemm]\nterms = {'M*N*K' = 1.742435e-10, 'M*N' = 0}\n");
  const double m_n_k[] = {10, 20, 30};
  EXPECT_DOUBLE_EQ(cost(costs, "dgemm").flops.evaluate(m_n_k) / 1e9,
                   1.742435e-10 * 5.0048828125 * 6000);
  EXPECT_FALSE(cost(costs, "dgemm").is_free);
  EXPECT_EQ(cost(costs, "dgemm").line, 4);
  EXPECT_TRUE(cost(costs, "sgemm").is_free);
  EXPECT_TRUE(cost(costs, "daxpy").is_free);
}

TEST_F(BlasCoefficients, TheReferenceIsOneGigaflopPerSecondWhenNothingIsSaid) {
  const auto costs = read("[dtrsm]\nseconds = '2e-9*R*T^2 + 1e-6'\n");
  const double m_n_t_r[] = {100, 8, 8, 100};
  EXPECT_DOUBLE_EQ(cost(costs, "dtrsm").flops.evaluate(m_n_t_r), 2 * 100 * 64 + 1000);
}

TEST_F(BlasCoefficients, RoutinesWithoutATableCostTheirFlops) {
  const auto costs = read("");
  const double dims[] = {5, 7, 11, 13};
  EXPECT_DOUBLE_EQ(cost(costs, "dgemm").flops.evaluate(dims), 2 * 5 * 7 * 11);
  EXPECT_DOUBLE_EQ(cost(costs, "zgemm").flops.evaluate(dims), 8 * 5 * 7 * 11);
  EXPECT_DOUBLE_EQ(cost(costs, "dgbmv").flops.evaluate(dims), 2 * 7 * 5);  // the band fills it
  EXPECT_DOUBLE_EQ(cost(costs, "daxpy").flops.evaluate(dims), 10);
  EXPECT_DOUBLE_EQ(cost(costs, "dtrsm").flops.evaluate(dims), 13 * 11 * 11);
  EXPECT_TRUE(cost(costs, "drotg").is_free);
}

TEST_F(BlasCoefficients, LevelsMayHaveSpeedsOfTheirOwn) {
  const auto costs = read(
      "reference_speed = 2e9\n"
      "default = {level1 = '0.1Gf', level2 = 5e8, level3 = '1Gf'}\n");
  const double dims[] = {10, 10, 10};
  EXPECT_DOUBLE_EQ(cost(costs, "daxpy").flops.evaluate(dims), 20 * 20);
  EXPECT_DOUBLE_EQ(cost(costs, "dgemv").flops.evaluate(dims), 4 * 200);
  EXPECT_DOUBLE_EQ(cost(costs, "dgemm").flops.evaluate(dims), 2 * 2000);
}

TEST_F(BlasCoefficients, AZeroCostIsKnownToBeFree) {
  const auto costs = read("[dgemm]\nterms = {'M*N*K' = 0}\n[dgemv]\nseconds = '0'\n");
  EXPECT_TRUE(cost(costs, "dgemm").is_free);
  EXPECT_TRUE(cost(costs, "dgemv").is_free);
}

TEST_F(BlasCoefficients, KnowsWhenThereIsNothingToCompute) {
  const auto costs = read("");
  const double none[] = {0, 5, 7, 9}, no_columns[] = {5, 0, 7, 9}, no_depth[] = {5, 7, 0, 0};
  for (const char* name : {"dgemm", "dger", "dtrsm", "dgbmv"}) {
    EXPECT_TRUE(cost(costs, name).is_empty(none)) << name;
    EXPECT_TRUE(cost(costs, name).is_empty(no_columns)) << name;
    EXPECT_FALSE(cost(costs, name).is_empty(no_depth)) << name;
  }
  EXPECT_TRUE(cost(costs, "dsbmv").is_empty(none));
  EXPECT_FALSE(cost(costs, "dsbmv").is_empty(no_columns));  // N, and a diagonal alone
  EXPECT_FALSE(cost(costs, "drotg").is_empty(nullptr));
}

TEST_F(BlasCoefficients, NoiseIsOfAllRoutinesAndOfSingleOnes) {
  const auto all = read_all(
      "noise = {call = 0.02, host = 0.1, day = 0.03}\n"
      "[dgemm]\nterms = {'M*N*K' = 1e-9}\nnoise = 0.05\n"
      "[dtrsm]\nseconds = '1e-9*R*T^2'\nnoise = 0\n");
  EXPECT_TRUE(all.is_noisy);
  EXPECT_EQ(all.host_noise.host, 0.1);
  EXPECT_EQ(all.host_noise.day, 0.03);
  EXPECT_EQ(cost(all.costs, "dgemm").call_noise, 0.05);
  EXPECT_EQ(cost(all.costs, "dtrsm").call_noise, 0);
  EXPECT_EQ(cost(all.costs, "daxpy").call_noise, 0.02);
  EXPECT_TRUE(read_all("[dgemm]\nterms = {}\nnoise = 0.05\n").is_noisy);
  EXPECT_TRUE(read_all("noise = {day = 0.05}\n").is_noisy);
  EXPECT_FALSE(read_all("noise = {call = 0}\n").is_noisy);
  EXPECT_FALSE(read_all("").is_noisy);
}

TEST_F(BlasCoefficients, SaysWhatIsWrongAndWhere) {
  const std::map<std::string, std::string> table = {
      {"[dgemm]\nterms = {'M*N*K' = -1e-9}\n",
       "FILE:2: a term with a negative coefficient: 'M*N*K = -1e-09'\n"
       "  hint: times are sums of terms that are zero or positive"},
      {"\n[ddgemm]\nterms = {}\n", "FILE:2: unknown key: 'ddgemm'\n  hint: did you mean 'dgemm'?"},
      {"[dgemm]\nterm = {}\n", "FILE:2: unknown key: 'term'\n  hint: did you mean 'terms'?"},
      {"[dgemm]\n", "FILE:1: no cost\n  hint: give either terms = {...} or seconds = \"...\""},
      {"[dgemm]\nterms = {}\nseconds = '0'\n",
       "FILE:1: two costs\n  hint: give either terms = {...} or seconds = \"...\""},
      {"[daxpy]\nterms = {'M' = 1}\n",
       "FILE:2: unknown name 'M' (column 1 of the formula): 'M'\n  hint: known here: N"},
      {"[dgemm]\nseconds = '1e-9*M*(N'\n",
       "FILE:2: ')' is missing (column 10 of the formula): '1e-9*M*(N'"},
      {"[dgemm]\nseconds = '1/0'\n",
       "FILE:2: not a possible time: '1/0'\n  hint: a time is a finite number, zero or more"},
      {"[dgemm]\nterms = {'M' = 'x'}\n", "FILE:2: the coefficient of M must be a number: 'x'"},
      {"[dgemm]\nterms = 3\n", "FILE:2: terms must be a table: '3'"},
      {"dgemm = 3\n", "FILE:1: dgemm must be a table: '3'"},
      {"reference_speed = '-1Gf'\n",
       "FILE:1: reference_speed must be positive: '-1Gf'\n"
       "  hint: speeds are flop/s, written like 1Gf, 250Mf"},
      {"reference_speed = '1Gz'\n",
       "FILE:1: unknown unit: '1Gz'\n  hint: speeds are written like 1Gf, 250Mf, 3.2Tf"},
      {"default = 'none'\n",
       "FILE:1: unknown default: 'none'\n"
       "  hint: \"flops\", \"free\", or {level1 = \"0.2Gf\", level2 = ..., level3 = ...}"},
      {"\nnoise = {call = -0.1}\n",
       "FILE:2: the noise of a call is from 0 to 0.75: '-0.1'\n"
       "  hint: a relative standard deviation, 0.02 for 2 %"},
      {"[dgemm]\nterms = {}\nnoise = 0.8\n",
       "FILE:3: the noise of a call is from 0 to 0.75: '0.8'\n"
       "  hint: a relative standard deviation, 0.02 for 2 %"},
      {"noise = {host = 2}\n",
       "FILE:1: the noise of a host is from 0 to 1: '2'\n"
       "  hint: a relative standard deviation, 0.02 for 2 %"},
      {"noise = {hots = 0.2}\n", "FILE:1: unknown key: 'hots'\n  hint: did you mean 'host'?"},
      {"noise = 0.1\n", "FILE:1: noise must be a table: '0.1'"},
      {"default = {level1 = 1, level2 = 1}\n",
       "FILE:1: a level is missing: 'level3'\n  hint: give level1, level2 and level3"},
  };
  for (const auto& [content, message] : table) EXPECT_EQ(refusal(content), message);
  EXPECT_TRUE(refusal("[dgemm\n").starts_with("FILE:1: Error while parsing"))
      << refusal("[dgemm\n");
  EXPECT_THROW(read_blas_coefficients("/nonexistent/blas.toml"), kernel::InputError);
}

}  // namespace
}  // namespace smpi::modeled
