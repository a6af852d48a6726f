// SPDX-License-Identifier: BSD-3-Clause
//
// Slim Fly (Besta and Hoefler 2014): slimfly:q;hosts=T, on the graphs of McKay, Miller and Siran.
//
// q = 4w + d is a power of a prime, d in {-1, 0, 1}. 2q^2 routers (s, x, y) = s q^2 + x q + y of
// degree (3q - d)/2, with x and y in the field of q elements (galois.h), joined thus:
//
//   (0, x, y) - (0, x, y')   iff y - y' in X      (1, m, c) - (1, m, c')   iff c - c' in X'
//   (0, x, y) - (1, m, c)    iff y = m x + c
//
// X and X' are sets of powers of a primitive element, see generators(). Hosts per router: half of
// the degree, rounded up, unless the key says another number.

#include <array>

#include "kernel/error.h"
#include "models/topology/diameter_two.h"
#include "models/topology/galois.h"
#include "models/topology/parameters.h"
#include "models/topology/topology.h"

namespace smpi::models {
namespace {

using Where = kernel::InputError::Where;

struct SlimFly {
  GaloisField field;
  std::uint32_t hosts;  // per router

  std::uint32_t q() const { return field.order(); }
  std::uint64_t router_count() const { return 2 * std::uint64_t{q()} * q(); }
  std::uint64_t host_count() const { return saturating_product(router_count(), hosts); }
};

// (3q - d)/2; d = 0 is even.
std::uint64_t degree(std::uint64_t q) {
  return q % 4 == 1 ? (3 * q - 1) / 2 : (3 * q + q % 2) / 2;
}

SlimFly parse(std::string_view text, const Where& where) {
  const TopologyText source{text, where,
                            "a Slim Fly is slimfly:Q[;hosts=T], Q a prime, 4, 8, 9, 16, 25, 27 or "
                            "32, T hosts per router, such as 5;hosts=4"};
  constexpr std::string_view keys[] = {"hosts"};
  const KeyedText keyed = source.keyed(keys);
  const std::uint32_t q = source.number(keyed.numbers);
  const std::uint64_t router_count = saturating_product(2 * std::uint64_t{q}, q);
  source.require_size(router_count);
  const auto fallback = static_cast<std::uint32_t>((degree(q) + 1) / 2);
  const std::uint32_t hosts = source.number_of(keyed, "hosts", fallback);
  source.require_size(saturating_product(router_count, hosts) +
                      saturating_product(router_count, degree(q)) / 2);
  const auto field = GaloisField::make(q);
  if (!field || q < 3) {
    source.refuse("a Slim Fly needs a power of a prime from 3 on", keyed.numbers);
  }
  return {*field, hosts};
}

// X and X', as the theorem of Hafner (2004) has them.
std::array<std::vector<bool>, 2> generators(const GaloisField& field) {
  const std::uint32_t q = field.order();
  std::array<std::vector<bool>, 2> sets{std::vector<bool>(q), std::vector<bool>(q)};
  const auto add = [&](std::size_t set, std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i <= last; i += 2) sets[set][field.power(i)] = true;
  };
  if (q % 4 == 3) {
    const std::uint32_t w = (q + 1) / 4;
    add(0, 0, 2 * w - 2);
    add(0, 2 * w - 1, 4 * w - 3);
    add(1, 1, 2 * w - 1);
    add(1, 2 * w, 4 * w - 2);
  } else {
    add(0, 0, q - 2);
    add(1, 1, q % 2 == 0 ? q - 1 : q - 2);
  }
  return sets;
}

RouterGraph make_graph(const SlimFly& fly) {
  const GaloisField& field = fly.field;
  const std::uint32_t q = fly.q();
  const auto sets = generators(field);
  std::vector<RouterCable> cables;
  cables.reserve(fly.router_count() * degree(q) / 2);
  for (std::uint32_t row = 0; row < 2 * q; row++) {
    for (std::uint32_t low = 0; low < q; low++) {
      for (std::uint32_t high = low + 1; high < q; high++) {
        if (!sets[row / q][field.sum(high, field.negative(low))]) continue;
        cables.push_back({row * q + low, row * q + high, 0, 1, {}});
      }
    }
  }
  for (std::uint32_t x = 0; x < q; x++) {
    for (std::uint32_t m = 0; m < q; m++) {
      const std::uint32_t slope = field.product(m, x);
      for (std::uint32_t c = 0; c < q; c++) {
        cables.push_back({x * q + field.sum(slope, c), q * q + m * q + c, 0, 1, {}});
      }
    }
  }
  return RouterGraph(static_cast<std::uint32_t>(fly.router_count()), std::move(cables));
}

std::optional<std::uint64_t> host_count(std::string_view parameters, const Where& where) {
  return parse(parameters, where).host_count();
}

void build(ClusterBuilder& builder) {
  const SlimFly fly = parse(builder.spec().parameters, builder.where());
  build_diameter_two(builder, "Slim Fly", fly.q(), fly.hosts, make_graph(fly));
}

}  // namespace

extern const Topology slimfly{"slimfly", "SLIMFLY", "slimfly:5;hosts=4", host_count, build};

}  // namespace smpi::models
