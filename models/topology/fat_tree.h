// SPDX-License-Identifier: BSD-3-Clause
//
// Generalised fat trees with parallel cables (PGFT) and D-mod-k routing.
//
// Parameters h; d1..dh; u1..uh; p1..ph: a level-i switch has d_i children, a node of level i-1 has
// u_i parents, and p_i parallel cables join such a pair (Zahavi 2010, "D-Mod-K routing providing
// non-blocking traffic for shift permutations on real life fat trees"). A node of level l has the
// mixed-radix label (a_1..a_l, x_(l+1)..x_h) with a_i < u_i and x_i < d_i; nodes of adjacent levels
// are joined iff their labels agree in all digits but that of the upper level. With
// U_l = u_1...u_l and D_l = d_1...d_l the node has index a + U_l * floor(x / D_l) in its level.
//
// So nothing is stored but one number per level: climbing from s towards t, the digits a_i are
// functions of t, and the way down from the meeting level has the same a_i and t's other digits.
//
// Parallel cables on the way down: at the meeting level number (source mod p). Below it
// SimGrid 3.32 goes on searching the list of children where it stopped in the switch above, and
// starts again at (source mod p) only when that list ends first. It is followed here, so that times
// agree.
//
// Other ways: the choice is a number with one digit per level and direction, from the leaves up and
// down again. A digit is added to the port that D-mod-k takes, modulo the number of ports; on the
// way down, where only the cable is free, to the cable. Way 0 is D-mod-k.
//
// Link of level l = cables between levels l and l+1, numbered by (lower node, port).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "kernel/error.h"
#include "models/platform/ways.h"
#include "models/platform/zone.h"
#include "models/topology/cables.h"
#include "models/topology/host_layout.h"
#include "models/topology/parameters.h"

namespace smpi::models {

class ClusterBuilder;

struct FatTreeParameters {
  std::vector<std::uint32_t> children;  // d1..dh
  std::vector<std::uint32_t> parents;   // u1..uh
  std::vector<std::uint32_t> cables;    // p1..ph

  std::size_t level_count() const { return children.size(); }
  std::uint64_t leaf_count() const;
  // Number of nodes of a level; level 0 is the leaves.
  std::uint64_t node_count(std::size_t level) const;
  // Cables between `level` and the one above.
  std::uint64_t cable_count(std::size_t level) const;
};

// Parses "2;16,32;1,16;1,1". Throws InputError, completing `where`.
FatTreeParameters parse_fat_tree(std::string_view text, const kernel::InputError::Where& where);
// Throws InputError for a tree with too many nodes or cables.
void check_fat_tree_size(const FatTreeParameters& parameters, const TopologyText& source);
// Adds the tree to the platform of the builder.
void build_fat_tree(ClusterBuilder& builder, const FatTreeParameters& parameters);

class FatTreeZone : public Zone, public Ways, public HostLayout {
 public:
  // The leaves are the first children, in order. Cables are numbered level by level, and so are
  // the limiters of leaves and switches.
  FatTreeZone(std::string zone_name, FatTreeParameters parameters, CableRange cables,
              NodeLinks node_links);

  bool append(std::uint32_t from, std::uint32_t to, RouteBuilder& builder) const override {
    return append_path(from, to, 0, builder);
  }
  std::uint32_t path_count(std::uint32_t from, std::uint32_t to) const override;
  bool append_path(std::uint32_t from, std::uint32_t to, std::uint32_t choice,
                   RouteBuilder& builder) const override;
  bool is_complete() const override { return true; }
  std::string_view routing_name() const override { return "cluster"; }
  std::optional<Shape> shape(const Platform& platform) const override;
  // The leaves below one child of a root, as far as leaves have one parent.
  std::uint32_t hosts_per_group() const override;

  const Ways* ways() const override { return this; }
  CableLinks cable_links() const override;
  CableRule cable_rule() const override { return CableRule::free; }
  RoutingSkills skills() const override { return {.climbs = true}; }
  bool append_way(std::uint32_t from, std::uint32_t to, Choice choice,
                  RouteBuilder& builder) const override {
    return append_path(from, to, static_cast<std::uint32_t>(choice), builder);
  }
  std::uint32_t modk_way(std::uint32_t from, std::uint32_t to, std::uint32_t key) const override;
  void climbs(std::uint32_t from, std::uint32_t to, LinkId by,
              std::vector<LinkId>& links) const override;
  void append_climb(std::uint32_t from, std::uint32_t to, LinkId by, std::uint32_t number,
                    RouteBuilder& builder) const override;
  // Port by port the one that is filled least, of equals the one that D-mod-k comes to first.
  Choice walk(std::uint32_t from, std::uint32_t to, WalkRule rule, std::uint32_t deroutes,
              const LinkLoads& loads) const override;
  // At each level the ports that still lead to the destination, in order: number (old port mod
  // their number).
  std::optional<Choice> around(std::uint32_t from, std::uint32_t to, Choice choice,
                               const std::function<bool(LinkId)>& is_dead) const override;

 private:
  // A choice of `radix` ports or cables on the way, which starts at number `base`.
  struct Turn {
    std::uint32_t radix;
    std::uint32_t base;
    bool is_dead;  // the link that was taken
  };
  using IsDead = std::function<bool(LinkId)>;
  struct Level {            // of nodes, and of the cables above them
    std::uint32_t subtree;  // D_l: leaves below a node, counting one parent each
    std::uint32_t width;    // U_l: nodes that share the same leaves
    std::uint32_t parents;  // u_(l+1)
    std::uint32_t ports;    // u_(l+1) * p_(l+1)
    std::uint32_t cables;   // p_(l+1)
    std::uint32_t first_cable;
    std::uint32_t first_node;  // nodes of all lower levels
  };
  static constexpr std::size_t level_max = 16;

  RouterFigures figures() const;
  void add_limiter(RouteBuilder& builder, std::uint32_t node) const {
    if (node_links_.first_limiter != no_id) builder.add(node_links_.first_limiter + node);
  }

  // The turns of the way whose first digits are given and whose others are 0.
  std::vector<Turn> turns(std::uint32_t from, std::uint32_t to,
                          const std::vector<std::uint32_t>& digits, const IsDead& is_dead) const;
  bool leads(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& digits,
             const IsDead& is_dead) const;
  // Goes from leaf to leaf. pick(radix, base, link_of) says which of `radix` ports or cables to
  // take, as they come after number `base`, the one of D-mod-k; enter(node), cross(link) see the
  // way.
  template <typename Pick, typename Enter, typename Cross>
  void follow(std::uint32_t from, std::uint32_t to, Pick pick, Enter enter, Cross cross) const {
    follow_from({0, from}, from, to, pick, enter, cross);
  }
  // The same from any node that a way can come to upwards.
  struct Node {
    std::size_t level;
    std::uint32_t number;  // in its level
  };
  template <typename Pick, typename Enter, typename Cross>
  void follow_from(Node start, std::uint32_t from, std::uint32_t to, Pick pick, Enter enter,
                   Cross cross) const;
  // The node above a cable, if `link` leads up; level 0: it leads down.
  Node node_above(LinkId link) const;
  std::uint32_t next_child(std::uint32_t previous, std::uint32_t label, std::uint32_t from,
                           std::size_t level) const;

  FatTreeParameters parameters_;
  CableRange cables_;
  NodeLinks node_links_;
  std::vector<Level> levels_;
};

}  // namespace smpi::models
