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
#include "models/platform/platform.h"
#include "models/platform/zone.h"
#include "models/topology/cables.h"
#include "models/topology/cluster.h"

namespace smpi::models {

class ClusterBuilder {
 public:
  using Where = kernel::InputError::Where;

  ClusterBuilder(Platform& platform, std::uint32_t parent, const ClusterSpec& spec,
                 const Where& where)
      : platform_(platform), parent_(parent), spec_(spec), where_(where) {}

  const ClusterSpec& spec() const { return spec_; }
  const Where& where() const { return where_; }

  // Loopbacks and limiters of the hosts, where the cluster has them.
  NodeLinks add_node_links();
  // Limiters of what is not a host; add_node_links() must have come first.
  void add_switch_limiters(const char* kind, std::uint64_t count);
  // The range of the cables that are added from now on.
  CableRange begin_cables() const { return {first_link(), is_split()}; }
  // One cable of `width` times the bandwidth: one link, or one per direction. Returns the first.
  LinkId add_cable(const std::string& name, double width = 1) {
    return add_cable(name, width, spec_.link);
  }
  LinkId add_cable(const std::string& name, double width, LinkFigures figures);
  LinkId add_link(const std::string& name, LinkFigures figures, SharingPolicy policy);
  // The figures that the cluster has for a kind of cables, which may have several names. A kind
  // that no topology has asked for is an error of the user.
  LinkFigures figures_of(std::initializer_list<std::string_view> kinds);
  // Makes the zone a part of the platform, with all hosts; returns its index.
  std::uint32_t adopt(std::unique_ptr<Zone> zone);
  // A router named `name` among the children of the zone; adopt() must have come first.
  void add_router(const std::string& name);

  // Builds the whole; returns the index of the zone.
  std::uint32_t build();

 private:
  void check_host_count() const;
  void check_kinds() const;
  void add_hosts();
  LinkId first_link() const { return static_cast<LinkId>(platform_.links.count()); }
  LinkId add_host_limiters();
  LinkId add_loopbacks();
  bool is_split() const { return spec_.link_kind == LinkKind::split_duplex; }
  [[noreturn]] void refuse(const char* message, std::string text, std::string hint = {}) const;

  Platform& platform_;
  std::uint32_t parent_;
  const ClusterSpec& spec_;
  const Where& where_;
  std::uint32_t zone_ = no_id;
  std::vector<std::string> kinds_;  // that figures_of() was asked for
};

}  // namespace smpi::models
