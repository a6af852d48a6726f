// SPDX-License-Identifier: BSD-3-Clause
//
// The route table says which share of a flow crosses each link, for flows that spread, too.
#include "models/network/policy_loads.h"

#include <memory>
#include <string>

#include "models/network/config.h"
#include "models/network/routes.h"
#include "models/network/routing.h"

namespace smpi::models {
namespace {

bool is_oblivious(RoutingRule rule) {
  switch (rule) {
    case RoutingRule::ecmp:
    case RoutingRule::random:
    case RoutingRule::dmodk:
    case RoutingRule::smodk:
    case RoutingRule::valiant:
    case RoutingRule::spread:
    case RoutingRule::valiant_spread:
    case RoutingRule::shortest:
      return true;
    default:
      return false;
  }
}

// Of one policy on one platform.
struct Loads {
  Loads(const Platform& platform, const kernel::Options& options)
      : config(without_acknowledgements(options)),
        routes(platform, config),
        routing(Routing::make(platform, config.routing)) {}

  static NetworkConfig without_acknowledgements(const kernel::Options& options) {
    NetworkConfig config(options);
    config.crosstraffic = Crosstraffic::no;
    return config;
  }

  void visit(HostId from, HostId to, const WayLoads::Visitor& visitor) {
    constexpr double any_large_message_bytes = 1e18;
    const Choice choice =
        routing == nullptr ? 0 : routing->choose(from, to, any_large_message_bytes);
    const RouteId route = routes.acquire(from, to, choice);
    const double penalty = routes.facts(route).penalty;
    for (const LinkUse& use : routes.uses(route)) visitor(use.link, use.weight * penalty);
    routes.release(route);
  }

  NetworkConfig config;
  RouteCache routes;
  std::unique_ptr<Routing> routing;
};

}  // namespace

std::optional<WayLoads> policy_loads(const Platform& platform, const kernel::Options& options) {
  const auto loads = std::make_shared<Loads>(platform, options);
  const RoutingRule rule = loads->config.routing.rule;
  if (!is_oblivious(rule)) return std::nullopt;
  return WayLoads{std::string(name_of(rule)),
                  [loads](HostId from, HostId to, const WayLoads::Visitor& visitor) {
                    loads->visit(from, to, visitor);
                  }};
}

}  // namespace smpi::models
