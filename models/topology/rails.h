// SPDX-License-Identifier: BSD-3-Clause
//
// Clusters whose hosts have a cable to each of several rails, which are copies of one network.
//
// Way 0 is on rail 0; a Choice says on which rail a way is (platform/ways.h). The zone holds the
// hosts, and a zone of the topology per rail, which the platform does not list, says the ways.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernel/error.h"
#include "models/platform/ways.h"
#include "models/platform/zone.h"
#include "models/topology/host_layout.h"

namespace smpi::models {

// Cuts ";rails=2" out of the parameters of a topology; 1 when it is not there. Throws InputError,
// completing `where`.
std::uint32_t take_rails(std::string& parameters, const kernel::InputError::Where& where);

class RailsZone : public Zone, public Ways, public HostLayout {
 public:
  using Zone::Zone;
  // REQUIRES: the hosts are the children of this zone.
  void add(std::unique_ptr<Zone> rail) {
    rail->children = children;
    rails_.push_back(std::move(rail));
  }

  bool append(std::uint32_t from, std::uint32_t to, RouteBuilder& builder) const override {
    return rails_[0]->append(from, to, builder);
  }
  std::uint32_t path_count(std::uint32_t from, std::uint32_t to) const override {
    return rails_[0]->path_count(from, to);
  }
  bool append_path(std::uint32_t from, std::uint32_t to, std::uint32_t choice,
                   RouteBuilder& builder) const override {
    return rails_[0]->append_path(from, to, choice, builder);
  }
  bool is_complete() const override { return rails_[0]->is_complete(); }
  std::string_view routing_name() const override { return rails_[0]->routing_name(); }
  void seal(const Platform& platform) override;
  void set_routing_seed(std::uint64_t seed) override;
  // All rails together.
  std::optional<Shape> shape(const Platform& platform) const override;
  HostGrid host_grid() const override;
  std::uint32_t hosts_per_group() const override;

  const Ways* ways() const override { return this; }
  std::uint32_t rail_count() const override { return static_cast<std::uint32_t>(rails_.size()); }
  const Ways* on_rail(std::uint32_t rail) const override { return rails_[rail]->ways(); }
  // Those of rail 0: whoever needs others asks on_rail().
  CableLinks cable_links() const override;
  CableRule cable_rule() const override;
  CablePlace place_of(LinkId link) const override;
  std::optional<std::uint32_t> channel_count(const WayUse& use) const override;
  bool is_stateless() const override;
  RoutingSkills skills() const override;
  std::uint64_t valiant_count(std::uint32_t from, std::uint32_t to) const override;
  std::uint32_t modk_way(std::uint32_t from, std::uint32_t to, std::uint32_t key) const override;
  std::optional<std::uint32_t> deroute_max() const override;
  std::uint32_t deroute_default() const override;

  bool append_way(std::uint32_t from, std::uint32_t to, Choice choice,
                  RouteBuilder& builder) const override;

 private:
  std::vector<std::unique_ptr<Zone>> rails_;
};

}  // namespace smpi::models
