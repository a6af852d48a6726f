// SPDX-License-Identifier: BSD-3-Clause
//
// Drawings: the number of boxes, circles and lines against what each topology has.
#include "models/platform/drawing.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "kernel/error.h"
#include "models/readers/short_platform.h"
#include "tests/unit/models/platform_fixture.h"

namespace smpi::models {
namespace {

using PlatformDrawing = PlatformFiles;

struct Counts {
  int hosts = 0;
  int routers = 0;
  int cables = 0;
  bool operator==(const Counts&) const = default;
};

std::string draw_short(const char* description, ShortPlatformOptions options = {}) {
  return draw_platform(make_short_platform(description, options));
}

Counts counts_of(const std::string& text) {
  Counts counts;
  std::set<std::string> routers;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.find("shape=box") != std::string::npos) counts.hosts++;
    const std::size_t cable = line.find(" -- ");
    if (cable == std::string::npos) continue;
    counts.cables++;
    const std::size_t second = cable + 4;
    for (const std::string& place :
         {line.substr(2, cable - 2), line.substr(second, line.find(' ', second) - second)}) {
      if (place[0] == 'n') routers.insert(place);
    }
  }
  counts.routers = static_cast<int>(routers.size());
  return counts;
}

TEST(Drawing, EachTopologyHasItsRoutersAndCables) {
  EXPECT_EQ(counts_of(draw_short("star:5")), (Counts{5, 1, 5}));
  EXPECT_EQ(counts_of(draw_short("clos:4")), (Counts{16, 20, 48}));
  EXPECT_EQ(counts_of(draw_short("kary-tree:4,2")), (Counts{16, 8, 32}));
  EXPECT_EQ(counts_of(draw_short("torus:4x4")), (Counts{16, 0, 32}));  // hosts are the routers
  EXPECT_EQ(counts_of(draw_short("hyperx:4x4;hosts=2")), (Counts{32, 16, 48 + 32}));
  EXPECT_EQ(counts_of(draw_short("df:2,4,2,9")), (Counts{72, 36, 90 + 72}));
  EXPECT_EQ(counts_of(draw_short("df+:2,2,2,2,5")), (Counts{20, 20, 30 + 20}));
  EXPECT_EQ(counts_of(draw_short("slimfly:5;hosts=1")), (Counts{50, 50, 175 + 50}));
  EXPECT_EQ(counts_of(draw_short("polarfly:5;hosts=1")), (Counts{31, 31, 90 + 31}));
}

TEST(Drawing, KindsOfCablesHaveColours) {
  ShortPlatformOptions options;
  options.kind_links = {"global=100Gbps,1us"};
  const std::string text = draw_short("df:2,4,2,9", options);
  EXPECT_NE(text.find("12.5 GB/s, 1 us"), std::string::npos) << text;
  EXPECT_NE(text.find("color=\"black\""), std::string::npos);
  EXPECT_NE(text.find("color=\"#0072b2\""), std::string::npos);
}

TEST(Drawing, ParallelCablesAreCounted) {
  EXPECT_NE(draw_short("fat-tree:2;2,2;1,1;1,3").find("label=\"3\""), std::string::npos);
}

TEST(Drawing, TooManyHosts) {
  EXPECT_THROW(draw_short("star:1025"), kernel::InputError);
}

// One link serves both directions between the host and the rest: nothing tells its ends apart.
TEST_F(PlatformDrawing, LinksOfBothDirectionsAreRefused) {
  const Platform platform =
      read(R"(<cluster id="c" prefix="h" suffix="" radical="0-2" speed="1Gf" bw="1GBps" lat="1us")"
           R"( sharing_policy="SHARED"/>)");
  EXPECT_THROW(draw_platform(platform), kernel::InputError);
}

}  // namespace
}  // namespace smpi::models
