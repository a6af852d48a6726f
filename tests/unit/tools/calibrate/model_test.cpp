// SPDX-License-Identifier: BSD-3-Clause
//
// From made-up timings to a coefficients file: what a machine with known costs would measure gives
// these costs back when smpirun reads the file.
#include "tools/calibrate/model.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmath>
#include <fstream>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/blas_coefficients.h"
#include "libsmpi/cost/modeled/noise.h"
#include "tools/calibrate/picture.h"
#include "tools/calibrate/report.h"
#include "tools/calibrate/routines.h"

namespace smpi::calibrate {
namespace {

constexpr double seconds_an_operation = 2.5e-11;

// Every kernel costs 2.5e-11 s an operation, so a large dgemm makes 40 Gflop/s.
Timings timings_of(const Plan& plan, std::size_t worker_count, double noise_level,
                   std::size_t trial_count) {
  modeled::Noise noise({}, {.calls = 5});
  Timings timings;
  for (std::uint32_t worker = 0; worker < worker_count; worker++) {
    std::vector<double>& seconds = timings.seconds.emplace_back(plan.trials.size(), 0.0);
    for (std::size_t i = 0; i < trial_count; i++) {
      const auto [kernel, shape] = plan.trials[i];
      seconds[i] = seconds_an_operation *
                   operations_of(kernels()[kernel], plan.shapes[kernel][shape]) *
                   noise.call_factor(worker, noise_level);
    }
  }
  return timings;
}

const Plan& small_plan() {
  static const Plan plan = make_plan({.shape_count = 40, .repetitions = 4});
  return plan;
}

const KernelModel& dgemm_of(const Model& model) {
  EXPECT_STREQ(model.kernels.front().kernel->routine, "dgemm");
  return model.kernels.front();
}

TEST(Model, FindsCostsNoiseAndSpeed) {
  const Plan& plan = small_plan();
  const Model model = make_model("two", plan, timings_of(plan, 2, 0.05, plan.trials.size()));
  ASSERT_EQ(model.kernels.size(), kernels().size());
  const KernelModel& dgemm = dgemm_of(model);
  EXPECT_NEAR(dgemm.fit.coefficients[0], 2 * seconds_an_operation, 0.05 * 2 * seconds_an_operation);
  EXPECT_NEAR(dgemm.noise, 0.05, 0.01);
  EXPECT_NEAR(dgemm.speed_flops, 40e9, 2e9);
  EXPECT_EQ(dgemm.timed, 40U * 4 * 2);
  EXPECT_EQ(dgemm.left_out, 0U);
  EXPECT_EQ(dgemm.points.size(), 40U);
  EXPECT_LT(dgemm.mean_residual(), 0.05);
  EXPECT_GE(std::abs(dgemm.worst_residual()), dgemm.mean_residual());
  EXPECT_NEAR(large_dgemm_speed_flops(model), 40e9, 2e9);
}

// One call in 50 took ten times as long: it is counted, and does not move the fit.
TEST(Model, LeavesInterruptedCallsOut) {
  const Plan& plan = small_plan();
  Timings timings = timings_of(plan, 1, 0.01, plan.trials.size());
  std::size_t interrupted = 0;
  for (std::size_t i = 0; i < plan.trials.size(); i += 50) {
    timings.seconds[0][i] *= 10;
    interrupted++;
  }
  const Model model = make_model("one", plan, timings);
  std::size_t left_out = 0;
  for (const KernelModel& kernel : model.kernels) left_out += kernel.left_out;
  EXPECT_EQ(left_out, interrupted);
  EXPECT_NEAR(dgemm_of(model).fit.coefficients[0], 5e-11, 0.02 * 5e-11);
  EXPECT_LT(dgemm_of(model).noise, 0.02);
}

TEST(Model, NeedsEnoughShapes) {
  const Plan& plan = small_plan();
  EXPECT_THROW(make_model("one", plan, timings_of(plan, 1, 0, 50)), kernel::InputError);
  EXPECT_THROW(make_model("one", plan, timings_of(plan, 1, 0, 0)), kernel::InputError);
  // One round is enough.
  EXPECT_NO_THROW(make_model("one", plan, timings_of(plan, 1, 0, kernels().size() * 40)));
}

class CoefficientsOfAModel : public testing::Test {
 protected:
  CoefficientsOfAModel() {
    std::array<char, 32> pattern{"/tmp/calibrated.XXXXXX"};
    close(mkstemp(pattern.data()));
    path_ = pattern.data();
  }
  ~CoefficientsOfAModel() override { unlink(path_.c_str()); }

  modeled::BlasCoefficients read(const std::string& text) {
    std::ofstream(path_) << text;
    return modeled::read_blas_coefficients(path_);
  }

  std::string path_;
  const Plan& plan_ = small_plan();
  const Model model_ = make_model("one", plan_, timings_of(plan_, 1, 0.02, plan_.trials.size()));
};

TEST_F(CoefficientsOfAModel, AreReadBackBySmpirun) {
  const auto read_back = read(coefficients_text(model_, {.origin = {"a machine"},
                                                         .reference_speed_flops = 1e9,
                                                         .has_call_noise = true,
                                                         .host_noise = 0.1,
                                                         .day_noise = 0.05}));
  EXPECT_EQ(read_back.host_noise.host, 0.1);
  EXPECT_EQ(read_back.host_noise.day, 0.05);
  for (std::size_t i = 0; i < read_back.costs.size(); i++) {
    if (std::string_view(modeled::blas_routines()[i].name) != "dtrsm") continue;
    const double dimensions[] = {1000, 500, 1000, 500};
    // 500 x 1000^2 operations, in flops of a host of 1 Gflop/s.
    EXPECT_NEAR(read_back.costs[i].flops.evaluate(dimensions) / 1e9, 5e8 * seconds_an_operation,
                0.05 * 5e8 * seconds_an_operation);
    EXPECT_NEAR(read_back.costs[i].call_noise, 0.02, 0.01);
  }
}

// As a row of a host's only processor: the same mean, and a deviation in proportion to it.
TEST_F(CoefficientsOfAModel, MayBeARowOfATableOfProcessors) {
  auto read_back = read(coefficients_text(model_, {.origin = {},
                                                   .reference_speed_flops = 1e9,
                                                   .has_call_noise = true,
                                                   .host = "node-7",
                                                   .calibration = "july"}));
  models::NameTable hosts;
  hosts.add("node-7");
  for (std::size_t i = 0; i < read_back.costs.size(); i++) {
    if (std::string_view(modeled::blas_routines()[i].name) != "dtrsm") continue;
    modeled::ProcessorTable& table = read_back.costs[i].table;
    table.find_hosts(hosts);
    ASSERT_NE(table.row(0), nullptr);
    const double dimensions[] = {1000, 500, 1000, 500};
    const double flops = table.row(0)->flops.evaluate(dimensions);
    EXPECT_NEAR(flops / 1e9, 5e8 * seconds_an_operation, 0.05 * 5e8 * seconds_an_operation);
    EXPECT_NEAR(table.row(0)->deviation_flops.evaluate(dimensions) / flops, 0.02, 0.01);
  }
}

TEST_F(CoefficientsOfAModel, HaveNoNoiseUnlessAskedFor) {
  EXPECT_FALSE(read(coefficients_text(model_, {.origin = {}})).is_noisy);
}

// The reference is a large dgemm here: it takes as many flops as it makes.
TEST_F(CoefficientsOfAModel, AreOfAHostAsFastAsALargeDgemm) {
  const auto read_back = read(coefficients_text(model_, {.origin = {}}));
  for (std::size_t i = 0; i < read_back.costs.size(); i++) {
    const std::string_view name = modeled::blas_routines()[i].name;
    const double dimensions[] = {4000, 4000, 4000};
    if (name == "dgemm") {
      EXPECT_NEAR(read_back.costs[i].flops.evaluate(dimensions), 1.28e11, 0.01 * 1.28e11);
    }
    // Not measured: by its level.
    if (name == "sgemm") {
      EXPECT_NEAR(read_back.costs[i].flops.evaluate(dimensions), 1.28e11, 0.05 * 1.28e11);
    }
  }
}

TEST_F(CoefficientsOfAModel, AreReportedAndDrawn) {
  const std::string report = report_text(model_);
  const std::string picture = draw_picture("a <machine> & more", {&model_, &model_});
  for (const Kernel& kernel : kernels()) {
    EXPECT_NE(report.find(kernel.routine), std::string::npos);
    EXPECT_NE(picture.find(std::string(kernel.routine) + ": predicted"), std::string::npos);
  }
  EXPECT_TRUE(picture.starts_with("<svg "));
  EXPECT_TRUE(picture.ends_with("</svg>\n"));
  EXPECT_NE(picture.find("a &lt;machine&gt; &amp; more"), std::string::npos);
  EXPECT_EQ(picture.find("nan"), std::string::npos);
  std::size_t dots = 0;
  for (std::size_t at = 0; (at = picture.find("<circle", at)) != std::string::npos; at++) dots++;
  // Two models, two panels, 40 shapes; and the legend.
  EXPECT_EQ(dots, kernels().size() * 2 * 2 * 40 + 2);
}

}  // namespace
}  // namespace smpi::calibrate
