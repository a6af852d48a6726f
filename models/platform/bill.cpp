// SPDX-License-Identifier: BSD-3-Clause
//
// Sums over hosts, links and switches; a port of a switch is an end of one of its cables.
#include "models/platform/bill.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <vector>

#include "kernel/error.h"

namespace smpi::models {
namespace {

constexpr std::string_view cable_property = "link_price";
constexpr std::string_view switch_property = "switch_price";

// `count` numbers between colons, all at least 0; zeros when the property is not there.
std::vector<double> numbers_of(const Properties& properties, std::string_view name,
                               std::size_t count, std::string_view owner,
                               const PropertyPlace& place) {
  const auto found = properties.find(name);
  if (found == properties.end()) return std::vector<double>(count);
  std::vector<double> numbers;
  const char* at = found->second.data();
  const char* const last = at + found->second.size();
  for (;;) {
    double number = 0;
    const auto [end, error] = std::from_chars(at, last, number);
    const bool is_number = error == std::errc() && std::isfinite(number) && number >= 0;
    const bool is_complete = is_number && numbers.size() + 1 == count && end == last;
    if (!is_number || (!is_complete && (end == last || *end != ':'))) break;
    numbers.push_back(number);
    if (is_complete) return numbers;
    at = end + 1;
  }
  kernel::InputError::Where where = place(name);
  where.text = found->second;
  where.hint = count == 1 ? "a number from 0 on" : "two numbers from 0 on, BASE:PORT";
  throw kernel::InputError(fmt::format("property {} of {} is malformed", name, owner), where);
}

double number_of(const Properties& properties, std::string_view name, std::string_view owner,
                 const PropertyPlace& place) {
  return numbers_of(properties, name, 1, owner, place)[0];
}

void add_hosts(const Platform& platform, Bill& bill) {
  for (HostId host = 0; host < platform.hosts.count(); host++) {
    const Properties& properties = platform.hosts.properties[host];
    const std::string_view name = platform.hosts.name[host];
    const HostPowerProfile power = host_power_profile(
        properties, name, platform.hosts.pstate_speed_flops[host].size(), no_place);
    if (!power.states.empty()) {
      bill.hosts.idle_w += power.states[platform.hosts.pstate[host]].idle_w;
      bill.hosts.busy_w += power.states[platform.hosts.pstate[host]].all_cores_w;
    }
    bill.hosts.price += number_of(properties, "host_price", name, no_place);
    const CardPowerProfile card = card_power_profile(properties, name, no_place);
    bill.cards.idle_w += card.idle_w;
    bill.cards.busy_w += card.busy_w;
    bill.cards.price += number_of(properties, "nic_price", name, no_place);
  }
}

void add_links(const Platform& platform, Bill& bill) {
  for (LinkId link = 0; link < platform.links.count(); link++) {
    const Properties& properties = platform.links.properties[link];
    if (properties.empty()) continue;
    const std::string_view name = platform.links.name[link];
    const LinkPowerProfile power = link_power_profile(properties, name, no_place);
    bill.cables.idle_w += power.idle_w;
    bill.cables.busy_w += power.busy_w + power.byte_j * platform.links.bandwidth_bytes_per_s[link];
    bill.cables.price += number_of(properties, cable_property, name, no_place);
  }
}

void add_switches(const Platform& platform, Bill& bill) {
  std::vector<double> ports(platform.switches.count());
  for (const Cable& cable : platform.cables) {
    for (const CableEnd end : {cable.lower, cable.upper}) {
      if (end.is_switch()) ports[end.index()] += cable.width;
    }
  }
  for (std::uint32_t index = 0; index < platform.switches.count(); index++) {
    const Properties& properties = platform.switches.properties[index];
    const std::string_view name = platform.switches.name[index];
    const SwitchPowerProfile power = switch_power_profile(properties, name, no_place);
    bill.switches.idle_w += power.base_w + ports[index] * power.port_idle_w;
    bill.switches.busy_w += power.base_w + ports[index] * power.port_busy_w;
    const auto price = numbers_of(properties, switch_property, 2, name, no_place);
    bill.switches.price += price[0] + ports[index] * price[1];
  }
}

}  // namespace

BillItem Bill::sum() const {
  BillItem sum;
  for (const BillItem& item : {hosts, cables, cards, switches}) {
    sum.idle_w += item.idle_w;
    sum.busy_w += item.busy_w;
    sum.price += item.price;
  }
  return sum;
}

Bill bill_of(const Platform& platform) {
  Bill bill;
  add_hosts(platform, bill);
  add_links(platform, bill);
  add_switches(platform, bill);
  return bill;
}

bool is_network_price(std::string_view property) {
  return property == switch_property || property == cable_property ||
         (property.starts_with(cable_property) && !link_kind_of(property).empty());
}

Properties switch_properties(const Properties& of_network) {
  Properties properties;
  for (const auto& [name, value] : of_network) {
    if (is_switch_power_property(name) || name == switch_property) properties.emplace(name, value);
  }
  return properties;
}

bool is_price(std::string_view property) {
  return property == "host_price" || property == "nic_price" || is_network_price(property);
}

void check_prices(const Properties& properties, std::string_view owner,
                  const PropertyPlace& place) {
  for (const auto& [name, value] : properties) {
    if (is_price(name)) numbers_of(properties, name, name == switch_property ? 2 : 1, owner, place);
  }
}

double cable_price(const Properties& properties, std::span<const std::string_view> kinds,
                   std::string_view owner, const PropertyPlace& place) {
  std::string name(cable_property);
  for (const std::string_view kind : kinds) {
    std::string of_kind = fmt::format("{}.{}", cable_property, kind);
    if (properties.contains(of_kind)) name = std::move(of_kind);
  }
  return number_of(properties, name, owner, place);
}

}  // namespace smpi::models
