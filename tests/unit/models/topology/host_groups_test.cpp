// SPDX-License-Identifier: BSD-3-Clause
//
// Groups of hosts and switches against what one sees in a drawing of the topology.
#include "models/topology/host_groups.h"

#include <gtest/gtest.h>

#include <vector>

#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

TEST(HostGroups, TreesHavePods) {
  const Platform platform = make_short_platform("fat-tree:3;2,2,2;1,2,2;1,1,1", {});
  const HostGroups groups = groups_of_hosts(platform);
  EXPECT_EQ(groups.group_of, (std::vector<std::uint32_t>{0, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(groups.names, (std::vector<std::string>{"fat-tree_group_0", "fat-tree_group_1"}));
  // Four leaf switches, four above them, four roots.
  const std::vector<std::uint32_t> expected = {0, 0, 1, 1, 0, 0, 1, 1, no_id, no_id, no_id, no_id};
  EXPECT_EQ(groups_of_switches(platform, groups), expected);
}

TEST(HostGroups, SpinesBelongToTheGroupOfTheirLeaves) {
  const Platform platform = make_short_platform("df+:2,2,2,2,5", {});
  const HostGroups groups = groups_of_hosts(platform);
  ASSERT_EQ(groups.names.size(), 5);
  const std::vector<std::uint32_t> found = groups_of_switches(platform, groups);
  std::vector<int> count(5);
  for (const std::uint32_t group : found) count.at(group)++;
  EXPECT_EQ(count, (std::vector<int>{4, 4, 4, 4, 4}));
}

TEST(HostGroups, TopologiesWithoutGroupsAreOne) {
  const HostGroups groups = groups_of_hosts(make_short_platform("star:3", {}));
  EXPECT_EQ(groups.names, (std::vector<std::string>{"star"}));
}

}  // namespace
}  // namespace smpi::models
