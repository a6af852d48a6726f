// SPDX-License-Identifier: BSD-3-Clause
//
// Costs by processor: which row a rank finds, what its mean and deviation are, and which
// calibration is taken. What is refused is in tests/mustfail/wrong_tables.py.
#include "libsmpi/cost/modeled/processor_table.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <string>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/blas_coefficients.h"
#include "libsmpi/cost/modeled/blas_routines.h"
#include "models/readers/toml_file.h"

namespace smpi::modeled {
namespace {

class ProcessorTables : public testing::Test {
 protected:
  ProcessorTables() {
    std::array<char, 32> pattern{"/tmp/tables.XXXXXX"};
    close(mkstemp(pattern.data()));
    path_ = pattern.data();
    for (const char* name : {"other", "n1", "n2"}) hosts_.add(name);
  }
  ~ProcessorTables() override { unlink(path_.c_str()); }

  // dgemm of the content.
  BlasCost dgemm(const std::string& content, const std::string& calibration = {}) {
    std::ofstream(path_) << content;
    modeled::BlasCoefficients all = read_blas_coefficients(path_, calibration);
    processors_ = all.processors;
    for (std::size_t i = 0; i < all.costs.size(); i++) {
      if (std::string_view(blas_routines()[i].name) != "dgemm") continue;
      all.costs[i].table.find_hosts(hosts_);
      return all.costs[i];
    }
    ADD_FAILURE();
    return {};
  }

  std::string path_;
  models::NameTable hosts_;
  Processors processors_;
};

constexpr const char* two_hosts =
    "calibration = 'july'\n"
    "processors = {per_host = 2, ranks = 'cyclic'}\n"
    "[[dgemm.table]]\n"
    "calibration = 'april'\n"
    "terms = ['M*N*K', '1']\n"
    "rows = [['n1', 0, [1e-9, 0]]]\n"
    "[[dgemm.table]]\n"
    "calibration = 'july'\n"
    "terms = ['M*N*K', 'M*N', '1']\n"
    "rows = [['n1', 0, [1e-9, -2e-9, 5e-6], [1e-11, 0, 2e-7]], ['n1', 1, [2e-9, 0, 0]],\n"
    "        ['n2', 0, [3e-9, 0, 0]], ['n2', 1, [4e-9, 0, 0], [0, 0, 0]], ['absent', 0, [9, 9, "
    "9]]]\n";

// At 1 Gflop/s: 6000 x 1e-9 - 200 x 2e-9 + 5e-6 s, and 6000 x 1e-11 + 2e-7 s.
TEST_F(ProcessorTables, HaveAMeanAndADeviationForEachProcessor) {
  const BlasCost cost = dgemm(two_hosts);
  const double m_n_k[] = {10, 20, 30};
  ASSERT_NE(cost.table.row(2), nullptr);
  const CostFormulas& first = *cost.table.row(2);  // host 1, processor 0
  EXPECT_NEAR(first.flops.evaluate(m_n_k), 6000 - 400 + 5000, 1e-9);
  EXPECT_TRUE(first.has_deviation);
  EXPECT_NEAR(first.deviation_flops.evaluate(m_n_k), 60 + 200, 1e-9);
  EXPECT_NEAR(cost.table.row(3)->flops.evaluate(m_n_k), 12000, 1e-9);
  EXPECT_FALSE(cost.table.row(3)->has_deviation);
  EXPECT_NEAR(cost.table.row(5)->flops.evaluate(m_n_k), 24000, 1e-9);
  EXPECT_FALSE(cost.table.row(5)->has_deviation);
  EXPECT_EQ(cost.table.row(0), nullptr);
  EXPECT_FALSE(cost.is_free);
  EXPECT_TRUE(cost.has_own_processors);
}

TEST_F(ProcessorTables, AreChosenByCalibration) {
  const double m_n_k[] = {10, 10, 10};
  EXPECT_NEAR(dgemm(two_hosts, "april").table.row(2)->flops.evaluate(m_n_k), 1000, 1e-9);
  EXPECT_EQ(dgemm(two_hosts, "april").table.row(3), nullptr);
  EXPECT_NEAR(dgemm(two_hosts, "july").table.row(3)->flops.evaluate(m_n_k), 2000, 1e-9);
  EXPECT_THROW(dgemm(two_hosts, "june"), kernel::InputError);
}

TEST_F(ProcessorTables, NeedARowForEachHostThatIsUsed) {
  const BlasCost cost = dgemm(two_hosts);
  const std::array<models::HostId, 2> known{1, 2};
  const std::array<models::HostId, 2> unknown{1, 0};
  EXPECT_NO_THROW(cost.table.require_rows(hosts_, known, false));
  EXPECT_THROW(cost.table.require_rows(hosts_, unknown, false), kernel::InputError);
  EXPECT_NO_THROW(cost.table.require_rows(hosts_, unknown, true));
  EXPECT_THROW(cost.table.require_rows(hosts_, std::span(unknown).last(1), true),
               kernel::InputError);
  EXPECT_EQ(cost.table.describe_missing(hosts_, 1),
            path_ + ":7: host other, processor 1: no row in the table of processors");
}

TEST_F(ProcessorTables, MayStandBesideACostForOtherHosts) {
  const BlasCost cost = dgemm(
      "[dgemm]\nterms = {'M*N*K' = 7e-9}\n"
      "[[dgemm.table]]\nterms = ['M*N*K']\nrows = [['n1', 0, [1e-9]]]\n");
  const double m_n_k[] = {1, 1, 1};
  EXPECT_FALSE(cost.has_own_processors);
  EXPECT_NEAR(cost.flops.evaluate(m_n_k), 7, 1e-12);
  EXPECT_NEAR(cost.table.row(1)->flops.evaluate(m_n_k), 1, 1e-12);
}

// Eight cores, two processors: cyclic 0 1 0 1 ..., block 0 0 0 0 1 1 1 1, and again for more ranks.
TEST_F(ProcessorTables, RanksAreDealtToProcessors) {
  Processors processors{.per_host = 2, .order = Processors::Order::cyclic};
  for (std::uint32_t rank = 0; rank < 10; rank++) EXPECT_EQ(processors.of(rank, 8), rank % 2);
  processors.order = Processors::Order::block;
  const std::array<std::uint32_t, 10> expected{0, 0, 0, 0, 1, 1, 1, 1, 0, 0};
  for (std::uint32_t rank = 0; rank < 10; rank++) {
    EXPECT_EQ(processors.of(rank, 8), expected[rank]);
  }
  processors.per_host = 3;  // more than cores: the first ones
  EXPECT_EQ(processors.of(1, 2), 1);
}

}  // namespace
}  // namespace smpi::modeled
