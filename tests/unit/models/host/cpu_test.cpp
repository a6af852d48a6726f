// SPDX-License-Identifier: BSD-3-Clause
//
// MODELS 5 in closed form: hosts of two cores of 1 Gflop/s.
#include "models/host/cpu.h"
#include "models/readers/short_platform.h"

#include <gtest/gtest.h>

#include <random>

namespace smpi::models {
namespace {

struct CpuTest : testing::Test {
  CpuTest()
      : platform(make_short_platform(
            "star:2", {.host_speed = "1Gf", .link = "1GBps,0us", .core_count = 2, .loopback = ""})),
        cpu(engine, platform, options) {
    platform.hosts.pstate_speed_flops.edit(0) = {1e9, 0.5e9};
    engine.spawn([this] { engine.sleep(1e3); }, nullptr);
  }
  // Starts `flops` on host 0 at `time_s`; its end goes to ends[index of the call].
  void at(double time_s, double flops) {
    plans.push_back(flops);
    ends.push_back(-1);
    ids.push_back(0);
    engine.events().schedule(
        time_s, kernel::Priority::timer,
        [](void* self, std::uint32_t index) {
          auto* test = static_cast<CpuTest*>(self);
          test->ids[index] = test->cpu.start(
              0, test->plans[index],
              [](void* owner, std::uint32_t ended) {
                auto* ending = static_cast<CpuTest*>(owner);
                ending->ends[ended] = ending->engine.now_s();
              },
              self, index);
        },
        this, static_cast<std::uint32_t>(plans.size() - 1));
  }
  void call_at(double time_s, kernel::EventHandler handler) {
    engine.events().schedule(time_s, kernel::Priority::timer, handler, this, 0);
  }

  kernel::Engine engine;
  Platform platform;
  kernel::Options options;
  Cpu cpu;
  std::vector<double> plans;
  std::vector<double> ends;
  std::vector<ExecutionId> ids;
};

TEST_F(CpuTest, UpToOneExecutionACoreRunsAtFullSpeed) {
  at(0, 1e9);
  at(0.5, 2e9);
  engine.run();
  EXPECT_DOUBLE_EQ(ends[0], 1);
  EXPECT_DOUBLE_EQ(ends[1], 2.5);
}

// Three on two cores run at 2/3: 1 Gflop each from 0 ends at 1.5 s.
// MODELS 5.1.
TEST_F(CpuTest, MoreExecutionsThanCoresShareEqually) {
  for (int i = 0; i < 3; i++) at(0, 1e9);
  engine.run();
  for (const double end_s : ends) EXPECT_DOUBLE_EQ(end_s, 1.5);
}

// Two long ones (3 Gflop) alone for 1 s, a third (1 Gflop) from 1 s shares: all at 2/3, it ends at
// 2.5 s; then the others have 3 - 1 - 1 = 1 Gflop left: 3.5 s.
TEST_F(CpuTest, AnEndGivesItsShareBack) {
  at(0, 3e9);
  at(0, 3e9);
  at(1, 1e9);
  engine.run();
  EXPECT_DOUBLE_EQ(ends[2], 2.5);
  EXPECT_DOUBLE_EQ(ends[0], 3.5);
  EXPECT_DOUBLE_EQ(ends[1], 3.5);
}

// 1 Gflop at full speed for 0.5 s, then at half speed: 0.5 + 1 s.
TEST_F(CpuTest, APstateChangesTheSpeedOfWhatRuns) {
  at(0, 1e9);
  call_at(0.5,
          [](void* self, std::uint32_t) { static_cast<CpuTest*>(self)->cpu.set_pstate(0, 1); });
  engine.run();
  EXPECT_DOUBLE_EQ(ends[0], 1.5);
}

// Off from 0.5 s to 2 s, then at availability 0.25: 0.5 + 1.5 + 2 s.
// MODELS 5.2.
TEST_F(CpuTest, AvailabilityAndStateChangeTheSpeedOfWhatRuns) {
  at(0, 1e9);
  call_at(0.5, [](void* self, std::uint32_t) {
    auto* test = static_cast<CpuTest*>(self);
    test->platform.hosts.is_on[0] = 0;
    test->cpu.host_changed(0);
  });
  call_at(2, [](void* self, std::uint32_t) {
    auto* test = static_cast<CpuTest*>(self);
    test->platform.hosts.is_on[0] = 1;
    test->platform.hosts.availability[0] = 0.25;
    test->cpu.host_changed(0);
  });
  engine.run();
  EXPECT_DOUBLE_EQ(ends[0], 4);
}

TEST_F(CpuTest, ACancelledExecutionFreesItsShareAndIsNotReported) {
  for (int i = 0; i < 4; i++) at(0, 1e9);
  call_at(1, [](void* self, std::uint32_t) {
    auto* test = static_cast<CpuTest*>(self);
    test->cpu.cancel(test->ids[1]);
    test->cpu.cancel(test->ids[2]);
  });
  engine.run();
  EXPECT_DOUBLE_EQ(ends[0], 1.5);
  EXPECT_DOUBLE_EQ(ends[3], 1.5);
  EXPECT_EQ(ends[1], -1);
}

TEST_F(CpuTest, NothingToDoEndsAtOnce) {
  at(1, 0);
  engine.run();
  EXPECT_EQ(ends[0], 1);
}

TEST_F(CpuTest, ReportsWhatIsUsed) {
  at(0, 1e9);
  at(0, 1e9);
  at(0, 1e9);
  call_at(1, [](void* self, std::uint32_t) {
    EXPECT_DOUBLE_EQ(static_cast<CpuTest*>(self)->cpu.used_flops(0), 2e9);
    EXPECT_DOUBLE_EQ(static_cast<CpuTest*>(self)->cpu.used_flops(1), 0);
  });
  engine.run();
  EXPECT_DOUBLE_EQ(cpu.used_flops(0), 0);
}

// Random executions against a simulation that keeps the work left of each.
TEST_F(CpuTest, EqualsThePlainSimulation) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> start_s(0, 10);
  std::uniform_real_distribution<double> flops(0, 1e9);
  struct Plain {
    double start_s;
    double left_flops;
    double end_s = -1;
  };
  std::vector<Plain> plain;
  for (int i = 0; i < 200; i++) {
    plain.push_back({start_s(random), flops(random)});
    at(plain.back().start_s, plain.back().left_flops);
  }
  double now_s = 0;
  for (std::size_t left = plain.size(); left > 0;) {
    double running = 0;
    double next_start_s = 1e9;
    double least_flops = 1e18;
    for (const Plain& each : plain) {
      if (each.end_s >= 0) continue;
      if (each.start_s > now_s) {
        next_start_s = std::min(next_start_s, each.start_s);
      } else {
        running++;
        least_flops = std::min(least_flops, each.left_flops);
      }
    }
    const double speed = 1e9 * std::min(1.0, 2 / running);
    const bool ends_first = running > 0 && now_s + least_flops / speed <= next_start_s;
    const double next_s = ends_first ? now_s + least_flops / speed : next_start_s;
    for (Plain& each : plain) {
      if (each.end_s >= 0 || each.start_s > now_s) continue;
      if (ends_first && each.left_flops == least_flops) {
        each.end_s = next_s;
        left--;
      }
      each.left_flops -= speed * (next_s - now_s);
    }
    now_s = next_s;
  }
  engine.run();
  for (std::size_t i = 0; i < plain.size(); i++) EXPECT_NEAR(ends[i], plain[i].end_s, 1e-10) << i;
}

}  // namespace
}  // namespace smpi::models
