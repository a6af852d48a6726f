// SPDX-License-Identifier: BSD-3-Clause
//
// PolarFly (Lakhotia et al. 2022): polarfly:q;hosts=T, the polarity graphs of Erdos and Renyi.
//
// Routers are the q^2 + q + 1 points of the projective plane over the field of q elements
// (galois.h): (1, y, z) has the number y q + z, (0, 1, z) the number q^2 + z, (0, 0, 1) is the
// last. Two are joined iff their dot product is 0. q + 1 points are orthogonal to themselves and
// have q neighbours, the others q + 1. Routers that are not joined have one common neighbour: their
// cross product, which the merge of diameter_two.h finds without arithmetic.

#include <array>

#include "kernel/error.h"
#include "models/topology/diameter_two.h"
#include "models/topology/galois.h"
#include "models/topology/parameters.h"
#include "models/topology/topology.h"

namespace smpi::models {
namespace {

using Where = kernel::InputError::Where;

struct PolarFly {
  GaloisField field;
  std::uint32_t hosts;  // per router

  std::uint32_t q() const { return field.order(); }
  std::uint64_t router_count() const { return std::uint64_t{q()} * q() + q() + 1; }
  std::uint64_t host_count() const { return saturating_product(router_count(), hosts); }
};

PolarFly parse(std::string_view text, const Where& where) {
  const TopologyText source{text, where,
                            "a PolarFly is polarfly:Q[;hosts=T], Q a prime, 4, 8, 9, 16, 25, 27 or "
                            "32, T hosts per router, such as 5;hosts=3"};
  constexpr std::string_view keys[] = {"hosts"};
  const KeyedText keyed = source.keyed(keys);
  const std::uint32_t q = source.number(keyed.numbers);
  const std::uint64_t router_count = saturating_product(q, q) + q + 1;
  source.require_size(router_count);
  const std::uint32_t hosts = source.number_of(keyed, "hosts", (q + 2) / 2);
  source.require_size(saturating_product(router_count, hosts) +
                      saturating_product(router_count, q + 1) / 2);
  const auto field = GaloisField::make(q);
  if (!field) source.refuse("a PolarFly needs a power of a prime", keyed.numbers);
  return {*field, hosts};
}

using Point = std::array<std::uint32_t, 3>;

Point point_of(std::uint32_t router, std::uint32_t q) {
  if (router < q * q) return {1, router / q, router % q};
  if (router < q * q + q) return {0, 1, router - q * q};
  return {0, 0, 1};
}

std::uint32_t dot(const GaloisField& field, const Point& a, const Point& b) {
  return field.sum(field.sum(field.product(a[0], b[0]), field.product(a[1], b[1])),
                   field.product(a[2], b[2]));
}

RouterGraph make_graph(const PolarFly& fly) {
  const GaloisField& field = fly.field;
  const std::uint32_t q = fly.q();
  const auto count = static_cast<std::uint32_t>(fly.router_count());
  std::vector<RouterCable> cables;
  const auto join = [&](std::uint32_t low, std::uint32_t high) {
    if (low < high) cables.push_back({low, high, 0, 1, {}});
  };
  for (std::uint32_t router = 0; router < count; router++) {
    const Point a = point_of(router, q);
    // Of each y the points (1, y, z) orthogonal to a = (a0, a1, a2): a2 z = -(a0 + a1 y).
    for (std::uint32_t y = 0; y < q; y++) {
      const std::uint32_t rest = field.sum(a[0], field.product(a[1], y));
      if (a[2] != 0) {
        join(router, y * q + field.product(field.negative(rest), field.inverse(a[2])));
      } else if (rest == 0) {
        for (std::uint32_t z = 0; z < q; z++) join(router, y * q + z);
      }
    }
    for (std::uint32_t other = q * q; other < count; other++) {
      if (dot(field, a, point_of(other, q)) == 0) join(router, other);
    }
  }
  return RouterGraph(count, std::move(cables));
}

std::optional<std::uint64_t> host_count(std::string_view parameters, const Where& where) {
  return parse(parameters, where).host_count();
}

void build(ClusterBuilder& builder) {
  const PolarFly fly = parse(builder.spec().parameters, builder.where());
  build_diameter_two(builder, "PolarFly", fly.q(), fly.hosts, make_graph(fly));
}

}  // namespace

extern const Topology polarfly{"polarfly", "POLARFLY", "polarfly:5;hosts=3", host_count, build};

}  // namespace smpi::models
