// SPDX-License-Identifier: BSD-3-Clause
//
// Short descriptions of platforms and the messages for wrong ones.
#include <gtest/gtest.h>

#include <string>

#include "kernel/error.h"
#include "models/platform/platform.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

std::string message_of(const char* description, const ShortPlatformOptions& options = {}) {
  try {
    make_short_platform(description, options);
  } catch (const kernel::InputError& error) {
    return error.what();
  }
  return "no error";
}

// star:4, 1 GB/s and 2 us a link: the way crosses the sender's up link and the receiver's down
// link.
TEST(PlatformShort, StarRoutesThroughTwoLinks) {
  const Platform platform = make_short_platform(
      "star:4", {.host_speed = "2Gf", .link = "8Gbps,2us", .core_count = 3, .loopback = ""});
  ASSERT_EQ(platform.hosts.count(), 4U);
  EXPECT_EQ(platform.hosts.name[3], "host-3");
  EXPECT_EQ(platform.find_host("host-2"), 2U);
  EXPECT_DOUBLE_EQ(platform.hosts.speed_flops(1), 2e9);
  EXPECT_EQ(platform.hosts.core_count[0], 3U);
  Route route;
  platform.route(1, 3, route);
  ASSERT_EQ(route.links.size(), 2U);
  EXPECT_EQ(platform.links.name[route.links[0]], "star_link_1_UP");
  EXPECT_EQ(platform.links.name[route.links[1]], "star_link_3_DOWN");
  EXPECT_DOUBLE_EQ(platform.links.bandwidth_bytes_per_s[route.links[0]], 1e9);
  EXPECT_DOUBLE_EQ(route.latency_s, 4e-6);
  platform.route(2, 2, route);
  EXPECT_TRUE(route.links.empty());
}

TEST(PlatformShort, LoopbackOptionMakesALoopbackLink) {
  const Platform platform = make_short_platform("star:2", {.loopback = "4GBps,1us"});
  Route route;
  platform.route(1, 1, route);
  ASSERT_EQ(route.links.size(), 1U);
  EXPECT_EQ(platform.links.policy[route.links[0]], SharingPolicy::fatpipe);
  EXPECT_DOUBLE_EQ(route.latency_s, 1e-6);
}

TEST(PlatformShort, UnknownTopologySuggestsTheNearest) {
  EXPECT_NE(message_of("fattree:1;2;1;1").find("did you mean 'fat-tree'"), std::string::npos);
  EXPECT_NE(message_of("star").find("not a platform description: 'star'"), std::string::npos);
  EXPECT_NE(message_of("star:").find("positive whole number"), std::string::npos);
  EXPECT_NE(message_of("star:0").find("positive whole number: '0'"), std::string::npos);
  EXPECT_NE(message_of("star:12k").find("positive whole number: '12k'"), std::string::npos);
}

TEST(PlatformShort, WrongQuantitiesAreNamed) {
  EXPECT_NE(message_of("star:2", {.host_speed = "1Gz"}).find("'1Gz'"), std::string::npos);
  EXPECT_NE(message_of("star:2", {.link = "10Gbps"}).find("a bandwidth and a latency: '10Gbps'"),
            std::string::npos);
  EXPECT_NE(message_of("star:2", {.link = "0Gbps,1us"}).find("must be positive"),
            std::string::npos);
  EXPECT_NE(message_of("star:2", {.link = "1Gbps,-1us"}).find("negative"), std::string::npos);
  EXPECT_NE(message_of("star:2", {.core_count = 0}).find("core"), std::string::npos);
}

TEST(PlatformShort, BareNumbersWarn) {
  const Platform platform = make_short_platform("star:2", {.host_speed = "1000000"});
  ASSERT_EQ(platform.warnings.size(), 1U);
  EXPECT_EQ(platform.warnings[0], "'1000000' has no unit: taken as flop/s");
}

}  // namespace
}  // namespace smpi::models
