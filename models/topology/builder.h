// SPDX-License-Identifier: BSD-3-Clause
//
// What topologies build clusters with.
//
// The parts come in the order that makes their ids computable: first the loopbacks and limiters of
// hosts, then limiters of switches, then the cables, each kind in one range, so that a zone needs
// only the first id of each range; adopt() adds the hosts.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/error.h"
#include "models/platform/bill.h"
#include "models/platform/platform.h"
#include "models/platform/power_properties.h"
#include "models/platform/zone.h"
#include "models/topology/cables.h"
#include "models/topology/cluster.h"

namespace smpi::models {

class RailsZone;

struct CableKind {
  LinkFigures figures;
  LinkPowerProfile power;
  double price = 0;
};

class ClusterBuilder {
 public:
  using Where = kernel::InputError::Where;

  ClusterBuilder(Platform& platform, std::uint32_t parent, const ClusterSpec& spec,
                 const Where& where)
      : platform_(platform),
        parent_(parent),
        spec_(spec),
        where_(where),
        first_host_(static_cast<HostId>(platform.hosts.count())),
        first_switch_(static_cast<std::uint32_t>(platform.switches.count())),
        switch_properties_(switch_properties(spec.network_power)) {}
  // Of one rail, whose hosts are there already.
  ClusterBuilder(Platform& platform, const ClusterSpec& spec, const Where& where, RailsZone& rails,
                 HostId first_host);

  const ClusterSpec& spec() const { return spec_; }
  const Where& where() const { return where_; }

  // Loopbacks and limiters of the hosts, where the cluster has them.
  NodeLinks add_node_links();
  // Switches, ID_KIND_NUMBER unless they have a name of their own, and their limiters;
  // add_node_links() must have come first.
  void add_switches(const char* kind, std::uint64_t count);
  void add_switch(const std::string& name);
  // The range of the cables that are added from now on.
  CableRange begin_cables() const { return {first_link(), is_split()}; }
  // The ends of cables: the hosts, and the switches in the order in which they were added.
  CableEnd host_end(std::uint64_t local) const {
    return CableEnd::host(first_host_ + static_cast<HostId>(local));
  }
  CableEnd switch_end(std::uint64_t number) const {
    return CableEnd::switch_number(first_switch_ + static_cast<std::uint32_t>(number));
  }
  // One cable, which stands for `width` parallel ones: one link, or one per direction. Returns the
  // first, which leads from `lower` to `upper`.
  LinkId add_cable(const std::string& name, const CableKind& kind, CableEnd lower, CableEnd upper,
                   double width = 1);
  LinkId add_link(const std::string& name, LinkFigures figures, SharingPolicy policy,
                  const Properties& properties = {});
  // What the cluster says of a kind of cables, which may have several names. A kind that no
  // topology has asked for is an error of the user.
  CableKind kind_of(std::initializer_list<std::string_view> names);
  // Makes the zone a part of the platform, with all hosts, or the zone of a rail; returns its
  // index.
  std::uint32_t adopt(std::unique_ptr<Zone> zone);
  // Are parallel cables links of their own? A topology that does not ask has none.
  bool has_separate_cables() {
    asked_for_parallel_ = true;
    return spec_.has_separate_cables;
  }
  // A router named `name` among the children of the zone; adopt() must have come first.
  void add_router(const std::string& name);

  // Builds the whole; returns the index of the zone.
  std::uint32_t build();

 private:
  void build_rails();
  void check_rails() const;
  void check_host_count() const;
  void check_kinds() const;
  void check_parallel() const;
  void add_hosts();
  LinkId first_link() const { return static_cast<LinkId>(platform_.links.count()); }
  LinkId add_host_limiters();
  void add_limiter(const std::string& name);
  LinkId add_loopbacks();
  bool is_split() const { return spec_.link_kind == LinkKind::split_duplex; }
  [[noreturn]] void refuse(const char* message, std::string text, std::string hint = {}) const;

  Platform& platform_;
  std::uint32_t parent_;
  const ClusterSpec& spec_;
  const Where& where_;
  HostId first_host_;
  std::uint32_t first_switch_;
  Properties switch_properties_;  // of each switch
  std::uint32_t zone_ = no_id;
  bool asked_for_parallel_ = false;
  RailsZone* rails_ = nullptr;      // when this is one of several rails
  std::vector<std::string> kinds_;  // that kind_of() was asked for
};

}  // namespace smpi::models
