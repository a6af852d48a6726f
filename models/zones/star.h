// SPDX-License-Identifier: BSD-3-Clause
//
// Every child at the end of its own spoke: FLAT clusters, cabinets, peers, zones of host_link.
//
// The way from a to b: [limiter a, up a, backbone, down b, limiter b], each part only where it
// exists. A spoke whose links serve both directions has up == down; a link is never listed twice
// when source and destination share it (SimGrid's rule). 16 bytes a host, nothing for a pair.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/platform/zone.h"

namespace smpi::models {

struct Spoke {
  LinkId up = no_id;
  LinkId down = no_id;
  LinkId limiter = no_id;
  LinkId loopback = no_id;
};

class StarZone : public Zone {
 public:
  using Zone::Zone;

  bool append(std::uint32_t from, std::uint32_t to, RouteBuilder& builder) const override;
  bool is_complete() const override { return is_complete_; }
  std::string_view routing_name() const override { return "Cluster"; }
  std::optional<Shape> shape(const Platform& platform) const override;
  void seal(const Platform& platform) override;

  // The spoke of a child, to be filled before the platform is sealed.
  Spoke& spoke(std::uint32_t child_local);
  LinkId backbone = no_id;

 private:
  std::vector<Spoke> spokes_;  // by local index
  bool is_complete_ = true;    // every host has a way out
};

}  // namespace smpi::models
