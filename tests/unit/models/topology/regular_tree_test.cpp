// SPDX-License-Identifier: BSD-3-Clause
//
// kary-tree and clos: the general fat tree that they stand for, their counts, all of their ways.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "kernel/error.h"
#include "models/platform/describe.h"
#include "models/platform/platform.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

Platform make(const std::string& text) {
  return make_short_platform(text, {});
}

struct Pair {
  const char* regular;
  const char* general;
};

constexpr Pair pairs[] = {
    {"kary-tree:5,1", "fat-tree:1;5;1;1"},
    {"kary-tree:3,2", "fat-tree:2;3,3;1,3;1,1"},
    {"kary-tree:4,3", "fat-tree:3;4,4,4;1,4,4;1,1,1"},
    {"kary-tree:2,4", "fat-tree:4;2,2,2,2;1,2,2,2;1,1,1,1"},
    {"kary-tree:2,6", "fat-tree:6;2,2,2,2,2,2;1,2,2,2,2,2;1,1,1,1,1,1"},
    {"clos:2", "fat-tree:3;1,1,2;1,1,1;1,1,1"},
    {"clos:4", "fat-tree:3;2,2,4;1,2,2;1,1,1"},
    {"clos:6", "fat-tree:3;3,3,6;1,3,3;1,1,1"},
    {"clos:8", "fat-tree:3;4,4,8;1,4,4;1,1,1"},
    {"clos:10", "fat-tree:3;5,5,10;1,5,5;1,1,1"},
};

TEST(RegularTree, RoutesAreThoseOfTheGeneralTree) {
  for (const Pair& pair : pairs) {
    const Platform regular = make(pair.regular);
    const Platform general = make(pair.general);
    ASSERT_EQ(regular.hosts.count(), general.hosts.count()) << pair.regular;
    ASSERT_EQ(regular.links.count(), general.links.count()) << pair.regular;
    Route a;
    Route b;
    for (HostId from = 0; from < regular.hosts.count(); from++) {
      for (HostId to = 0; to < regular.hosts.count(); to++) {
        regular.route(from, to, a);
        general.route(from, to, b);
        ASSERT_EQ(a.links, b.links) << pair.regular << ": " << from << " to " << to;
      }
    }
  }
}

// 4-ary 3-tree: 4^3 hosts, 3 * 4^2 switches, 3 * 64 cables with those of the hosts; half of the
// 64 cables of the top level are the bisection. clos:4: 16 hosts, 20 switches, 48 cables.
TEST(RegularTree, CountsAreClosedForms) {
  const std::string tree = describe_platform(make("kary-tree:4,3"));
  EXPECT_NE(tree.find("48 switches, 192 cables"), std::string::npos) << tree;
  EXPECT_NE(tree.find("6 links"), std::string::npos) << tree;
  EXPECT_NE(tree.find("40 GB/s from one half"), std::string::npos) << tree;
  const std::string clos = describe_platform(make("clos:4"));
  EXPECT_NE(clos.find("20 switches, 48 cables"), std::string::npos) << clos;
  EXPECT_NE(clos.find("10 GB/s from one half"), std::string::npos) << clos;
}

// Hosts that meet at level l have prod u_i p_i ways up and prod p_i down. All differ, all have the
// length of the shortest, and a way goes down into the cable's other end: it ends at the host.
TEST(RegularTree, AllWaysAreShortestAndDifferent) {
  struct Row {
    const char* text;
    HostId to;
    std::uint32_t ways;
    std::size_t length;
  };
  for (const Row& row : {Row{"kary-tree:4,3", 1, 1, 2}, Row{"kary-tree:4,3", 5, 4, 4},
                         Row{"kary-tree:4,3", 63, 16, 6}, Row{"clos:8", 127, 16, 6},
                         Row{"fat-tree:3;3,2,4;2,2,3;2,1,2", 23, 4 * 2 * 2 * 6 * 2, 6}}) {
    const Platform platform = make(row.text);
    ASSERT_EQ(platform.path_count(0, row.to), row.ways) << row.text;
    std::set<std::vector<LinkId>> ways;
    Route route;
    for (std::uint32_t choice = 0; choice < row.ways; choice++) {
      platform.route(0, row.to, route, choice);
      EXPECT_EQ(route.links.size(), row.length) << row.text;
      ways.insert(route.links);
    }
    EXPECT_EQ(ways.size(), row.ways) << row.text;
  }
}

TEST(RegularTree, RefusesWrongNumbers) {
  for (const char* wrong :
       {"kary-tree:4", "kary-tree:4,3,2", "kary-tree:0,3", "kary-tree:2,17", "kary-tree:64,8",
        "kary-tree:", "clos:7", "clos:0", "clos:4,4", "clos:4096", "clos:x", "clos:"}) {
    EXPECT_THROW(make(wrong), kernel::InputError) << wrong;
  }
}

}  // namespace
}  // namespace smpi::models
