// SPDX-License-Identifier: BSD-3-Clause
//
// Seconds of panels that outputs say, and the speed that follows. A panel of m rows is
// NB^2 (m - NB/3) flops.
#include "tools/study/cluster/panels.h"

#include <gtest/gtest.h>

#include <cmath>

namespace smpi::study::cluster {
namespace {

// Two panels of 10 columns, of 20 and of 10 rows.
TEST(Panels, FlopsOfOneProcess) {
  EXPECT_DOUBLE_EQ(panel_flops({.n = 20, .nb = 10}), 100 * (20 + 10 - 20. / 3));
  // The last one has 5 columns.
  EXPECT_DOUBLE_EQ(panel_flops({.n = 15, .nb = 10}), 100 * (15 - 10. / 3) + 25 * (5 - 5. / 3));
}

// The first of two columns of processes has the first of two panels; two rows share it.
TEST(Panels, FlopsOfTheBusiestProcess) {
  EXPECT_DOUBLE_EQ(panel_flops({.n = 20, .nb = 10, .p = 2, .q = 2}), 100 * (20 - 10. / 3) / 2);
}

OutputRun output(double panels_s, double pivots_s, bool has_device) {
  OutputRun run;
  run.setup = {.n = 100'000, .nb = 200, .p = 2, .q = 4};
  run.time_s = 1000;
  run.panels_s = panels_s;
  run.pivots_s = pivots_s;
  run.has_device = has_device;
  return run;
}

// What made the seconds comes back, to the two digits that outputs have.
TEST(Panels, KnownSpeedsComeBack) {
  for (const double flop_s : {2e-11, 1e-10, 3e-9}) {
    const double made_s = flop_s * panel_flops(output(0, 0, false).setup);
    const double printed_s = std::round(made_s * 100) / 100;
    const Panels host = panels_of(output(printed_s + 1.25, 1.25, false));
    EXPECT_NEAR(host.flop_s / flop_s, 1, 0.02);
    EXPECT_FALSE(host.are_beside);
    const Panels beside = panels_of(output(printed_s, 1.25, true));
    EXPECT_NEAR(beside.flop_s / flop_s, 1, 0.02);
    EXPECT_TRUE(beside.are_beside);
  }
}

TEST(Panels, AreNotKnownWhereNothingWasTimed) {
  EXPECT_EQ(panels_of(output(0, 0, false)).flop_s, 0);
  EXPECT_EQ(panels_of(output(3.4, 3.3, false)).flop_s, 0);  // 0.1 s, known to 10 %
}

}  // namespace
}  // namespace smpi::study::cluster
