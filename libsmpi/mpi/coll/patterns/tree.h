// SPDX-License-Identifier: BSD-3-Clause
//
// Trees of ranks, and segmented broadcast and reduction along them.
//
// The shapes follow Pjesivac-Grbovic et al., "Performance analysis of MPI collective operations",
// Cluster Computing 10, 2007, with the numbering that Open MPI gives them: it decides which hosts
// talk to each other. Ranks are counted from the root except in the in-order trees.
//
//   chain(2), p = 7      binary, p = 7         binomial, p = 8       in-order binary, p = 6
//       0                     0                     0                      5
//     1   4                1     2             1    2   4                2   4
//     2   5               3 5   4 6           3 5   6                   0 1   3
//     3   6                                   7
#pragma once

#include <array>
#include <span>
#include <vector>

#include "libsmpi/mpi/coll/arguments.h"
#include "libsmpi/mpi/coll/patterns/numbering.h"

namespace smpi::coll {

struct Tree {
  // Where this rank's operand stands among its children's, if the tree keeps the order of ranks.
  enum class Order : std::uint8_t { none, own_first, own_last };

  int parent = -1;  // none: the root of the tree
  // Where this rank is among the children of its parent, and a number of children that no rank
  // exceeds: of trees for reductions; the k-nomial one, for broadcasts only, does not say.
  int place = 0;
  int degree = 0;
  Order order = Order::none;

  std::span<const int> children() const {
    return many_.empty() ? std::span<const int>(few_).first(count_) : std::span<const int>(many_);
  }
  bool is_root() const { return parent < 0; }
  void add_child(int rank);

 private:
  std::array<int, 32> few_;  // its first `count_`
  std::size_t count_ = 0;
  std::vector<int> many_;  // all of them, once they are more than `few_` holds
};

// Each builds the place of `rank` in a tree of `size` ranks.
Tree chain_tree(int size, int rank, int root, int chain_count);
Tree binary_tree(int size, int rank, int root);
// A child's number is its parent's with a higher bit set: 0 -> 1, 2, 4; 1 -> 3, 5.
Tree binomial_tree(int size, int rank, int root, Numbering::Kind kind = Numbering::Kind::rotated);
// A child's number is its parent's with a lower bit set, so subtrees are runs of ranks: 0 -> 1, 2,
// 4; 4 -> 5, 6. Keeps the order of ranks if root is 0.
Tree in_order_binomial_tree(int size, int rank, int root);
// As in_order_binomial, with digits to the base `radix` instead of bits, the largest subtree first.
Tree knomial_tree(int size, int rank, int root, int radix);
// Rooted at the last rank; a rank follows all ranks of its left and right subtree.
Tree in_order_binary_tree(int size, int rank);

// Elements in a segment of at most `segment_bytes`, at least one; all of them for 0.
MPI_Count segment_elements(MPI_Count count, const Datatype& type, MPI_Count segment_bytes);

// Each rank passes every segment of `data` to its children while it receives the next one.
// REQUIRES: all members call it, with trees that fit together, and data of the same bytes.
void bcast_along(const Tree& tree, const Operation& operation, const Block& data,
                 MPI_Count segment_count);
// The same for some members, each with the data of its part of the tree.
void pass_along(const Tree& tree, const Operation& operation, const Block& data,
                MPI_Count segment_count);

// Each rank combines every segment with those of its children and passes it up. The result is
// written to args.out by the root of the tree (args.root is not looked at).
// REQUIRES: the operation is commutative or the tree keeps the order of ranks; all members call it,
// with trees that fit together and say their degree.
void reduce_along(const Tree& tree, const ReduceArgs& args, MPI_Count segment_count);

}  // namespace smpi::coll
