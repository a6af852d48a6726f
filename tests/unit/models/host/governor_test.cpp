// SPDX-License-Identifier: BSD-3-Clause
//
// Governors on a host of two cores and three pstates: 1, 0.5 and 0.25 Gflop/s. A look comes every
// 0.1 s, the first one at 0.1 s, and the load is in cores (MODELS 8.11).
#include "models/host/governor.h"

#include <gtest/gtest.h>

#include <functional>

#include "kernel/error.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

struct GovernorTest : testing::Test {
  GovernorTest() {
    platform = make_short_platform(
        "star:2", {.host_speed = "1Gf", .link = "1GBps,0us", .core_count = 2, .loopback = ""});
    for (HostId host = 0; host < 2; host++) {
      platform.hosts.pstate_speed_flops.edit(host) = {1e9, 0.5e9, 0.25e9};
    }
    options.declare(Governors::options());
  }
  void make(const std::string& settings) {
    options.set_from_argument(settings);
    cpu = std::make_unique<Cpu>(engine, platform, options);
    loads = std::make_unique<HostLoads>(engine, platform, *cpu);
    governors = std::make_unique<Governors>(engine, platform, *cpu, *loads, options);
  }
  void actor(std::function<void()> body) { engine.spawn(std::move(body), nullptr); }

  kernel::Engine engine;
  Platform platform;
  kernel::Options options;
  std::unique_ptr<Cpu> cpu;
  std::unique_ptr<HostLoads> loads;
  std::unique_ptr<Governors> governors;
};

// 0.1 s at 1 Gflop/s, then 0.4 Gflop at 0.25 Gflop/s.
TEST_F(GovernorTest, PowersaveTakesTheSlowestPstateFromItsFirstLookOn) {
  make("plugin/dvfs/governor:powersave");
  actor([&] { cpu->execute(0, 0.5e9); });
  engine.run();
  EXPECT_NEAR(engine.now_s(), 0.1 + 0.4 / 0.25, 1e-12);
  EXPECT_EQ(platform.hosts.pstate[0], 2U);
  EXPECT_EQ(platform.hosts.pstate[1], 2U);
}

// From pstate 2: 0.1 s at 0.25, then 1 Gflop/s.
TEST_F(GovernorTest, PerformanceTakesTheFastest) {
  platform.hosts.pstate[0] = 2;
  make("plugin/dvfs:yes");
  actor([&] { cpu->execute(0, 0.525e9); });
  engine.run();
  EXPECT_NEAR(engine.now_s(), 0.1 + 0.5, 1e-12);
}

// Idle until 0.15 s: slowest at 0.1 s. Half of the time until the look at 0.2 s one core is busy:
// load 0.5, still the slowest. From then on one core is busy: the fastest at 0.3 s.
TEST_F(GovernorTest, OndemandFollowsTheLoad) {
  make("plugin/dvfs/governor:ondemand");
  actor([&] {
    engine.sleep(0.15);
    cpu->execute(0, 1e9);
  });
  engine.run();
  const double until_s = 0.3;
  EXPECT_NEAR(engine.now_s(), until_s + (1e9 - 0.25e9 * (until_s - 0.15)) / 1e9, 1e-12);
}

// Idle to 0.2 s: pstates 1 and 2. Busy from 0.2 s on: 1 at 0.3 s, 0 at 0.4 s.
TEST_F(GovernorTest, ConservativeGoesStepByStep) {
  make("plugin/dvfs/governor:Conservative");
  actor([&] {
    engine.sleep(0.2);
    cpu->execute(0, 1e9);
  });
  engine.run();
  EXPECT_NEAR(engine.now_s(), 0.4 + (1e9 - 0.1 * 0.25e9 - 0.1 * 0.5e9) / 1e9, 1e-12);
}

TEST_F(GovernorTest, PropertiesOfAHostCountMore) {
  platform.hosts.properties.edit(1) = {{"plugin/dvfs/governor", "performance"},
                                       {"plugin/dvfs/sampling-rate", "0.03"},
                                       {"plugin/dvfs/min-pstate", "1"}};
  EXPECT_STREQ(Governors::unused_property(platform), "plugin/dvfs/governor");
  make("plugin/dvfs/governor:powersave plugin/dvfs/max-pstate:1");
  actor([&] { engine.sleep(0.05); });
  engine.run();
  EXPECT_EQ(platform.hosts.pstate[0], 0U);
  EXPECT_EQ(platform.hosts.pstate[1], 1U);
}

// What looks forever is no reason to wait.
TEST_F(GovernorTest, ADeadlockStaysOne) {
  make("plugin/dvfs/governor:ondemand");
  actor([&] {
    engine.sleep(0.25);
    engine.block();
  });
  EXPECT_EQ(engine.run(), kernel::RunEnd::deadlock);
  EXPECT_NEAR(engine.now_s(), 0.25, 1e-12);
}

TEST_F(GovernorTest, WrongOptionsAreRefused) {
  for (const char* settings :
       {"plugin/dvfs/governor:turbo", "plugin/dvfs/sampling-rate:0", "plugin/dvfs/min-pstate:3",
        "plugin/dvfs/max-pstate:1.5", "plugin/dvfs/min-pstate:2 plugin/dvfs/max-pstate:1"}) {
    options = {};
    options.declare(Governors::options());
    EXPECT_THROW(make(settings), kernel::InputError) << settings;
  }
}

TEST_F(GovernorTest, TheyAreOffUnlessSomebodyAsks) {
  EXPECT_FALSE(Governors::are_wanted(options));
  options.set_from_argument("plugin/dvfs/governor:performance");
  EXPECT_FALSE(Governors::are_wanted(options));
  options.set_from_argument("plugin/dvfs/sampling-rate:0.2");
  EXPECT_TRUE(Governors::are_wanted(options));
}

// An iteration is 0.2 Gflop, then a message that comes 1 s after its beginning. In the first one
// the task takes 0.2 s of 0.99 s: pstate 2 would take 0.8 s, so the second iteration runs there.
TEST_F(GovernorTest, AdagioSlowsDownWhoWaits) {
  make("plugin/dvfs/governor:adagio");
  Adagio& adagio = governors->adagio();
  std::vector<double> computed_s;
  actor([&] {
    for (int i = 0; i < 3; i++) {
      const double begin_s = engine.now_s();
      adagio.begin_iteration(0);
      adagio.begin_work(0);
      cpu->execute(0, 0.2e9);
      computed_s.push_back(engine.now_s() - begin_s);
      adagio.end_work(0, computed_s.back());
      engine.sleep(1 - computed_s.back());
      adagio.start_message(0, 1);
      adagio.end_iteration(0);
    }
    // Outside of iterations the first task is as it was learnt; what is new runs at full speed.
    adagio.begin_work(1);
    cpu->execute(1, 0.2e9);
    adagio.end_work(1, 0.2);
  });
  engine.run();
  EXPECT_NEAR(computed_s[0], 0.2, 1e-12);
  EXPECT_NEAR(computed_s[1], 0.2 / 0.25, 1e-12);
  EXPECT_NEAR(computed_s[2], 0.2 / 0.25, 1e-12);
  EXPECT_NEAR(engine.now_s(), 3.2, 1e-12);
}

// 1 s on one core of two, 1 s of nothing.
TEST_F(GovernorTest, LoadsSinceTheLastReset) {
  make("plugin/dvfs:no");
  actor([&] {
    cpu->execute(0, 1e9);
    EXPECT_NEAR(loads->average(0), 0.5, 1e-12);
    engine.sleep(1);
  });
  engine.run();
  EXPECT_NEAR(loads->average(0), 0.25, 1e-12);
  EXPECT_NEAR(loads->computed_flops(0), 1e9, 1e-3);
  EXPECT_NEAR(loads->idle_s(0), 1, 1e-12);
  loads->reset(0);
  EXPECT_EQ(loads->average(0), 0);
  EXPECT_EQ(loads->idle_s(0), 0);
  EXPECT_NEAR(loads->total_idle_s(0), 1, 1e-12);
  EXPECT_NEAR(loads->total_idle_s(1), 2, 1e-12);
}

}  // namespace
}  // namespace smpi::models
