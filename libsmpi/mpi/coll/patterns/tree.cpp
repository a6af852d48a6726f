// SPDX-License-Identifier: BSD-3-Clause
//
// Building trees: a rank's parent and children follow from its number alone.
#include "libsmpi/mpi/coll/patterns/tree.h"

#include <algorithm>
#include <bit>

namespace smpi::coll {
namespace {

int floor_power_of_two(int value) {
  return static_cast<int>(std::bit_floor(static_cast<unsigned>(value)));
}

// Digits to the base 2.
int log_of(int value) {
  return std::bit_width(static_cast<unsigned>(value));
}

}  // namespace

void Tree::add_child(int rank) {
  if (many_.empty() && count_ < few_.size()) {
    few_[count_++] = rank;
    return;
  }
  if (many_.empty()) many_.assign(few_.begin(), few_.end());
  many_.push_back(rank);
}

Tree chain_tree(int size, int rank, int root, int chain_count) {
  const Numbering numbers(size, rank, root);
  const int chains = std::clamp(chain_count, 1, std::max(size - 1, 1));
  // The first `longer` chains have one rank more than the others.
  const int shorter_length = (size - 1) / chains;
  const int longer = (size - 1) % chains;
  const auto start_of = [&](int chain) {
    return 1 + chain * shorter_length + std::min(chain, longer);
  };
  Tree tree;
  tree.degree = chains;
  if (numbers.own() == 0) {
    for (int chain = 0; chain < chains && start_of(chain) < size; chain++) {
      tree.add_child(numbers.rank_of(start_of(chain)));
    }
    return tree;
  }
  int chain = 0;
  while (start_of(chain + 1) <= numbers.own()) chain++;
  const bool is_first = numbers.own() == start_of(chain);
  const bool is_last = numbers.own() + 1 == start_of(chain + 1);
  tree.parent = numbers.rank_of(is_first ? 0 : numbers.own() - 1);
  tree.place = is_first ? chain : 0;
  if (!is_last) tree.add_child(numbers.rank_of(numbers.own() + 1));
  return tree;
}

Tree binary_tree(int size, int rank, int root) {
  const Numbering numbers(size, rank, root);
  Tree tree;
  tree.degree = 2;
  // Level l holds the numbers 2^l - 1 .. 2^(l+1) - 2.
  const int width = floor_power_of_two(numbers.own() + 1);
  for (int i = 1; i <= 2; i++) {
    const int child = numbers.own() + i * width;
    if (child < size) tree.add_child(numbers.rank_of(child));
  }
  if (numbers.own() == 0) return tree;
  const int width_above = width / 2;
  int parent = numbers.own() - width_above;
  while (parent > 2 * width_above - 2) parent -= width_above;
  tree.parent = numbers.rank_of(parent);
  tree.place = numbers.own() - parent == width_above ? 0 : 1;
  return tree;
}

Tree binomial_tree(int size, int rank, int root, Numbering::Kind kind) {
  const Numbering numbers(size, rank, root, kind);
  Tree tree;
  tree.degree = log_of(size);
  int bit = 1;
  if (numbers.own() > 0) {
    const int highest = floor_power_of_two(numbers.own());
    const int parent = numbers.own() - highest;
    tree.parent = numbers.rank_of(parent);
    tree.place = log_of(highest) - 1 - log_of(parent);
    bit = 2 * highest;
  }
  for (; numbers.own() + bit < size; bit *= 2) tree.add_child(numbers.rank_of(numbers.own() + bit));
  return tree;
}

Tree in_order_binomial_tree(int size, int rank, int root) {
  const Numbering numbers(size, rank, root);
  Tree tree;
  tree.degree = log_of(size);
  if (root == 0) tree.order = Tree::Order::own_first;
  for (int bit = 1; bit < size; bit *= 2) {
    if ((numbers.own() & bit) != 0) {
      tree.parent = numbers.rank_of(numbers.own() - bit);
      tree.place = log_of(bit) - 1;
      break;
    }
    if (numbers.own() + bit < size) tree.add_child(numbers.rank_of(numbers.own() + bit));
  }
  return tree;
}

Tree knomial_tree(int size, int rank, int root, int radix) {
  const Numbering numbers(size, rank, root);
  Tree tree;
  int unit = 1;
  for (; unit < size; unit *= radix) {
    if (numbers.own() % (unit * radix) == 0) continue;
    tree.parent = numbers.rank_of(numbers.own() / (unit * radix) * (unit * radix));
    break;
  }
  for (unit /= radix; unit > 0; unit /= radix) {
    for (int digit = 1; digit < radix && numbers.own() + digit * unit < size; digit++) {
      tree.add_child(numbers.rank_of(numbers.own() + digit * unit));
    }
  }
  return tree;
}

Tree in_order_binary_tree(int size, int rank) {
  Tree tree;
  tree.order = Tree::Order::own_last;
  tree.degree = 2;
  int top = size - 1;    // of the subtree that contains `rank`
  int below = size - 1;  // ranks under `top`
  for (;;) {
    // The right subtree holds the ranks just before `top`, the left one those before it.
    const int right_size = below / 2;
    const int left_size = below - right_size;
    const int right = top - 1;
    const int left = top - 1 - right_size;
    if (rank == top) {
      if (left_size > 0) tree.add_child(left);
      if (right_size > 0) tree.add_child(right);
      return tree;
    }
    tree.parent = top;
    const bool go_right = rank > left;
    tree.place = go_right ? 1 : 0;
    top = go_right ? right : left;
    below = (go_right ? right_size : left_size) - 1;
  }
}

}  // namespace smpi::coll
