// SPDX-License-Identifier: BSD-3-Clause
//
// Jellyfish (Singla et al. 2012): jellyfish:R,r;hosts=T;seed=S, a random graph of R routers of
// degree r.
//
// Random pairs of routers that have free ports and are not joined yet are joined while there are
// any. Free ports that are left are freed from their places: a random cable is broken, and its two
// ends take one free port each. So every router has degree r. A seed whose graph is not connected
// is replaced by the next one; the description says so. Numbers come from splitmix64: a seed gives
// the same graph everywhere. Routes: shortest_ways.h.
#include <fmt/format.h>

#include <algorithm>

#include "kernel/error.h"
#include "models/topology/parameters.h"
#include "models/topology/shortest_ways.h"
#include "models/topology/topology.h"

namespace smpi::models {
namespace {

using Where = kernel::InputError::Where;

constexpr std::uint32_t attempt_max = 100;  // seeds, until a connected graph is found

struct Jellyfish {
  std::uint32_t routers;
  std::uint32_t degree;
  std::uint32_t hosts;  // per router
  std::uint32_t seed;
  TopologyText source;

  std::uint64_t cable_count() const { return std::uint64_t{routers} * degree / 2; }
  std::uint64_t host_count() const { return saturating_product(routers, hosts); }
};

Jellyfish parse(std::string_view text, const Where& where) {
  const TopologyText source{text, where,
                            "a Jellyfish is ROUTERS,DEGREE, hosts per router and a seed, such as "
                            "50,7;hosts=2;seed=1"};
  constexpr std::string_view keys[] = {"hosts", "seed"};
  const KeyedText keyed = source.keyed(keys);
  const std::vector<std::uint32_t> numbers = source.numbers(keyed.numbers);
  if (numbers.size() != 2) source.refuse("a Jellyfish is two numbers", keyed.numbers);
  const Jellyfish fish{numbers[0], numbers[1], source.number_of(keyed, "hosts", 1),
                       source.number_of(keyed, "seed", 1), source};
  if (fish.degree >= fish.routers) {
    source.refuse("the degree of a Jellyfish must be below the number of its routers",
                  keyed.numbers);
  }
  if (std::uint64_t{fish.routers} * fish.degree % 2 != 0) {
    source.refuse("routers times degree must be even: a cable has two ends", keyed.numbers);
  }
  source.require_size(fish.host_count() + fish.cable_count());
  ShortestWaysZone::require_size(fish.routers, source);
  return fish;
}

// Builds one graph.
class Wiring {
 public:
  Wiring(const Jellyfish& fish, std::uint32_t seed)
      : degree_(fish.degree), state_(seed), neighbours_(fish.routers) {
    for (std::uint32_t router = 0; router < fish.routers; router++) open_.push_back(router);
  }

  // False when the last free ports could not be joined.
  bool wire() {
    while (join_random_pair() || join_some_pair()) {
    }
    while (!open_.empty()) {
      if (!break_cable()) return false;
    }
    return true;
  }

  std::vector<RouterCable> cables() const {
    std::vector<RouterCable> result;
    for (std::uint32_t router = 0; router < neighbours_.size(); router++) {
      for (const std::uint32_t other : neighbours_[router]) {
        if (router < other) result.push_back({router, other, 0, 1, {}});
      }
    }
    return result;
  }

 private:
  static constexpr std::uint32_t try_max = 64;

  std::uint64_t draw() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  std::uint32_t below(std::size_t count) { return static_cast<std::uint32_t>(draw() % count); }

  bool is_joined(std::uint32_t a, std::uint32_t b) const {
    const std::vector<std::uint32_t>& row = neighbours_[a];
    return a == b || std::find(row.begin(), row.end(), b) != row.end();
  }
  void add_end(std::uint32_t router, std::uint32_t other) {
    neighbours_[router].push_back(other);
    if (neighbours_[router].size() == degree_) std::erase(open_, router);
  }
  void join(std::uint32_t a, std::uint32_t b) {
    add_end(a, b);
    add_end(b, a);
  }

  // False when many random pairs of open routers were joined already.
  bool join_random_pair() {
    for (std::uint32_t attempt = 0; !open_.empty() && attempt < try_max; attempt++) {
      const std::uint32_t a = open_[below(open_.size())];
      const std::uint32_t b = open_[below(open_.size())];
      if (is_joined(a, b)) continue;
      join(a, b);
      return true;
    }
    return false;
  }

  // Looks at all pairs of open routers; false when all are joined.
  bool join_some_pair() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (const std::uint32_t a : open_) {
      for (const std::uint32_t b : open_) {
        if (a < b && !is_joined(a, b)) pairs.emplace_back(a, b);
      }
    }
    if (pairs.empty()) return false;
    const auto [a, b] = pairs[below(pairs.size())];
    join(a, b);
    return true;
  }

  // Gives two free ports, of one router or of two that are joined, to the ends of a random cable.
  bool break_cable() {
    const std::uint32_t a = open_.front();
    const std::uint32_t b = neighbours_[a].size() + 2 <= degree_ ? a : open_.back();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> cables;
    for (std::uint32_t x = 0; x < neighbours_.size(); x++) {
      for (const std::uint32_t y : neighbours_[x]) {
        if (!is_joined(a, x) && !is_joined(b, y)) cables.emplace_back(x, y);
      }
    }
    if (cables.empty()) return false;
    const auto [x, y] = cables[below(cables.size())];
    std::replace(neighbours_[x].begin(), neighbours_[x].end(), y, a);
    std::replace(neighbours_[y].begin(), neighbours_[y].end(), x, b);
    add_end(a, x);
    add_end(b, y);
    return true;
  }

  std::uint32_t degree_;
  std::uint64_t state_;
  std::vector<std::vector<std::uint32_t>> neighbours_;
  std::vector<std::uint32_t> open_;  // routers with free ports
};

RouterNetwork make_network(const Jellyfish& fish) {
  for (std::uint32_t attempt = 0; attempt < attempt_max; attempt++) {
    Wiring wiring(fish, fish.seed + attempt);
    if (!wiring.wire()) continue;
    RouterGraph graph(fish.routers, wiring.cables());
    if (!graph.is_connected()) continue;
    std::string text =
        fmt::format("jellyfish of {} routers of degree {}, {} hosts per router, seed {}",
                    fish.routers, fish.degree, fish.hosts, fish.seed + attempt);
    if (attempt > 0) text += fmt::format(" (seed {} gives no connected graph)", fish.seed);
    return {
        std::move(text), std::move(graph), {"link"}, hosts_on_routers(fish.routers, fish.hosts)};
  }
  fish.source.refuse(fmt::format("no connected graph from {} seeds", attempt_max),
                     fish.source.text);
}

std::optional<std::uint64_t> host_count(std::string_view parameters, const Where& where) {
  return parse(parameters, where).host_count();
}

void build(ClusterBuilder& builder) {
  RouterParts parts =
      add_router_parts(builder, make_network(parse(builder.spec().parameters, builder.where())));
  builder.adopt(std::make_unique<ShortestWaysZone>(builder.spec().id, std::move(parts)));
}

}  // namespace

extern const Topology jellyfish{"jellyfish", "JELLYFISH", "jellyfish:50,7;hosts=2;seed=1",
                                host_count, build};

}  // namespace smpi::models
