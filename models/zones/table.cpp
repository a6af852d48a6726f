// SPDX-License-Identifier: BSD-3-Clause
//
// Stored routes: one array of links for all of them, found by a hash of the pair.
#include "models/zones/table.h"

namespace smpi::models {

bool RouteStore::add(std::uint32_t from, std::uint32_t to, const Gateways& gateways,
                     std::span<const LinkId> links) {
  if (!index_.add(from, to, static_cast<std::uint32_t>(entries_.size()))) return false;
  entries_.push_back({gateways, static_cast<std::uint32_t>(links_.size()),
                      static_cast<std::uint32_t>(links.size())});
  links_.insert(links_.end(), links.begin(), links.end());
  return true;
}

bool FullZone::append(std::uint32_t from, std::uint32_t to, RouteBuilder& builder) const {
  const RouteStore::Entry* entry = store_.find(from, to);
  if (entry == nullptr) return from == to;
  for (const LinkId link : store_.links(*entry)) builder.add(link);
  return true;
}

Gateways FullZone::gateways(std::uint32_t from, std::uint32_t to) const {
  const RouteStore::Entry* entry = store_.find(from, to);
  return entry == nullptr ? Gateways{} : entry->gateways;
}

}  // namespace smpi::models
