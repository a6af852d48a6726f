// SPDX-License-Identifier: BSD-3-Clause
//
// Files of measured networks: what each line becomes; sizes of factors get the header of 16 bytes.
#include "models/readers/network_file.h"

#include <gtest/gtest.h>

#include <map>

#include "models/network/config.h"
#include "models/network/network.h"
#include "models/readers/short_platform.h"
#include "tests/unit/models/platform_fixture.h"

namespace smpi::models {
namespace {

struct NetworkFiles : PlatformFiles {
  NetworkFile read_network(std::string_view text) {
    return read_network_file(write("network", text));
  }
  std::map<std::string, std::string> settings(const NetworkFile& file) {
    std::map<std::string, std::string> values;
    for (const Platform::Config& each : file.settings) values[each.key] = each.value;
    return values;
  }
};

constexpr const char* full = R"(format = 1
[origin]
mpi = "Open MPI 4.1"
[reference]
bandwidth = "12.5GBps"
latency = "0.5us"
links_on_route = 2
[sizes]
min = 1
max = 1000000000
[protocol]
async_small_thresh = 64001
detached_thresh = 64001
socket_buffer = 1500000
[overheads]
os  = [[0, 2.97e-7, 9.6e-11], [8133, 4.1e-6, 1.0e-10], [64000, 0, 0]]
ois = [[0, 6.9e-7, 7.1e-11]]
or  = [[0, 1.4e-6, 8.5e-11]]
iprobe = 2.1e-7
test = 8.1e-7
wtime = 2.0e-8
[remote]
factors = [[0, 1.2, 0.50, false], [64000, 129.2, 0.987, true]]
[loopback]
bandwidth = "25GBps"
latency = "0.1us"
factors = [[0, 1, 0.18, false]]
node_capacity = "40GBps"
[sharing]
crosstraffic = "reserve"
acknowledgements = 0.022
pair_duplex = "half:65536"
[noise]
remote = [[0, 0.05, [[1.0, 0.05]]], [1000, 0.02]]
or = [[0, 0.1, [[0.9, 0.1], [0.1, 1, 4]]]]
[quality]
anything = [1, 2]
)";

TEST_F(NetworkFiles, EachLineBecomesAnOption) {
  const NetworkFile file = read_network(full);
  const std::map<std::string, std::string> expected = {
      {"network/measured-sizes", "1:1000000000"},
      {"smpi/async-small-thresh", "64001"},
      {"smpi/send-is-detached-thresh", "64001"},
      {"smpi/socket-buffer", "1500000"},
      {"smpi/os", "0:2.97e-07:9.6e-11;8133:4.1e-06:1e-10;64000:0:0"},
      {"smpi/ois", "0:6.9e-07:7.1e-11"},
      {"smpi/or", "0:1.4e-06:8.5e-11"},
      {"smpi/iprobe", "2.1e-07"},
      {"smpi/test", "8.1e-07"},
      {"smpi/wtime", "2e-08"},
      {"network/latency-factor", "0:1.2;64016:129.2"},
      {"network/bandwidth-factor", "0:0.5;64016:0.987"},
      {"network/per-flow", "0:0;64016:1"},
      {"network/loopback-bw", "25000000000"},
      {"network/loopback-lat", "1e-07"},
      {"network/loopback-capacity", "40000000000"},
      {"network/loopback-latency-factor", "0:1"},
      {"network/loopback-bandwidth-factor", "0:0.18"},
      {"network/loopback-per-flow", "0:0"},
      {"network/crosstraffic", "reserve"},
      {"network/acknowledgements", "0.022"},
      {"smpi/pair-duplex", "half:65536"},
      {"network/noise-remote", "0:1,0.05,1;1000:0.02"},
      {"network/noise-or", "0:1,0.1,0.9:4,1,0.1"},
  };
  EXPECT_EQ(settings(file), expected);
  ASSERT_TRUE(file.reference.has_value());
  EXPECT_EQ(file.reference->bandwidth, "12.5GBps");
  EXPECT_DOUBLE_EQ(file.reference->latency_s, 5e-7);
}

// Option tables are strict: a payload of 64000 takes the first row, one of 64001 the second; an
// empty message, of 16 bytes, the first.
TEST_F(NetworkFiles, RowsHoldAboveTheirSize) {
  kernel::Options options;
  options.declare(Network::options());
  const NetworkFile file = read_network(
      "format = 1\n[remote]\nfactors = [[0, 1.2, 0.5, false], [64000, 129.2, 0.987, true]]\n");
  for (const Platform::Config& each : file.settings) options.set(each.key, each.value);
  const NetworkConfig config(options);
  EXPECT_EQ(config.latency_factor.at(16), 1.2);
  EXPECT_EQ(config.latency_factor.at(64016), 1.2);
  EXPECT_EQ(config.latency_factor.at(64017), 129.2);
  EXPECT_EQ(config.calibration.per_flow.at(64016), 0);
  EXPECT_EQ(config.calibration.per_flow.at(64017), 1);
}

TEST_F(NetworkFiles, APlatformFileGivesItsOptions) {
  const NetworkFile file = read_network(R"(<?xml version='1.0'?>
<platform version="4.1">
  <config id="General">
    <prop id="smpi/bw-factor" value="0:0.5;1000:0.9"/>
    <prop id="smpi/lat-factor" value="0:2"/>
    <prop id="smpi/async-small-thres" value="65536"/>
    <prop id="smpi/send-is-detached-thres" value="320000"/>
    <prop id="smpi/loopback-bw-factor" value="0:0.2"/>
    <prop id="smpi/loopback-lat-factor" value="0:3"/>
    <prop id="network/weight-S" value="0"/>
  </config>
  <zone id="w" routing="Full"/>
</platform>
)");
  const std::map<std::string, std::string> expected = {
      {"network/bandwidth-factor", "0:0.5;1000:0.9"},
      {"network/latency-factor", "0:2"},
      {"smpi/async-small-thresh", "65536"},
      {"smpi/send-is-detached-thresh", "320000"},
      {"network/loopback-bandwidth-factor", "0:0.2"},
      {"network/loopback-latency-factor", "0:3"},
      {"network/weight-S", "0"},
  };
  EXPECT_EQ(settings(file), expected);
  EXPECT_EQ(file.settings[2].line, 6);
  EXPECT_FALSE(file.reference.has_value());
}

TEST_F(NetworkFiles, TellsOfLinksThatWereNotMeasured) {
  const NetworkFile file =
      read_network("format = 1\n[reference]\nbandwidth = '10Gbps'\nlatency = '24us'\n");
  const auto note_for = [&](const char* link, const char* loopback) {
    return describe_other_links(
        file, make_short_platform("star:4", {.link = link, .loopback = loopback}));
  };
  EXPECT_EQ(note_for("10Gbps,24us", "1GBps,1us"), "");
  EXPECT_NE(note_for("100Gbps,24us", "").find("8 of 8 links"), std::string::npos)
      << note_for("100Gbps,24us", "");
}

}  // namespace
}  // namespace smpi::models
