// SPDX-License-Identifier: BSD-3-Clause
//
// Profiles in time: which value holds when, who is told, and that a deadlock is still found.
#include "models/host/profile_player.h"
#include "models/readers/short_platform.h"

#include <gtest/gtest.h>

#include <cmath>
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
  Log switches{&engine, {}};
  ProfilePlayer::Listeners listeners() {
    return {{&Log::changed, &links}, {&Log::changed, &hosts}, {&Log::changed, &switches}};
  }
  ProfilePlayer player() { return {engine, platform, listeners()}; }
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

// 10^5 points with delays of rate 4: mean and standard deviation are 0.25 s.
TEST(ProfilePlayer, DrawnDelaysFollowTheirLaw) {
  World world;
  Profile profile;
  profile.drawn = {{{Law::Kind::exponential, 4, 0}, {Law::Kind::uniform, 1, 3}}};
  profile.repeats = true;
  profile.stream = "a";
  world.platform.profiles.push_back({Target::link_bandwidth, 0, profile});
  const ProfilePlayer player = world.player();
  world.engine.spawn([&] { world.engine.sleep(25000); }, nullptr);
  EXPECT_EQ(world.engine.run(), kernel::RunEnd::completed);
  double sum = 0;
  double square_sum = 0;
  double last_s = 0;
  for (const auto& [time_s, id] : world.links.calls) {
    sum += time_s - last_s;
    square_sum += (time_s - last_s) * (time_s - last_s);
    last_s = time_s;
  }
  const auto count = static_cast<double>(world.links.calls.size());
  EXPECT_NEAR(count, 1e5, 2e3);
  const double mean = sum / count;
  EXPECT_NEAR(mean, 0.25, 0.02 * 0.25);
  EXPECT_NEAR(std::sqrt(square_sum / count - mean * mean), 0.25, 0.02 * 0.25);
}

TEST(ProfilePlayer, SeedAndNameMakeTheNumbers) {
  const auto times = [](std::uint64_t seed, const char* name) {
    World world;
    Profile profile;
    profile.drawn = {{{Law::Kind::normal, 2, 1}, {Law::Kind::weibull, 1, 0.7}}};
    profile.stream = name;
    profile.drawn.push_back(profile.drawn.front());
    world.platform.profiles.push_back({Target::link_bandwidth, 0, profile});
    const ProfilePlayer player(world.engine, world.platform, world.listeners(), seed);
    world.engine.spawn([&] { world.engine.sleep(100); }, nullptr);
    world.engine.run();
    return std::pair(world.links.calls, world.platform.links.bandwidth_bytes_per_s[0]);
  };
  EXPECT_EQ(times(1, "a"), times(1, "a"));
  EXPECT_NE(times(1, "a"), times(2, "a"));
  EXPECT_NE(times(1, "a"), times(1, "b"));
}

// A run that starts at 40 s of the profiles' clock: what was drawn later comes 40 s earlier, and
// the last value before holds from the start.
TEST(ProfilePlayer, ALaterStartMeetsTheSameNumbers) {
  const auto play = [](double start_s) {
    World world;
    Profile profile;
    profile.drawn = {{{Law::Kind::exponential, 1, 0}, {Law::Kind::uniform, 1, 2}}};
    profile.repeats = true;
    profile.stream = "a";
    world.platform.profiles.push_back({Target::link_bandwidth, 0, profile});
    world.platform.profiles_start_s = start_s;
    const ProfilePlayer player = world.player();
    std::vector<std::pair<double, double>> values;  // from this time on
    const auto look = [&] {
      values.emplace_back(world.engine.now_s() + start_s,
                          world.platform.links.bandwidth_bytes_per_s[0]);
    };
    world.engine.spawn(
        [&] {
          for (look(); world.engine.now_s() + start_s < 100; look()) world.engine.sleep(0.125);
        },
        nullptr);
    world.engine.run();
    return values;
  };
  auto whole = play(0);
  std::erase_if(whole, [](const auto& value) { return value.first < 40; });
  EXPECT_EQ(play(40), whole);
}

// Points at 1 and 4 s, period 10 s: of a start at 1002 s the next is at 1004 s.
TEST(ProfilePlayer, ALaterStartSkipsPeriods) {
  World world;
  world.platform.profiles.push_back({Target::link_latency, 3, {{{1, 1e-3}, {4, 2e-3}}, 10}});
  world.platform.profiles_start_s = 1002;
  const ProfilePlayer player = world.player();
  EXPECT_EQ(world.platform.links.latency_s[3], 1e-3);
  world.engine.spawn([&] { world.engine.sleep(10); }, nullptr);
  world.engine.run();
  EXPECT_EQ(world.links.calls, (Calls{{0, 3}, {2, 3}, {9, 3}}));
}

// 1e9 x 0.5 from 1 to 4 s, x 0.1 from 2 to 3 s; the trace says 2e8 from 2.5 s on.
TEST(ProfilePlayer, FactorsMultiplyWhatHolds) {
  World world;
  world.platform.links.bandwidth_bytes_per_s[1] = 1e9;
  world.platform.profiles.push_back({Target::link_bandwidth, 1, {{{1, 0.5}, {4, 1}}, 0}, true});
  world.platform.profiles.push_back({Target::link_bandwidth, 1, {{{2, 0.1}, {3, 1}}, 0}, true});
  world.platform.profiles.push_back({Target::link_bandwidth, 1, {{{2.5, 2e8}}, 0}});
  const ProfilePlayer player = world.player();
  std::vector<double> seen;
  world.engine.spawn(
      [&] {
        for (int half = 0; half < 10; half++) {
          world.engine.sleep(half == 0 ? 0.25 : 0.5);
          seen.push_back(world.platform.links.bandwidth_bytes_per_s[1]);
        }
      },
      nullptr);
  world.engine.run();
  const std::vector<double> expected = {1e9, 1e9, 5e8, 5e8, 5e7, 1e7, 1e8, 1e8, 2e8, 2e8};
  ASSERT_EQ(seen.size(), expected.size());
  for (std::size_t i = 0; i < seen.size(); i++) EXPECT_DOUBLE_EQ(seen[i], expected[i]) << i;
}

// Nested failures of one link: it is on when both have ended.
TEST(ProfilePlayer, AStateIsOnWhenNoFactorIsOff) {
  World world;
  world.platform.profiles.push_back({Target::link_state, 1, {{{1, 0}, {4, 1}}, 0}, true});
  world.platform.profiles.push_back({Target::link_state, 1, {{{2, 0}, {3, 1}}, 0}, true});
  const ProfilePlayer player = world.player();
  std::vector<int> seen;
  world.engine.spawn(
      [&] {
        for (int i = 0; i < 5; i++) {
          world.engine.sleep(i == 0 ? 0.5 : 1);
          seen.push_back(world.platform.links.is_on[1]);
        }
      },
      nullptr);
  world.engine.run();
  EXPECT_EQ(seen, (std::vector<int>{1, 0, 0, 0, 1}));
}

// A noise of 1 ms beside a link that comes back after an hour: an actor that nothing wakes is a
// deadlock soon, and noise goes on when the link has woken something.
TEST(ProfilePlayer, EndlessProfilesRestWhileNothingElseHappens) {
  World world;
  world.platform.profiles.push_back({Target::host_availability, 0, {{{0, 0}, {1e-4, 1}}, 1e-3}});
  world.platform.profiles.push_back({Target::link_state, 1, {{{3600, 1}}, 0}});
  kernel::Actor* waiting = nullptr;
  struct Waker {
    World* world;
    kernel::Actor** waiting;
    static void changed(void* self, std::uint32_t) {
      auto& waker = *static_cast<Waker*>(self);
      kernel::Actor& woken = **waker.waiting;
      waker.world->engine.events().schedule(
          waker.world->engine.now_s() + 1, kernel::Priority::timer,
          [](void* actor, std::uint32_t) {
            static_cast<World*>(static_cast<kernel::Actor*>(actor)->owner())
                ->engine.wake(*static_cast<kernel::Actor*>(actor));
          },
          &woken, 0);
    }
  } waker{&world, &waiting};
  const ProfilePlayer player(world.engine, world.platform,
                             {{&Waker::changed, &waker}, {&Log::changed, &world.hosts}, {}});
  waiting = &world.engine.spawn([&] { world.engine.block(); }, &world);
  EXPECT_EQ(world.engine.run(), kernel::RunEnd::completed);
  EXPECT_DOUBLE_EQ(world.engine.now_s(), 3601);
  // A hundred periods before the rest, a thousand in the last second; two changes in each.
  EXPECT_NEAR(static_cast<double>(world.hosts.calls.size()), 2 * 1100, 10);
}

// From 5 s on: what was said at 1 s holds, and at 7 s it ends; a factor of before multiplies.
TEST(ProfilePlayer, AddedProfilesHoldFromATimeOn) {
  World world;
  world.platform.profiles.push_back({Target::host_availability, 0, {{{0, 0.5}}, 0}, true});
  ProfilePlayer player = world.player();
  std::vector<double> found;
  world.engine.spawn(
      [&] {
        world.engine.sleep(4);
        player.add({{Target::host_availability, 0, {{{1, 0.1}, {7, 1}}, 0}, true}}, 5);
        for (int i = 0; i < 3; i++) {
          found.push_back(world.platform.hosts.availability[0]);
          world.engine.sleep(1.5);
        }
        world.engine.sleep(1);
        found.push_back(world.platform.hosts.availability[0]);
      },
      nullptr);
  EXPECT_EQ(world.engine.run(), kernel::RunEnd::completed);
  ASSERT_EQ(found.size(), 4U);
  EXPECT_DOUBLE_EQ(found[0], 0.5);   // 4 s
  EXPECT_DOUBLE_EQ(found[1], 0.05);  // 5.5 s
  EXPECT_DOUBLE_EQ(found[2], 0.5);   // 7 s
  EXPECT_DOUBLE_EQ(found[3], 0.5);   // 9.5 s
  EXPECT_EQ(world.hosts.calls, (Calls{{0, 0}, {5, 0}, {7, 0}}));
}

// Points at or after the time come as those of profiles that were there from the start.
TEST(ProfilePlayer, AddedPeriodicProfilesGoOn) {
  World world;
  ProfilePlayer player = world.player();
  world.engine.spawn(
      [&] {
        world.engine.sleep(3);
        player.add({{Target::link_latency, 3, {{{1, 1e-3}, {4, 2e-3}}, 10}}}, 4);
        world.engine.sleep(12);
      },
      nullptr);
  EXPECT_EQ(world.engine.run(), kernel::RunEnd::completed);
  EXPECT_EQ(world.links.calls, (Calls{{4, 3}, {4, 3}, {11, 3}, {14, 3}}));
  EXPECT_DOUBLE_EQ(world.platform.links.latency_s[3], 2e-3);
}

}  // namespace
}  // namespace smpi::models
