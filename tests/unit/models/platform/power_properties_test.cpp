// SPDX-License-Identifier: BSD-3-Clause
//
// Old names of properties of power, and cables as two links (MODELS 8).
#include "models/platform/power_properties.h"

#include <gtest/gtest.h>

namespace smpi::models {
namespace {

HostPower first_state(const std::string& old, std::uint32_t core_count) {
  Properties properties{{"watt_per_state", old}, {"watt_off", "7"}};
  const auto warnings = rename_old_host_power(properties, "h", core_count, no_place);
  EXPECT_EQ(warnings.size(), 2U);
  const HostPowerProfile profile = host_power_profile(properties, "h", 1, no_place);
  EXPECT_EQ(profile.off_w, 7);
  return profile.states.at(0);
}

// One of 12 cores takes 120.75 W, all take 214.75: epsilon = 120.75 - 94 / 11.
// MODELS 8.4.
TEST(PowerProperties, AnOldSecondValueIsThePowerOfOneCore) {
  const HostPower power = first_state("115:120.75:214.75", 12);
  EXPECT_EQ(power.idle_w, 115);
  EXPECT_NEAR(power.epsilon_w, 120.75 - 94.0 / 11, 1e-12);
  EXPECT_EQ(power.all_cores_w, 214.75);
  EXPECT_NEAR(power.epsilon_w + (power.all_cores_w - power.epsilon_w) / 12, 120.75, 1e-12);
}

TEST(PowerProperties, TwoOldValuesStartAtIdle) {
  EXPECT_EQ(first_state("100:200", 4).epsilon_w, 100);
}

// On one core the power of one busy core is that of all.
TEST(PowerProperties, OneOldCoreTakesAllAtOnce) {
  EXPECT_EQ(first_state("100:150:200", 1).epsilon_w, 200);
  EXPECT_EQ(first_state("100:200", 1).epsilon_w, 200);
}

TEST(PowerProperties, OldAndNewNamesTogetherAreAnError) {
  Properties properties{{"watt_per_state", "1:2"}, {"wattage_per_state", "1:2"}};
  EXPECT_THROW(rename_old_host_power(properties, "h", 1, no_place), kernel::InputError);
}

TEST(PowerProperties, LinksHadAnOldNameToo) {
  Properties properties{{"watt_range", "1:3"}};
  EXPECT_EQ(rename_old_link_power(properties, "l", no_place).size(), 1U);
  EXPECT_EQ(link_power_profile(properties, "l", no_place).busy_w, 3);
}

// Both directions of a cable together: idle 1 W, busy 3 W, off 0.5 W. MODELS 8.3.
TEST(PowerProperties, ADirectionTakesHalfOfTheCable) {
  const Properties half =
      halve_link_power({{"wattage_range", "1:3"}, {"wattage_off", "0.5"}}, "l", no_place);
  const LinkPowerProfile profile = link_power_profile(half, "l", no_place);
  EXPECT_EQ(2 * profile.idle_w, 1);
  EXPECT_EQ(2 * profile.busy_w, 3);
  EXPECT_EQ(2 * profile.off_w, 0.5);
}

}  // namespace
}  // namespace smpi::models
