// SPDX-License-Identifier: BSD-3-Clause
//
// The clock of measured computation against a machine that gives the core away. The machine here
// is two counters: the monotonic clock always goes on, processor time only while the thread runs.
#include "libsmpi/cost/modeled/burst_clock.h"

#include <gtest/gtest.h>

namespace {

std::int64_t monotonic_ns;
std::int64_t processor_ns;
int system_calls;

std::int64_t read_monotonic() {
  return monotonic_ns;
}
std::int64_t read_processor() {
  system_calls++;
  return processor_ns;
}
void run(std::int64_t duration_ns) {
  monotonic_ns += duration_ns;
  processor_ns += duration_ns;
}
void lose_the_core(std::int64_t duration_ns) {
  monotonic_ns += duration_ns;
}

smpi::BurstClock start() {
  monotonic_ns = 7'000'000'000;
  processor_ns = 3'000'000;
  smpi::BurstClock clock(read_monotonic, read_processor);
  clock.restart();
  system_calls = 0;
  return clock;
}

}  // namespace

TEST(BurstClock, CountsWhatTheThreadRuns) {
  smpi::BurstClock clock = start();
  const std::int64_t start_ns = clock.read_ns();
  EXPECT_EQ(start_ns, 3'000'000);
  run(700);
  EXPECT_EQ(clock.read_ns() - start_ns, 700);
  run(2'000'000'000);
  EXPECT_EQ(clock.read_ns() - start_ns, 2'000'000'700);
}

// A million readings, 50 ns apart: 50 ms, so at most 1,000 system calls at one in 50 us.
TEST(BurstClock, SeldomCallsTheSystem) {
  smpi::BurstClock clock = start();
  const std::int64_t start_ns = clock.read_ns();
  for (int i = 0; i < 1'000'000; i++) {
    run(50);
    clock.read_ns();
  }
  EXPECT_EQ(clock.read_ns() - start_ns, 50'000'000);
  EXPECT_LE(system_calls, 1000);
}

TEST(BurstClock, DoesNotCountALongLossOfTheCore) {
  smpi::BurstClock clock = start();
  const std::int64_t start_ns = clock.read_ns();
  run(1000);
  lose_the_core(10'000'000);
  run(1000);
  EXPECT_EQ(clock.read_ns() - start_ns, 2000);
}

// Lost 30 us: counted, since nothing tells so soon. The next correction finds it, and the clock
// stands still until the thread has run for as long; it never goes back.
TEST(BurstClock, MakesUpForAShortLossOfTheCore) {
  smpi::BurstClock clock = start();
  const std::int64_t start_ns = clock.read_ns();
  lose_the_core(30'000);
  EXPECT_EQ(clock.read_ns() - start_ns, 30'000);
  run(25'000);
  EXPECT_EQ(clock.read_ns() - start_ns, 30'000);
  run(4'000);
  EXPECT_EQ(clock.read_ns() - start_ns, 30'000);
  run(5'000);
  EXPECT_EQ(clock.read_ns() - start_ns, 34'000);
}

// 30 us lost after each 30 us of work, read every 10 us: whatever happens, the clock is at most
// 50 us ahead of processor time, and never behind.
TEST(BurstClock, ErrorsDoNotAddUp) {
  smpi::BurstClock clock = start();
  for (int i = 0; i < 10'000; i++) {
    (i / 3 % 2 == 0 ? run : lose_the_core)(10'000);
    const std::int64_t ahead_ns = clock.read_ns() - processor_ns;
    ASSERT_GE(ahead_ns, 0);
    ASSERT_LE(ahead_ns, smpi::BurstClock::ahead_max_ns);
  }
}

// The child of a fork is a new thread, whose processor time begins at 0.
TEST(BurstClock, RestartsInAnotherThread) {
  smpi::BurstClock clock = start();
  processor_ns = 0;
  clock.restart();
  EXPECT_EQ(clock.read_ns(), 0);
  run(100);
  EXPECT_EQ(clock.read_ns(), 100);
}
