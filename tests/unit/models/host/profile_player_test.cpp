// SPDX-License-Identifier: BSD-3-Clause
//
// Profiles in time: which value holds when, who is told, and that a deadlock is still found.
#include "models/host/profile_player.h"
#include "models/readers/short_platform.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace smpi::models {
namespace {

using Target = Platform::TimedProfile::Target;

using Calls = std::vector<std::pair<double, std::uint32_t>>;

// Records (time, id) of the calls.
struct Log {
  kernel::Engine* engine;
  Calls calls;
  static void changed(void* self, std::uint32_t id) {
    auto& log = *static_cast<Log*>(self);
    log.calls.emplace_back(log.engine->now_s(), id);
  }
};

struct World {
  kernel::Engine engine;
  Platform platform = make_short_platform("star:2", {});
  Log links{&engine, {}};
  Log hosts{&engine, {}};
  ProfilePlayer player() {
    return {engine, platform, {&Log::changed, &links}, {&Log::changed, &hosts}};
  }
};

TEST(ProfilePlayer, PointsOfTimeZeroHoldFromTheStart) {
  World world;
  world.platform.profiles.push_back({Target::link_bandwidth, 1, {{{0, 5e8}, {2, 1e9}}, 0}});
  const ProfilePlayer player = world.player();
  EXPECT_DOUBLE_EQ(world.platform.links.bandwidth_bytes_per_s[1], 5e8);
  EXPECT_EQ(world.links.calls, (Calls{{0, 1}}));
}

// Points at 1 and 4 s, period 10 s: changes at 1, 4, 11, 14, 21, 24, ... as in SimGrid 3.32.
TEST(ProfilePlayer, PeriodicPointsComeBack) {
  World world;
  world.platform.profiles.push_back({Target::link_latency, 3, {{{1, 1e-3}, {4, 2e-3}}, 10}});
  const ProfilePlayer player = world.player();
  double latency_at_12_s = 0;
  world.engine.spawn(
      [&] {
        world.engine.sleep(12);
        latency_at_12_s = world.platform.links.latency_s[3];
        world.engine.sleep(10);
      },
      nullptr);
  EXPECT_EQ(world.engine.run(), kernel::RunEnd::completed);
  EXPECT_EQ(world.links.calls, (Calls{{1, 3}, {4, 3}, {11, 3}, {14, 3}, {21, 3}}));
  EXPECT_DOUBLE_EQ(latency_at_12_s, 1e-3);
}

TEST(ProfilePlayer, StatesAndAvailabilitiesReachTheirTables) {
  World world;
  world.platform.profiles.push_back({Target::host_availability, 0, {{{1, 0.5}}, 0}});
  world.platform.profiles.push_back({Target::host_state, 1, {{{2, 0}, {3, 0.5}}, 0}});
  world.platform.profiles.push_back({Target::link_state, 2, {{{2, 0}}, 0}});
  const ProfilePlayer player = world.player();
  std::vector<int> seen;
  world.engine.spawn(
      [&] {
        for (int second = 1; second <= 3; second++) {
          world.engine.sleep(1);
          seen.push_back(world.platform.hosts.is_on[1]);
          seen.push_back(world.platform.links.is_on[2]);
        }
      },
      nullptr);
  EXPECT_EQ(world.engine.run(), kernel::RunEnd::completed);
  // An actor that wakes at the time of a change sees it.
  EXPECT_EQ(seen, (std::vector<int>{1, 1, 0, 0, 1, 0}));
  EXPECT_DOUBLE_EQ(world.platform.hosts.speed_flops(0), 0.5e9);
  EXPECT_EQ(world.hosts.calls, (Calls{{1, 0}, {2, 1}, {3, 1}}));
  EXPECT_EQ(world.links.calls, (Calls{{2, 2}}));
}

TEST(ProfilePlayer, PeriodicProfilesDoNotHideADeadlock) {
  World world;
  world.platform.profiles.push_back({Target::link_bandwidth, 0, {{{1, 1e9}, {2, 2e9}}, 3}});
  world.platform.profiles.push_back({Target::host_availability, 0, {{{1, 1}, {2, 0.5}}, 7}});
  const ProfilePlayer player = world.player();
  world.engine.spawn([&] { world.engine.block(); }, nullptr);
  EXPECT_EQ(world.engine.run(), kernel::RunEnd::deadlock);
  EXPECT_GT(world.engine.now_s(), 100 * 7);
  EXPECT_LT(world.engine.now_s(), 102 * 7);
}

TEST(ProfilePlayer, LeavesNoEventBehind) {
  World world;
  world.platform.profiles.push_back({Target::link_bandwidth, 0, {{{1, 1e9}}, 3}});
  { const ProfilePlayer player = world.player(); }
  EXPECT_TRUE(world.engine.events().empty());
}

}  // namespace
}  // namespace smpi::models
