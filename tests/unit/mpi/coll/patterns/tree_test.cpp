// SPDX-License-Identifier: BSD-3-Clause
//
// Trees of all kinds and many sizes: what a rank says of its parent fits what the parent says of
// its children, and all ranks are under the root.
#include "libsmpi/mpi/coll/patterns/tree.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace smpi::coll {
namespace {

using Builder = std::function<Tree(int size, int rank)>;

std::vector<std::pair<std::string, Builder>> kinds(int size) {
  const auto root = [size](int rank) { return rank % size; };
  std::vector<std::pair<std::string, Builder>> all;
  for (const int chains : {1, 2, 5, 40}) {
    all.emplace_back("chains " + std::to_string(chains),
                     [=](int p, int rank) { return chain_tree(p, rank, root(3), chains); });
  }
  for (const int radix : {2, 3, 4, 8}) {
    all.emplace_back("k-nomial " + std::to_string(radix),
                     [=](int p, int rank) { return knomial_tree(p, rank, root(1), radix); });
  }
  all.emplace_back("binary", [=](int p, int rank) { return binary_tree(p, rank, root(2)); });
  all.emplace_back("binomial", [=](int p, int rank) { return binomial_tree(p, rank, root(5)); });
  all.emplace_back("in-order binomial",
                   [=](int p, int rank) { return in_order_binomial_tree(p, rank, root(4)); });
  all.emplace_back("in-order binary",
                   [](int p, int rank) { return in_order_binary_tree(p, rank); });
  return all;
}

void expect_tree(const std::string& name, const Builder& build, int size) {
  const auto where = [&](int rank) {
    return name + ", rank " + std::to_string(rank) + " of " + std::to_string(size);
  };
  std::vector<int> times_child(static_cast<std::size_t>(size), 0);
  int root_count = 0;
  const int degree = build(size, 0).degree;
  EXPECT_EQ(degree == 0, name.starts_with("k-nomial")) << name;
  for (int rank = 0; rank < size; rank++) {
    const Tree tree = build(size, rank);
    const auto children = tree.children();
    EXPECT_EQ(tree.degree, degree) << where(rank);
    if (degree > 0) {
      EXPECT_LE(static_cast<int>(children.size()), degree) << where(rank);
    }
    if (tree.is_root()) root_count++;
    for (std::size_t place = 0; place < children.size(); place++) {
      const Tree child = build(size, children[place]);
      EXPECT_EQ(child.parent, rank) << where(children[place]);
      if (degree > 0) {
        EXPECT_EQ(child.place, static_cast<int>(place)) << where(children[place]);
      }
      times_child[static_cast<std::size_t>(children[place])]++;
    }
  }
  EXPECT_EQ(root_count, 1) << name << ", " << size << " ranks";
  for (int rank = 0; rank < size; rank++) {
    EXPECT_EQ(times_child[static_cast<std::size_t>(rank)], build(size, rank).is_root() ? 0 : 1)
        << where(rank);
  }
}

TEST(Tree, ParentsAndChildrenAgree) {
  for (int size = 1; size <= 130; size++) {
    for (const auto& [name, build] : kinds(size)) expect_tree(name, build, size);
  }
}

}  // namespace
}  // namespace smpi::coll
