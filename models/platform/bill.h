// SPDX-License-Identifier: BSD-3-Clause
//
// What a platform takes when it does nothing and when everything is busy, and what it costs, by the
// properties of power (power_properties.h) and prices: `host_price` and `nic_price` of a host,
// `link_price` of a link, `switch_price` = BASE:PORT of a switch. Clusters say link_price, or
// link_price.KIND, of their cables. Prices have no unit: they are in the user's money.
#pragma once

#include <span>
#include <string_view>

#include "models/platform/platform.h"
#include "models/platform/power_properties.h"

namespace smpi::models {

struct BillItem {
  double idle_w = 0;
  double busy_w = 0;
  double price = 0;
};

struct Bill {
  BillItem hosts, cables, cards, switches;

  BillItem sum() const;
};
// Throws InputError for properties that are malformed.
Bill bill_of(const Platform& platform);

// Throw InputError for prices of a cluster that are malformed.
void check_prices(const Properties& properties, std::string_view owner, const PropertyPlace& place);
// The price of a cable of a cluster, which is of all of `kinds`; the last that says one counts.
double cable_price(const Properties& properties, std::span<const std::string_view> kinds,
                   std::string_view owner, const PropertyPlace& place);
bool is_price(std::string_view property);
// Of cables and switches, not of hosts.
bool is_network_price(std::string_view property);
// What a cluster says of the power and price of its switches.
Properties switch_properties(const Properties& of_network);

}  // namespace smpi::models
