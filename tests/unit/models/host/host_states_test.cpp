// SPDX-License-Identifier: BSD-3-Clause
//
// Hosts that go off and come back while no run goes on.
#include "models/host/host_states.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

using Target = Platform::TimedProfile::Target;

constexpr double ever_s = std::numeric_limits<double>::infinity();

// Host 1 is off from 10 to 30 s; what links do is nobody's business.
TEST(HostStates, StopsAtEachChangeOfAHost) {
  Platform platform = make_short_platform("star:2", {});
  platform.profiles.push_back({Target::host_state, 1, {{{10, 0}, {30, 1}}, 0}, true});
  platform.profiles.push_back({Target::link_state, 0, {{{20, 0}}, 0}, true});
  HostStates states(std::move(platform), 1);
  EXPECT_EQ(states.advance(9), std::nullopt);
  EXPECT_TRUE(states.is_on(1));
  EXPECT_EQ(states.advance(ever_s), 1U);
  EXPECT_EQ(states.now_s(), 10);
  EXPECT_FALSE(states.is_on(1));
  EXPECT_TRUE(states.is_on(0));
  EXPECT_EQ(states.advance(29), std::nullopt);
  EXPECT_EQ(states.advance(30), 1U);
  EXPECT_TRUE(states.is_on(1));
  EXPECT_EQ(states.advance(ever_s), std::nullopt);
}

// The end of a run is its start plus a rounded duration: a failure in that instant has happened.
TEST(HostStates, ATimeIsAnInstant) {
  Platform platform = make_short_platform("star:2", {});
  platform.profiles.push_back({Target::host_state, 0, {{{0.3, 0}}, 0}, true});
  HostStates states(std::move(platform), 1);
  EXPECT_EQ(states.advance(0.1 + (0.3 - 0.1) - 1e-16), 0U);
}

// A host without an end of its failures: mean times 5 and 1 s, 1000 changes come one by one.
TEST(HostStates, EndlessFailuresNeverRest) {
  Platform platform = make_short_platform("star:1", {});
  Profile profile;
  profile.drawn = {{{Law::Kind::exponential, 0.2, 0}, {Law::Kind::fixed, 0, 0}},
                   {{Law::Kind::fixed, 1, 0}, {Law::Kind::fixed, 1, 0}}};
  profile.repeats = true;
  profile.stream = "failures";
  platform.profiles.push_back({Target::host_state, 0, profile, true});
  HostStates states(std::move(platform), 7);
  for (int change = 0; change < 1000; change++) {
    ASSERT_EQ(states.advance(ever_s), 0U);
    EXPECT_EQ(states.is_on(0), change % 2 == 1);
  }
  EXPECT_NEAR(states.now_s(), 3000, 450);  // six standard deviations
}

}  // namespace
}  // namespace smpi::models
