// SPDX-License-Identifier: BSD-3-Clause
//
// Grids of routers with cables that skip neighbours.
//
//   hyperx:S1xS2..              in each dimension all routers of a row are joined: a Hamming graph
//                               (Ahn et al. 2009)
//   flattened-butterfly:k,n     hyperx of n - 1 dimensions of k, k hosts per router (Kim et al.
//                               2007)
//   hypercube:n                 hyperx of n twos
//   express-mesh:S1xS2..;gap=g  a < b of a row are joined iff (b - a - 1) mod g = 0: g = 1 is
//                               hyperx, g >= size - 1 the mesh
//
// Keys: hosts=T per router; width=K or width=K1xK2.. parallel cables per dimension.
//
// Router number: the first coordinate counts fastest. Way 0 is dimension-order routing, the first
// dimension first; the other ways are the other orders of the dimensions in which the routers
// differ (orders.h). Within a dimension the longest cable that does not overshoot is taken: one
// cable in a hyperx. With gaps of 3 and more a step beyond and back could be shorter; such routes
// are not taken, as dimension-order routers do not turn back.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "models/topology/builder.h"
#include "models/topology/host_layout.h"
#include "models/topology/orders.h"
#include "models/topology/parameters.h"
#include "models/topology/router_zone.h"
#include "models/topology/topology.h"

namespace smpi::models {
namespace {

using Where = kernel::InputError::Where;

struct Grid {
  std::string text;
  std::vector<std::uint32_t> sizes;
  std::vector<std::uint32_t> widths;  // parallel cables by dimension
  std::uint32_t hosts = 1;            // per router
  std::uint32_t gap = 1;

  std::uint64_t router_count() const {
    return std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{1}, saturating_product);
  }
  std::uint64_t host_count() const { return saturating_product(router_count(), hosts); }
  // Cables of one row of `size` routers: size - 1 - k gap pairs have the distance 1 + k gap.
  std::uint64_t row_cables(std::uint64_t size) const {
    if (size < 2) return 0;
    const std::uint64_t kinds = (size - 2) / gap + 1;
    return kinds * (size - 1) - gap * (kinds * (kinds - 1) / 2);
  }
  std::uint64_t cable_count() const {
    std::uint64_t count = 0;
    for (const std::uint32_t size : sizes) {
      count += saturating_product(router_count() / size, row_cables(size));
    }
    return count;
  }
};

void check(const Grid& grid, const TopologyText& source) {
  if (grid.sizes.size() > Orders::dimension_max) {
    source.refuse("more than 20 dimensions", source.text);
  }
  source.require_size(grid.host_count());
  source.require_size(grid.host_count() + grid.cable_count());
}

void read_keys(Grid& grid, const KeyedText& keyed, const TopologyText& source) {
  grid.hosts = source.number_of(keyed, "hosts", grid.hosts);
  grid.gap = source.number_of(keyed, "gap", 1);
  grid.widths.assign(grid.sizes.size(), 1);
  if (const auto width = keyed.find("width")) {
    const std::vector<std::uint32_t> widths = source.sizes(*width);
    if (widths.size() != 1 && widths.size() != grid.sizes.size()) {
      source.refuse(fmt::format("expected one width, or one for each of the {} dimensions",
                                grid.sizes.size()),
                    *width);
    }
    for (std::size_t i = 0; i < grid.sizes.size(); i++) grid.widths[i] = widths[i % widths.size()];
  }
  check(grid, source);
}

constexpr std::string_view grid_keys[] = {"hosts", "width"};

Grid parse_hyperx(std::string_view text, const Where& where) {
  const TopologyText source{text, where,
                            "a hyperx is the sizes of its dimensions, hosts per router and width "
                            "of cables, such as 4x4;hosts=2;width=1"};
  const KeyedText keyed = source.keyed(grid_keys);
  Grid grid;
  grid.sizes = source.sizes(keyed.numbers);
  read_keys(grid, keyed, source);
  grid.text = fmt::format("hyperx {}", fmt::join(grid.sizes, "x"));
  return grid;
}

Grid parse_butterfly(std::string_view text, const Where& where) {
  const TopologyText source{text, where,
                            "a flattened butterfly is K,N for a k-ary n-fly: n - 1 dimensions of k "
                            "routers, k hosts per router, such as 4,3"};
  const KeyedText keyed = source.keyed(grid_keys);
  const std::vector<std::uint32_t> numbers = source.numbers(keyed.numbers);
  if (numbers.size() != 2 || numbers[1] < 2) {
    source.refuse("a flattened butterfly is two numbers, the second one at least 2", text);
  }
  if (numbers[1] > Orders::dimension_max + 1) source.refuse("more than 20 dimensions", text);
  Grid grid;
  grid.sizes.assign(numbers[1] - 1, numbers[0]);
  grid.hosts = numbers[0];
  read_keys(grid, keyed, source);
  grid.text = fmt::format("flattened butterfly {}", fmt::join(grid.sizes, "x"));
  return grid;
}

Grid parse_hypercube(std::string_view text, const Where& where) {
  const TopologyText source{text, where,
                            "a hypercube is its number of dimensions, such as 6 of 64 routers"};
  const KeyedText keyed = source.keyed(grid_keys);
  const std::uint32_t dimensions = source.number(keyed.numbers);
  if (dimensions > Orders::dimension_max) source.refuse("more than 20 dimensions", text);
  Grid grid;
  grid.sizes.assign(dimensions, 2);
  read_keys(grid, keyed, source);
  grid.text = fmt::format("hypercube of {} dimensions", dimensions);
  return grid;
}

Grid parse_express(std::string_view text, const Where& where) {
  const TopologyText source{text, where,
                            "an express mesh is the sizes of its dimensions and the gap between "
                            "the lengths of its cables, such as 8x8;gap=3"};
  constexpr std::string_view keys[] = {"gap", "hosts", "width"};
  const KeyedText keyed = source.keyed(keys);
  if (!keyed.find("gap")) source.refuse("an express mesh needs gap=NUMBER", text);
  Grid grid;
  grid.sizes = source.sizes(keyed.numbers);
  read_keys(grid, keyed, source);
  grid.text = fmt::format("express mesh {}, gap {}", fmt::join(grid.sizes, "x"), grid.gap);
  return grid;
}

RouterGraph make_graph(const Grid& grid) {
  std::vector<RouterCable> cables;
  cables.reserve(grid.cable_count());
  const auto router_count = static_cast<std::uint32_t>(grid.router_count());
  std::uint32_t stride = 1;
  for (std::uint32_t dimension = 0; dimension < grid.sizes.size(); dimension++) {
    const std::uint32_t size = grid.sizes[dimension];
    for (std::uint32_t router = 0; router < router_count; router++) {
      const std::uint32_t left = size - 1 - router / stride % size;
      for (std::uint32_t step = 1; step <= left; step += grid.gap) {
        cables.push_back({router,
                          router + step * stride,
                          dimension,
                          static_cast<double>(grid.widths[dimension]),
                          {}});
      }
    }
    stride *= size;
  }
  return RouterGraph(router_count, std::move(cables));
}

// A cut through the middle of a dimension of S routers severs K S^2/4 cables of each of its rows.
// The best one, if it goes between routers, is the bisection.
double bisection_cables(const Grid& grid) {
  if (grid.gap != 1) return 0;
  std::uint64_t thinnest = UINT64_MAX;
  bool is_even = false;
  for (std::size_t i = 0; i < grid.sizes.size(); i++) {
    const std::uint64_t thickness = std::uint64_t{grid.sizes[i]} * grid.widths[i];
    if (grid.sizes[i] == 1 || thickness >= thinnest) continue;
    thinnest = thickness;
    is_even = grid.sizes[i] % 2 == 0;
  }
  return is_even ? static_cast<double>(thinnest * grid.router_count()) / 4 : 0;
}

// A choice of kind `walk` is a number with one digit per router: which of the moves it makes, among
// those to any other coordinate in the dimensions that differ, in their order.
class GridZone : public RouterZone, public HostLayout {
 public:
  GridZone(std::string zone_name, RouterParts parts, Grid grid)
      : RouterZone(std::move(zone_name), std::move(parts)), grid_(std::move(grid)) {
    std::uint32_t stride = 1;
    for (const std::uint32_t size : grid_.sizes) {
      strides_.push_back(stride);
      stride *= size;
    }
  }

  CableRule cable_rule() const override { return CableRule::ordered; }
  CablePlace place_of(LinkId link) const override {
    const CableSide side = cable_side(link);
    return {.place = graph().cables()[side.cable].kind,
            .is_up = side.is_up,
            .is_straight = grid_.gap > 1};
  }
  // One for each run of ascending dimensions.
  std::optional<std::uint32_t> channel_count(const WayUse& use) const override {
    if (use.is_by_hop) return longest_way();
    if (use.kind == WayKind::valiant) return 2;
    if (use.is_first_only) return 1;
    return deroute_default() + (use.kind == WayKind::walk ? use.deroutes : 0);
  }
  RoutingSkills skills() const override { return {.valiant = true, .deroutes = grid_.gap == 1}; }

  std::optional<std::uint32_t> deroute_max() const override {
    std::vector<std::uint64_t> moves;
    for (const std::uint32_t size : grid_.sizes) moves.push_back(size - 1);
    std::sort(moves.rbegin(), moves.rend());
    std::uint64_t sum = 0;
    std::uint64_t numbers = 1;
    for (const std::uint64_t count : moves) {
      sum += count;
      if (count == 0) continue;
      if (numbers > way_number_mask / sum) return std::nullopt;
      numbers *= sum;
    }
    std::uint32_t deroutes = 0;
    for (; sum > 1 && numbers <= way_number_mask / sum; numbers *= sum) deroutes++;
    return deroutes;
  }

  std::uint32_t deroute_default() const override {
    return static_cast<std::uint32_t>(std::count_if(grid_.sizes.begin(), grid_.sizes.end(),
                                                    [](std::uint32_t size) { return size > 1; }));
  }
  Choice walk(std::uint32_t from, std::uint32_t to, WalkRule rule, std::uint32_t deroutes,
              const LinkLoads& loads) const override;
  HostGrid host_grid() const override { return {grid_.sizes, grid_.hosts}; }

 protected:
  std::uint32_t way_count(std::uint32_t from, std::uint32_t to) const override {
    return orders_between(from, to).count();
  }

  void go_to(Walk& walk, std::uint32_t to, std::uint32_t choice) const override {
    Orders orders = orders_between(walk.at(), to);
    std::uint64_t order = choice;
    while (!orders.empty()) {
      const std::size_t dimension = orders.take(order);
      const std::uint32_t target = coordinate(to, dimension);
      while (true) {
        const std::uint32_t here = coordinate(walk.at(), dimension);
        if (here == target) break;
        const std::uint32_t distance = here < target ? target - here : here - target;
        const std::uint32_t step = 1 + (distance - 1) / grid_.gap * grid_.gap;
        const std::uint32_t change = step * strides_[dimension];
        walk.go(here < target ? walk.at() + change : walk.at() - change);
      }
    }
  }

  void go_special(Walk& walk, std::uint32_t to, Choice choice) const override {
    std::uint64_t number = choice & way_number_mask;
    while (walk.at() != to) {
      const std::vector<Move> moves = moves_between(walk.at(), to);
      walk.go(moves[number % moves.size()].router);
      number /= moves.size();
    }
  }

  // Along a row: one long cable, and single steps for what is left, at most gap - 1.
  std::uint32_t longest_way() const override {
    std::uint32_t longest = 0;
    for (const std::uint32_t size : grid_.sizes) longest += std::min(size - 1, grid_.gap);
    return longest;
  }

 private:
  struct Move {
    std::size_t dimension;
    std::uint32_t router;
    bool is_direct;  // to the coordinate of the destination
  };

  std::vector<Move> moves_between(std::uint32_t from, std::uint32_t to) const {
    std::vector<Move> moves;
    for (std::size_t i = 0; i < grid_.sizes.size(); i++) {
      const std::uint32_t here = coordinate(from, i);
      const std::uint32_t target = coordinate(to, i);
      if (here == target) continue;
      for (std::uint32_t other = 0; other < grid_.sizes[i]; other++) {
        if (other == here) continue;
        moves.push_back({i, from + (other - here) * strides_[i], other == target});
      }
    }
    return moves;
  }

  std::uint32_t coordinate(std::uint32_t router, std::size_t dimension) const {
    return router / strides_[dimension] % grid_.sizes[dimension];
  }

  Orders orders_between(std::uint32_t from, std::uint32_t to) const {
    Orders orders;
    for (std::size_t i = 0; i < grid_.sizes.size(); i++) {
      if (coordinate(from, i) != coordinate(to, i)) orders.add(i);
    }
    return orders;
  }

  Grid grid_;
  std::vector<std::uint32_t> strides_;
};

// Both rules take the least weight, direct moves first, of q flows on the cable of the move:
//
//   dal       in the first dimension that differs: q + 1 of the direct move, 2 (q + 1) + 1 of a
//             deroute, one per dimension (DAL of Ahn et al. 2009, with merlin's weights)
//   omniwar   in all dimensions that differ: (q + 1) times the cables of the way that is left, the
//             move included; never two deroutes in a row in one dimension (McDonald et al. 2019)
Choice GridZone::walk(std::uint32_t from, std::uint32_t to, WalkRule rule, std::uint32_t deroutes,
                      const LinkLoads& loads) const {
  constexpr std::size_t none = ~std::size_t{0};
  std::uint32_t at = router_of(from);
  const std::uint32_t target = router_of(to);
  if (at == target) return 0;
  std::size_t derouted = none;  // the dimension of the last move, if it was a deroute
  std::uint64_t number = 0;
  std::uint64_t place = 1;
  while (at != target) {
    const std::vector<Move> moves = moves_between(at, target);
    const auto hops =
        std::count_if(moves.begin(), moves.end(), [](const Move& move) { return move.is_direct; });
    std::size_t best = none;
    double best_weight = 0;
    for (const bool is_direct : {true, false}) {
      for (std::size_t i = 0; i < moves.size(); i++) {
        const Move& move = moves[i];
        if (move.is_direct != is_direct) continue;
        if (rule == WalkRule::dal && move.dimension != moves[0].dimension) continue;
        if (!is_direct && (deroutes == 0 || move.dimension == derouted)) continue;
        const double q = loads.flows(link_between(at, move.router, to)) + 1.0;
        const double weight = rule == WalkRule::dal
                                  ? (is_direct ? q : 2 * q + 1)
                                  : q * static_cast<double>(is_direct ? hops : hops + 1);
        if (best != none && weight >= best_weight) continue;
        best = i;
        best_weight = weight;
      }
    }
    number += best * place;
    place *= moves.size();
    derouted = moves[best].is_direct ? none : moves[best].dimension;
    if (derouted != none && rule == WalkRule::omniwar) deroutes--;
    at = moves[best].router;
  }
  return choice_of(WayKind::walk, number);
}

template <auto parse>
std::optional<std::uint64_t> host_count(std::string_view parameters, const Where& where) {
  return parse(parameters, where).host_count();
}

template <auto parse>
void build(ClusterBuilder& builder) {
  Grid grid = parse(builder.spec().parameters, builder.where());
  RouterNetwork network{
      grid.text,
      make_graph(grid),
      {},
      hosts_on_routers(static_cast<std::uint32_t>(grid.router_count()), grid.hosts),
      bisection_cables(grid)};
  for (std::size_t i = 0; i < grid.sizes.size(); i++) {
    network.kinds.push_back(fmt::format("dim{}", i + 1));
  }
  RouterParts parts = add_router_parts(builder, std::move(network));
  builder.adopt(std::make_unique<GridZone>(builder.spec().id, std::move(parts), std::move(grid)));
}

}  // namespace

extern const Topology hypercube{"hypercube", "HYPERCUBE", "hypercube:6",
                                host_count<parse_hypercube>, build<parse_hypercube>};
extern const Topology hyperx{"hyperx", "HYPERX", "hyperx:4x4;hosts=2", host_count<parse_hyperx>,
                             build<parse_hyperx>};
extern const Topology flattened_butterfly{"flattened-butterfly", "FLATTENED_BUTTERFLY",
                                          "flattened-butterfly:4,3", host_count<parse_butterfly>,
                                          build<parse_butterfly>};
extern const Topology express_mesh{"express-mesh", "EXPRESS_MESH", "express-mesh:8x8;gap=3",
                                   host_count<parse_express>, build<parse_express>};

}  // namespace smpi::models
