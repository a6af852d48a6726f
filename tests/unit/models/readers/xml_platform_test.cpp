// SPDX-License-Identifier: BSD-3-Clause
//
// Platform files: what each tag means, with routes and figures worked out by hand.
#include <algorithm>

#include "tests/unit/models/platform_fixture.h"

namespace smpi::models {
namespace {

using PlatformXml = PlatformFiles;

constexpr const char* three_hosts = R"(<zone id="w" routing="Full">
  <host id="a" speed="1Gf,500Mf" core="4" pstate="1"><prop id="wattage_per_state" value="90:180,80:120"/>
    <disk id="d" read_bw="100MBps" write_bw="50MBps"><prop id="size" value="1TB"/></disk></host>
  <host id="b" speed="2Gf"/>
  <host id="c" speed="2Gf"/>
  <link id="plain" bandwidth="8Gbps" latency="10us"/>
  <link id="pipe" bandwidth="1GBps" latency="0" sharing_policy="FATPIPE"/>
  <link id="duplex" bandwidth="1GBps" latency="5us" sharing_policy="SPLITDUPLEX">
    <prop id="wattage_range" value="1:2"/></link>
  <route src="a" dst="b"><link_ctn id="plain"/><link_ctn id="duplex" direction="UP"/></route>
  <route src="b" dst="c" symmetrical="NO"><link_ctn id="pipe"/></route>
</zone>)";

TEST_F(PlatformXml, HostsHaveSpeedsCoresPropertiesAndDisks) {
  const Platform platform = read(three_hosts);
  const HostId a = platform.find_host("a").value();
  EXPECT_EQ(platform.hosts.count(), 3U);
  EXPECT_EQ(platform.hosts.core_count[a], 4U);
  EXPECT_DOUBLE_EQ(platform.hosts.speed_flops(a), 500e6);
  EXPECT_EQ(platform.hosts.pstate_speed_flops[a], (std::vector<double>{1e9, 500e6}));
  EXPECT_EQ(platform.hosts.properties[a].at("wattage_per_state"), "90:180,80:120");
  EXPECT_TRUE(platform.hosts.properties[1].empty());
  ASSERT_EQ(platform.disks.size(), 1U);
  EXPECT_EQ(platform.disks[0].host, a);
  EXPECT_DOUBLE_EQ(platform.disks[0].read_bytes_per_s, 100e6);
  EXPECT_DOUBLE_EQ(platform.disks[0].write_bytes_per_s, 50e6);
  EXPECT_EQ(platform.disks[0].properties.at("size"), "1TB");
}

TEST_F(PlatformXml, LinksHaveFiguresPoliciesAndProperties) {
  const Platform platform = read(three_hosts);
  EXPECT_EQ(platform.links.count(), 4U);
  const LinkId plain = platform.find_link("plain").value();
  EXPECT_DOUBLE_EQ(platform.links.bandwidth_bytes_per_s[plain], 1e9);
  EXPECT_DOUBLE_EQ(platform.links.latency_s[plain], 10e-6);
  EXPECT_EQ(platform.links.policy[plain], SharingPolicy::shared);
  EXPECT_EQ(platform.links.policy[platform.find_link("pipe").value()], SharingPolicy::fatpipe);
  for (const char* half : {"duplex_UP", "duplex_DOWN"}) {
    EXPECT_EQ(platform.links.properties[platform.find_link(half).value()].at("wattage_range"),
              "0.5:1");
  }
  EXPECT_FALSE(platform.find_link("duplex"));
}

// The way back has the links in reverse order and the other direction of full-duplex ones.
TEST_F(PlatformXml, RoutesAreSymmetricalUnlessTheySayNo) {
  const Platform platform = read(three_hosts);
  double latency_s = 0;
  EXPECT_EQ(route(platform, "a", "b", &latency_s), "plain duplex_UP");
  EXPECT_DOUBLE_EQ(latency_s, 15e-6);
  EXPECT_EQ(route(platform, "b", "a"), "duplex_DOWN plain");
  EXPECT_THROW(route(platform, "c", "b"), kernel::InputError);
  EXPECT_EQ(route(platform, "a", "a"), "");
}

// A route of links without any latency is a route; one without links is refused when read.
TEST_F(PlatformXml, RouteWithoutLatencyIsARoute) {
  const Platform platform = read(three_hosts);
  EXPECT_EQ(route(platform, "b", "c"), "pipe");
}

// Gateways two levels down: x1 -> gateway g (in the inner zone) -> wan -> y.
TEST_F(PlatformXml, RoutesCrossZonesThroughGateways) {
  const Platform platform = read(R"(<zone id="w" routing="Full">
    <zone id="left" routing="Full">
      <zone id="inner" routing="Full">
        <host id="x1" speed="1Gf"/><router id="g"/>
        <link id="x1-g" bandwidth="1GBps" latency="1us" sharing_policy="SPLITDUPLEX"/>
        <route src="x1" dst="g"><link_ctn id="x1-g" direction="UP"/></route>
      </zone>
      <zone id="other" routing="Full"><host id="x2" speed="1Gf"/></zone>
      <link id="in-left" bandwidth="1GBps" latency="2us"/>
      <zoneRoute src="inner" dst="other" gw_src="x1" gw_dst="x2"><link_ctn id="in-left"/></zoneRoute>
    </zone>
    <zone id="right" routing="Full"><host id="y" speed="1Gf"/></zone>
    <link id="wan" bandwidth="1GBps" latency="3us"/>
    <zoneRoute src="left" dst="right" gw_src="g" gw_dst="y"><link_ctn id="wan"/></zoneRoute>
  </zone>)");
  EXPECT_EQ(route(platform, "x1", "y"), "x1-g_UP wan");
  EXPECT_EQ(route(platform, "y", "x1"), "wan x1-g_DOWN");
  EXPECT_EQ(route(platform, "x2", "y"), "in-left x1-g_UP wan");
}

// The old names of zones in version 4.
TEST_F(PlatformXml, OldNamesOfZonesWork) {
  const Platform platform = read(R"(<AS id="w" routing="Full">
    <AS id="l" routing="Full"><host id="x" speed="1Gf"/></AS>
    <AS id="r" routing="Full"><host id="y" speed="1Gf"/></AS>
    <link id="wan" bandwidth="1GBps" latency="3us"/><link id="lan" bandwidth="1GBps" latency="3us"/>
    <ASroute src="l" dst="r" gw_src="x" gw_dst="y"><link_ctn id="wan"/></ASroute>
    <bypassASroute src="r" dst="l" gw_src="y" gw_dst="x"><link_ctn id="lan"/></bypassASroute>
  </AS>)");
  EXPECT_EQ(route(platform, "x", "y"), "wan");
  EXPECT_EQ(route(platform, "y", "x"), "lan");
}

TEST_F(PlatformXml, BypassesHoldInOneDirection) {
  const Platform platform = read(R"(<zone id="w" routing="Full">
    <host id="a" speed="1Gf"/><host id="b" speed="1Gf"/>
    <link id="slow" bandwidth="1GBps" latency="3us"/><link id="fast" bandwidth="1GBps" latency="1us"/>
    <route src="a" dst="b"><link_ctn id="slow"/></route>
    <bypassRoute src="a" dst="b"><link_ctn id="fast"/></bypassRoute></zone>)");
  EXPECT_EQ(route(platform, "a", "b"), "fast");
  EXPECT_EQ(route(platform, "b", "a"), "slow");
}

// Radical 0-1,7,9-10; [limiter, up, backbone, down, limiter]; the loopback of the host itself.
// MODELS 9.1.
TEST_F(PlatformXml, FlatClusterHasAllItsParts) {
  const Platform platform = read(R"(<cluster id="c" prefix="n-" suffix=".org" radical="0-1,7, 9-10"
     speed="1Gf" core="2" bw="1GBps" lat="10us" bb_bw="2GBps" bb_lat="1us" limiter_link="3GBps"
     loopback_bw="4GBps" loopback_lat="100ns"><prop id="rack" value="7"/></cluster>)");
  EXPECT_EQ(platform.hosts.count(), 5U);
  EXPECT_EQ(platform.hosts.properties[platform.find_host("n-9.org").value()].at("rack"), "7");
  double latency_s = 0;
  EXPECT_EQ(route(platform, "n-1.org", "n-10.org", &latency_s),
            "c_link_1_limiter c_link_1_UP c_backbone c_link_10_DOWN c_link_10_limiter");
  EXPECT_DOUBLE_EQ(latency_s, 21e-6);
  EXPECT_EQ(route(platform, "n-7.org", "n-7.org"), "c_link_7_loopback");
  EXPECT_TRUE(platform.find_point("n-c_router.org"));
}

TEST_F(PlatformXml, SharedClusterLinksServeBothDirections) {
  const Platform platform = read(R"(<cluster id="c" prefix="n" suffix="" radical="0-1" speed="1Gf"
     bw="1GBps" lat="10us" sharing_policy="SHARED"/>)");
  EXPECT_EQ(route(platform, "n0", "n1"), "c_link_0 c_link_1");
  EXPECT_EQ(route(platform, "n1", "n0"), "c_link_1 c_link_0");
}

TEST_F(PlatformXml, CabinetsHostLinksAndBackboneMakeAStar) {
  const Platform platform = read(R"(<zone id="w" routing="Cluster">
    <host id="h" speed="1Gf"/>
    <link id="l" bandwidth="1GBps" latency="2us" sharing_policy="SPLITDUPLEX"/>
    <host_link id="h" up="l_UP" down="l_DOWN"/>
    <cabinet id="cab" prefix="c-" suffix=".x" radical="1-2" speed="1Gf" bw="1GBps" lat="3us"/>
    <backbone id="bb" bandwidth="10GBps" latency="1us"/></zone>)");
  double latency_s = 0;
  EXPECT_EQ(route(platform, "h", "c-2.x", &latency_s), "l_UP bb link_c-2.x_DOWN");
  EXPECT_DOUBLE_EQ(latency_s, 6e-6);
  EXPECT_EQ(route(platform, "c-2.x", "c-1.x"), "link_c-2.x_UP bb link_c-1.x_DOWN");
}

// Distance of (1,2,3) and (4,6,1.5): 5 + 3 + 1.5 = 9.5 ms.
// MODELS 9.6.
TEST_F(PlatformXml, PeersHaveTheLatencyOfTheirCoordinates) {
  const Platform platform = read(R"(<zone id="w" routing="Vivaldi">
    <peer id="p1" speed="1Gf" bw_in="1GBps" bw_out="2GBps" coordinates="1.0 2.0 3.0"/>
    <peer id="p2" speed="1Gf" bw_in="3GBps" bw_out="4GBps" coordinates="4 6 1.5"/></zone>)");
  double latency_s = 0;
  EXPECT_EQ(route(platform, "p1", "p2", &latency_s), "link_p1_UP link_p2_DOWN");
  EXPECT_NEAR(latency_s, 9.5e-3, 1e-15);
  const LinkId up = platform.find_link("link_p1_UP").value();
  const LinkId down = platform.find_link("link_p2_DOWN").value();
  EXPECT_DOUBLE_EQ(platform.links.bandwidth_bytes_per_s[up], 2e9);
  EXPECT_DOUBLE_EQ(platform.links.bandwidth_bytes_per_s[down], 3e9);
}

TEST_F(PlatformXml, ConfigIsKeptWithItsLine) {
  const Platform platform = read(R"(<config id="General">
    <prop id="network/model" value="CM02"/>
  </config>
  <zone id="w" routing="None"><host id="h" speed="1Gf"/></zone>)");
  ASSERT_EQ(platform.config.size(), 1U);
  EXPECT_EQ(platform.config[0].key, "network/model");
  EXPECT_EQ(platform.config[0].value, "CM02");
  EXPECT_EQ(platform.config[0].line, 3);
}

TEST_F(PlatformXml, TraceFilesBecomeProfiles) {
  write("bw.trace", "PERIODICITY 10\n0 1e8\n5 2e8\n");
  write("up.trace", "1 0\n2 1\n");
  const Platform platform = read(R"(<zone id="w" routing="Full">
    <host id="h" speed="1Gf" speed_file="bw.trace" state_file="up.trace"/>
    <link id="l" bandwidth="1GBps" latency="1us" sharing_policy="SPLITDUPLEX"
          bandwidth_file="bw.trace"/></zone>
    <trace id="T" periodicity="4">0 1e-3
      3 2e-3</trace>
    <trace_connect kind="LATENCY" trace="T" element="l_UP"/>)");
  using Target = Platform::TimedProfile::Target;
  ASSERT_EQ(platform.profiles.size(), 5U);
  EXPECT_EQ(platform.profiles[0].target, Target::host_availability);
  EXPECT_EQ(platform.profiles[1].target, Target::host_state);
  EXPECT_EQ(platform.profiles[2].target, Target::link_bandwidth);
  EXPECT_EQ(platform.profiles[2].id, platform.find_link("l_UP").value());
  EXPECT_EQ(platform.profiles[3].id, platform.find_link("l_DOWN").value());
  EXPECT_DOUBLE_EQ(platform.profiles[3].profile.period_s, 10);
  EXPECT_EQ(platform.profiles[4].target, Target::link_latency);
  EXPECT_DOUBLE_EQ(platform.profiles[4].profile.period_s, 4);
  EXPECT_DOUBLE_EQ(platform.profiles[4].profile.points.at(1).value, 2e-3);
}

TEST_F(PlatformXml, IncludedFilesStandWhereTheyAreIncluded) {
  write("links.xml",
        R"(<platform version="4.1"><link id="l" bandwidth="1GBps" latency="1us"/></platform>)");
  const Platform platform = read(R"(<zone id="w" routing="Full">
    <host id="a" speed="1Gf"/><host id="b" speed="1Gf"/><include file="links.xml"/>
    <route src="a" dst="b"><link_ctn id="l"/></route></zone>)");
  EXPECT_EQ(route(platform, "a", "b"), "l");
}

bool has_warning(const Platform& platform, std::string_view text) {
  return std::any_of(
      platform.warnings.begin(), platform.warnings.end(),
      [&](const std::string& warning) { return warning.find(text) != std::string::npos; });
}

TEST_F(PlatformXml, NumbersWithoutUnitsWarnAtMostTenTimes) {
  std::string hosts;
  for (int host = 0; host < 15; host++) {
    hosts += "<host id=\"h" + std::to_string(host) + "\" speed=\"1e9\"/>\n";
  }
  const Platform platform = read("<zone id=\"w\" routing=\"None\">" + hosts + "</zone>");
  EXPECT_EQ(platform.warnings.size(), 11U);
  EXPECT_TRUE(has_warning(platform, "platform.xml:3: '1e9' has no unit: taken as flop/s"));
  EXPECT_EQ(platform.warnings.back(), "5 more quantities have no unit");
  EXPECT_DOUBLE_EQ(platform.hosts.speed_flops(3), 1e9);
}

TEST_F(PlatformXml, WhatHasNoEffectWarns) {
  const Platform platform = read(R"(<zone id="w" routing="Full">
    <cluster id="t" prefix="t" suffix="" radical="0-9" speed="1Gf" bw="1GBps" lat="1us"
       topology="TORUS" topo_parameters="2,3" bb_bw="1GBps" bb_lat="1us" sharing_policy="FATPIPE"/>
    </zone>)");
  EXPECT_EQ(platform.hosts.count(), 6U);
  EXPECT_TRUE(has_warning(platform, "10 hosts in the radical, 6 in the topology"));
  EXPECT_TRUE(has_warning(platform, "a TORUS cluster has no backbone"));
  EXPECT_TRUE(has_warning(platform, "FATPIPE links of a cluster are shared ones"));
}

// Nothing says where the cables of such a host end.
TEST_F(PlatformXml, NetworkCardsAreOfClusters) {
  const Platform platform = read(R"(<zone id="z" routing="Full">
  <host id="a" speed="1Gf"><prop id="nic_wattage" value="15:25"/></host></zone>)");
  ASSERT_EQ(platform.warnings.size(), 1);
  EXPECT_NE(platform.warnings[0].find("nic_wattage"), std::string::npos);
  EXPECT_FALSE(platform.hosts.properties[0].contains("nic_wattage"));
}

}  // namespace
}  // namespace smpi::models
