// SPDX-License-Identifier: BSD-3-Clause
//
// Zones whose ways are written down: routing Full (every pair), and the store that the graph zones
// (Floyd, Dijkstra) share with it for their one-hop routes. Routing None knows no way at all.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/platform/tables.h"
#include "models/platform/zone.h"

namespace smpi::models {

// Routes between children of a zone, by their local indices.
class RouteStore {
 public:
  struct Entry {
    Gateways gateways;
    std::uint32_t first;  // of its links in links_
    std::uint32_t count;
  };
  // False, and nothing done, when the pair has a route already.
  bool add(std::uint32_t from, std::uint32_t to, const Gateways& gateways,
           std::span<const LinkId> links);
  const Entry* find(std::uint32_t from, std::uint32_t to) const {
    const auto index = index_.find(from, to);
    return index ? &entries_[*index] : nullptr;
  }
  std::span<const LinkId> links(const Entry& entry) const {
    return std::span(links_).subspan(entry.first, entry.count);
  }
  std::size_t size() const { return entries_.size(); }

 private:
  PairIndex index_;
  std::vector<Entry> entries_;
  std::vector<LinkId> links_;
};

// A zone that takes <route> and <zoneRoute>.
class RoutedZone : public Zone {
 public:
  using Zone::Zone;
  // Adds the one-way route from child `from` to child `to`. False when there was one already.
  virtual bool add_route(std::uint32_t from, std::uint32_t to, const Gateways& gateways,
                         std::span<const LinkId> links) {
    return store_.add(from, to, gateways, links);
  }

 protected:
  RouteStore store_;
};

class FullZone : public RoutedZone {
 public:
  using RoutedZone::RoutedZone;
  std::string_view routing_name() const override { return "Full"; }
  bool append(std::uint32_t from, std::uint32_t to, RouteBuilder& builder) const override;
  Gateways gateways(std::uint32_t from, std::uint32_t to) const override;
};

class EmptyZone : public Zone {
 public:
  using Zone::Zone;
  std::string_view routing_name() const override { return "None"; }
  bool append(std::uint32_t from, std::uint32_t to, RouteBuilder&) const override {
    return from == to;
  }
};

}  // namespace smpi::models
