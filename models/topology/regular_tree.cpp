// SPDX-License-Identifier: BSD-3-Clause
//
// Fat trees that one or two numbers describe; both are parameters of the general one (fat_tree.h).
//
//   kary-tree:k,n   n levels of switches of radix 2k: k^n hosts, n k^(n-1) switches
//                   (Petrini and Vanneschi 1997), = fat-tree:n;k,..,k;1,k,..,k;1,..,1
//   clos:k          3 levels of switches of radix k, k even: k^3/4 hosts, 5k^2/4 switches
//                   (Al-Fares et al. 2008), = fat-tree:3;k/2,k/2,k;1,k/2,k/2;1,1,1
#include "models/topology/builder.h"
#include "models/topology/fat_tree.h"
#include "models/topology/parameters.h"
#include "models/topology/topology.h"

namespace smpi::models {
namespace {

using Where = kernel::InputError::Where;

constexpr std::uint32_t level_max = 16;

FatTreeParameters parse_kary(std::string_view text, const Where& where) {
  const TopologyText source{
      text, where, "a k-ary tree is kary-tree:CHILDREN,LEVELS, such as kary-tree:4,3 of 64 hosts"};
  const std::vector<std::uint32_t> numbers = source.numbers(text);
  if (numbers.size() != 2) source.refuse("a k-ary tree is two numbers", text);
  const auto [arity, levels] = std::pair(numbers[0], numbers[1]);
  if (levels > level_max) source.refuse("more than 16 levels in a fat tree", text);
  FatTreeParameters tree{std::vector(levels, arity), std::vector(levels, arity),
                         std::vector<std::uint32_t>(levels, 1)};
  tree.parents[0] = 1;
  check_fat_tree_size(tree, source);
  return tree;
}

FatTreeParameters parse_clos(std::string_view text, const Where& where) {
  const TopologyText source{text, where,
                            "a folded Clos network is clos:RADIX of its switches, such as clos:8"};
  const std::uint32_t radix = source.number(text);
  if (radix % 2 != 0) source.refuse("the radix of a folded Clos network must be even", text);
  FatTreeParameters tree{
      {radix / 2, radix / 2, radix}, {1, radix / 2, radix / 2}, std::vector<std::uint32_t>(3, 1)};
  check_fat_tree_size(tree, source);
  return tree;
}

template <auto parse>
std::optional<std::uint64_t> host_count(std::string_view parameters, const Where& where) {
  return parse(parameters, where).leaf_count();
}

template <auto parse>
void build(ClusterBuilder& builder) {
  build_fat_tree(builder, parse(builder.spec().parameters, builder.where()));
}

}  // namespace

extern const Topology kary_tree{"kary-tree", "KARY_TREE", "kary-tree:4,3", host_count<parse_kary>,
                                build<parse_kary>};
extern const Topology clos{"clos", "CLOS", "clos:8", host_count<parse_clos>, build<parse_clos>};

}  // namespace smpi::models
