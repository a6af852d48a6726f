// SPDX-License-Identifier: BSD-3-Clause
//
// Power and cost of platforms against sums by hand.
#include "models/platform/bill.h"

#include <gtest/gtest.h>

#include "kernel/error.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

void price(Properties& properties, const char* name, const char* value) {
  properties[name] = value;
}

TEST(Bill, AddsUpHostsCablesCardsAndSwitches) {
  Platform platform = make_short_platform("star:3", {.link = "1GBps,0us"});
  for (HostId host = 0; host < 3; host++) {
    platform.hosts.properties.edit(host) = {{"wattage_per_state", "100:200"},
                                            {"nic_wattage", "15:25"},
                                            {"host_price", "5000"},
                                            {"nic_price", "300"}};
  }
  for (LinkId link = 0; link < platform.links.count(); link++) {
    platform.links.properties.edit(link) = {
        {"wattage_range", "1:1"}, {"energy_per_byte", "1e-9"}, {"link_price", "25"}};
  }
  platform.switches.properties.edit(0) = {{"switch_wattage", "100:1:2"},
                                          {"switch_price", "1000:50"}};
  const Bill bill = bill_of(platform);
  EXPECT_EQ(bill.hosts.idle_w, 300);
  EXPECT_EQ(bill.hosts.busy_w, 600);
  EXPECT_EQ(bill.cables.idle_w, 6);
  EXPECT_DOUBLE_EQ(bill.cables.busy_w, 6 + 6 * 1e9 * 1e-9);
  EXPECT_EQ(bill.cards.busy_w, 75);
  EXPECT_EQ(bill.switches.idle_w, 103);
  EXPECT_EQ(bill.switches.busy_w, 106);
  EXPECT_EQ(bill.sum().price, 3 * 5000 + 3 * 300 + 6 * 25 + 1000 + 3 * 50);
}

TEST(Bill, ThePriceOfAKindComesFirst) {
  Properties properties;
  price(properties, "link_price", "50");
  price(properties, "link_price.global", "400");
  const std::string_view global[] = {"global", "blue"};
  const std::string_view host[] = {"host"};
  EXPECT_EQ(cable_price(properties, global, "c", no_place), 400);
  EXPECT_EQ(cable_price(properties, host, "c", no_place), 50);
}

TEST(Bill, RefusesWrongPrices) {
  for (const char* text : {"", "x", "-1", "1:2", "inf", "1e999"}) {
    EXPECT_THROW(check_prices({{"host_price", text}}, "c", no_place), kernel::InputError) << text;
  }
  for (const char* text : {"1", "1:2:3", "1:", ":1"}) {
    EXPECT_THROW(check_prices({{"switch_price", text}}, "c", no_place), kernel::InputError) << text;
  }
  EXPECT_NO_THROW(check_prices({{"switch_price", "1:2"}, {"host_price", "3"}}, "c", no_place));
}

}  // namespace
}  // namespace smpi::models
