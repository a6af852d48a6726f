// SPDX-License-Identifier: BSD-3-Clause
//
// The clock of virtual time and its model against closed forms.
#include "tools/acquire/virtual_clock.h"

#include <gtest/gtest.h>

#include <limits>

namespace smpi::acquire {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// 10 us, 1 GB/s, processors twice as fast, collectives for half the cost.
constexpr VirtualMachine machine = {.is_wanted = true,
                                    .latency_s = 10e-6,
                                    .bandwidth_bytes_per_s = 1e9,
                                    .speed_factor = 2,
                                    .collective_factor = 0.5};

// 3 s on this processor are 1.5 s there; what a reading of the counter got wrong does not count.
TEST(VirtualClock, ComputationGoesByTheFactorOfSpeed) {
  VirtualClock clock(machine);
  clock.compute(3);
  clock.compute(-1);
  EXPECT_DOUBLE_EQ(clock.now_s(), 1.5);
  EXPECT_DOUBLE_EQ(clock.computing_s(), 1.5);
}

TEST(VirtualClock, InfinitelyFastProcessorsTakeNoTime) {
  VirtualMachine fast = machine;
  fast.speed_factor = infinite;
  VirtualClock clock(fast);
  clock.compute(3);
  EXPECT_EQ(clock.now_s(), 0);
}

// Max(now, until): a message that has arrived before delays nobody, and waiting is no computation.
TEST(VirtualClock, NeverGoesBack) {
  VirtualClock clock(machine);
  clock.wait(2);
  clock.wait(1);
  clock.wait(-infinite);
  EXPECT_EQ(clock.now_s(), 2);
  EXPECT_EQ(clock.computing_s(), 0);
}

// D(n) = 10 us + n / 1 GB/s; three rounds: half of 30 us + n / 1 GB/s.
TEST(VirtualClock, MessagesAndCollectivesTakeLatencyAndBytes) {
  const VirtualClock clock(machine);
  EXPECT_DOUBLE_EQ(clock.message_s(0), 10e-6);
  EXPECT_DOUBLE_EQ(clock.message_s(1e6), 1010e-6);
  EXPECT_DOUBLE_EQ(clock.collective_s(3, 1e6), 515e-6);
}

TEST(VirtualClock, InfiniteBandwidthLeavesTheLatency) {
  VirtualMachine wide = machine;
  wide.bandwidth_bytes_per_s = infinite;
  EXPECT_EQ(VirtualClock(wide).message_s(1e12), 10e-6);
}

}  // namespace
}  // namespace smpi::acquire
