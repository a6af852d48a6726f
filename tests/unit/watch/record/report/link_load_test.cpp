// SPDX-License-Identifier: BSD-3-Clause
//
// Links of 1 GB/s without latency, headers and acknowledgements: a flow of n bytes takes n ns and
// puts n bytes on each of its links.
#include "libsmpi/watch/record/report/link_load.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "models/readers/short_platform.h"

namespace smpi::record {
namespace {

struct LinkLoadTest : testing::Test {
  LinkLoadTest() {
    platform = models::make_short_platform(
        "star:3", {.host_speed = "1Gf", .link = "1GBps,0us", .core_count = 1, .loopback = ""});
    options.declare(models::Network::options());
    options.set_from_argument("network/model:raw network/header-size:0 network/crosstraffic:no");
    network = models::Network::make(engine, platform, options);
    load = std::make_unique<LinkLoad>(engine, *network, platform.links.count());
  }
  void send(double size_bytes, models::HostId source, models::HostId destination) {
    network->start({.source = source,
                    .destination = destination,
                    .size_bytes = size_bytes,
                    .done = [](void*, std::uint32_t) {},
                    .owner = nullptr,
                    .argument = 0});
  }

  kernel::Engine engine;
  models::Platform platform;
  kernel::Options options;
  std::unique_ptr<models::Network> network;
  std::unique_ptr<LinkLoad> load;
};

// Two flows into host 2 share its link: 1 s each alone, 3 s in all. Only links of their ways are
// there.
TEST_F(LinkLoadTest, BytesAreWhatFlowsCarried) {
  engine.spawn(
      [&] {
        send(1e9, 0, 2);
        send(2e9, 1, 2);
        engine.sleep(4);
      },
      nullptr);
  engine.run();
  load->finish();
  std::vector<double> bytes;
  for (const LinkLoad::Link& link : load->links()) {
    if (link.bytes > 0) bytes.push_back(link.bytes);
    const double sum = std::accumulate(link.bin_bytes.begin(), link.bin_bytes.end(), 0.0);
    EXPECT_NEAR(sum, link.bytes, 1e-5 * link.bytes);
  }
  std::ranges::sort(bytes);
  ASSERT_EQ(bytes.size(), 3U);
  EXPECT_NEAR(bytes[0], 1e9, 1);
  EXPECT_NEAR(bytes[1], 2e9, 1);
  EXPECT_NEAR(bytes[2], 3e9, 1);
  EXPECT_GE(load->bin_s() * static_cast<double>(LinkLoad::bin_count), 4);
}

// 1 s of nothing, then 1 s of traffic at full speed: bins say when.
TEST_F(LinkLoadTest, BinsSayWhen) {
  engine.spawn(
      [&] {
        engine.sleep(1);
        send(1e9, 0, 1);
        engine.sleep(1);
      },
      nullptr);
  engine.run();
  load->finish();
  for (const LinkLoad::Link& link : load->links()) {
    if (!(link.bytes > 0)) continue;
    const auto first = static_cast<std::size_t>(1 / load->bin_s());
    for (std::size_t bin = 0; bin < first; bin++) EXPECT_EQ(link.bin_bytes[bin], 0) << bin;
    EXPECT_NEAR(link.bin_bytes[first + 1], 1e9 * load->bin_s(), 1e3);
  }
}

}  // namespace
}  // namespace smpi::record
