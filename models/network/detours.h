// SPDX-License-Identifier: BSD-3-Clause
//
// Ways around links that are off (MODELS 11.9).
//
// A link is dead from network/reroute-delay after it went off until it comes on: so long a subnet
// manager needs to find out and to write new tables. A pair of hosts moves when its way crosses a
// dead link, and only then:
//
//   trees             at each level the ports that still lead to the destination, in their order:
//                     number (old port mod their number)
//   other topologies  the first minimal way without dead links; else a Valiant way: of topologies
//                     of groups the first, of others the shortest; a hash of the pair says with
//                     which one the order begins
//
// Where hosts have rails, the way on the others comes next. When none is left, flows wait on the
// way they have. The object exists only where links may go off, so that others pay nothing.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "models/network/failure_config.h"
#include "models/platform/platform.h"
#include "models/platform/ways.h"

namespace smpi::models {

// Can a link go off during the run?
bool may_fail(const Platform& platform);

class Detours {
 public:
  // nullptr where no link of the platform can go off, and where flows wait for their links. The
  // platform must outlive it.
  static std::unique_ptr<Detours> make(const Platform& platform, const FailureConfig& config);

  explicit Detours(const Platform& platform)
      : platform_(platform), is_dead_(platform.links.count()) {}

  void set_dead(LinkId link, bool is_dead);
  bool is_dead(LinkId link) const { return is_dead_[link] != 0; }
  const std::vector<LinkId>& dead() const { return dead_; }
  bool crosses_dead(const Route& route) const;
  // The way instead of `choice`: that one while none of its links is dead, and when no other is
  // left. Those that spread a flow stay: the route cache leaves their dead ways out.
  Choice around(HostId from, HostId to, Choice choice);

 private:
  Choice find(HostId from, HostId to, Choice choice);
  bool is_alive(HostId from, HostId to, Choice choice);
  std::optional<Choice> find_on_rail(const HostWays& between, HostId from, HostId to, Choice choice,
                                     std::uint32_t rail);
  std::optional<Choice> find_valiant(const HostWays& between, HostId from, HostId to,
                                     std::uint32_t rail);

  const Platform& platform_;
  std::vector<std::uint8_t> is_dead_;
  std::vector<LinkId> dead_;
  std::map<std::tuple<HostId, HostId, Choice>, Choice> found_;  // since the last change
  Route route_;
};

}  // namespace smpi::models
